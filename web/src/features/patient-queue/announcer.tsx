import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Announcement } from './place-log.ts';

/** Tells a screen reader of a changed place, politely; of the turn, at once. */
export function Announcer({
  announcement,
  doctor,
}: {
  announcement: Announcement | undefined;
  doctor: string;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const isTurn = announcement?.kind === 'turn' || announcement?.kind === 'missed';
  return (
    <>
      <p role="status" className="sr-only">
        {announcement && !isTurn ? text(announcement) : ''}
      </p>
      <p role="alert" className="sr-only">
        {isTurn ? text(announcement) : ''}
      </p>
    </>
  );

  function text(said: Announcement): string {
    switch (said.kind) {
      case 'approved':
        return t.announceApproved(said.place);
      case 'place':
        return t.announcePlace(said.place);
      case 'turn':
        return t.announceTurn(doctor);
      case 'missed':
        return t.announceMissed;
      case 'ended':
        return t.announceEnded;
    }
  }
}
