import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Siren, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { MailLine, PhoneLine } from '../../../shared/patient/contact-lines.tsx';
import { NoteText } from '../../../shared/patient/note-text.tsx';
import { ThroughLine, UnprovedLine } from '../../../shared/patient/through-line.tsx';

/** The patient's contact data. */
export function PatientContact({ patient }: { patient: StaffEntry['patient'] }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {patient.through !== null && (
        <li>
          <ThroughLine through={patient.through} />
        </li>
      )}
      <PhoneLine
        number={patient.phone}
        missing={queueDesk.noPhone}
        isProved={patient.isPhoneProved}
      />
      <MailLine address={patient.email} missing={queueDesk.noEmail} />
      {!patient.isContactProved && (
        <li>
          <UnprovedLine isProved={false} />
        </li>
      )}
    </ul>
  );
}

/** The patient's own description of the symptoms. */
export function Symptoms({ text }: { text: string | null }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (!text) return null;
  return (
    <p className="text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink">
      <span className="sr-only">{`${queueDesk.symptoms}: `}</span>
      <bdi>{text}</bdi>
    </p>
  );
}

/** The staff's internal note. */
export function StaffNotes({ text }: { text: string | null }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (!text) return null;
  return (
    <p className="flex items-start gap-1.5 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
      <StickyNote aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="sr-only">{`${queueDesk.staffNotes}: `}</span>
        <NoteText note={text} />
      </span>
    </p>
  );
}

/**
 * Says that staff set the urgency, and shows their reason and the urgency that the patient chose.
 */
export function JudgedUrgency({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk, ui } = useMessages('queueDesk');
  const format = useFormat();
  const { urgencyChange: change, hospital } = entry;
  if (change === null) return null;
  const time = format.time(change.at, hospital.timeZone);
  return (
    <p className="flex items-start gap-1.5 text-sm wrap-anywhere text-ink-soft">
      <Siren aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{queueDesk.urgencyJudged(ui.urgencies[change.stated], time, change.reason ?? '')}</span>
    </p>
  );
}
