import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { whereToGo } from '@baari/contract/lines/where-to-go.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import type { PlaceLogs } from './place-log.ts';

type Said = NonNullable<PlaceLogs<PatientEntry>['said']>;

/**
 * Announces a new place in line to screen readers politely, and interrupts other speech when the
 * patient is called in (live region).
 */
export function Announcer({ said }: { said: Said | undefined }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const whose = useWhose();
  const isTurn = said?.announcement.kind === 'turn' || said?.announcement.kind === 'missed';
  return (
    <>
      <p role="status" className="sr-only">
        {said && !isTurn ? text(said) : ''}
      </p>
      <p role="alert" className="sr-only">
        {said && isTurn ? text(said) : ''}
      </p>
    </>
  );

  function text({ announcement, entry }: Said): string {
    const name = whose(entry.patient);
    const { name: doctor } = entry.doctor;
    const room = whereToGo(entry.doctor);
    const withName = (words: string) => (name === undefined ? words : `${name}: ${words}`);
    const where = room ? t.inRoom(room) : t.withDoctor(doctor);
    switch (announcement.kind) {
      case 'approved':
        return name === undefined
          ? t.announceApproved(announcement.place)
          : t.announceApprovedOf(name, announcement.place);
      case 'place':
        return name === undefined
          ? t.announcePlace(announcement.place)
          : t.announcePlaceOf(name, announcement.place);
      case 'turn':
        return name === undefined ? t.announceTurn(where) : t.announceTurnOf(name, where);
      case 'missed':
        return withName(t.announceMissed);
      case 'sentOn':
        return withName(t.announceSentOn(doctor, announcement.place));
      case 'stopOver':
        return withName(t.announceStopOver(doctor));
      case 'ended':
        return name === undefined ? t.announceEnded : t.announceEndedOf(name);
    }
  }
}
