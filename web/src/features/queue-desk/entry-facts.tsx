import type { StaffEntry } from '@baari/contract/queue.ts';
import { Mail, Phone, Siren, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { NoteText } from '../../people/note-text.tsx';
import { ThroughLine, UnprovedLine } from '../../people/through-line.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/link.tsx';

/** How to reach the patient. */
export function PatientContact({ patient }: { patient: StaffEntry['patient'] }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {patient.through !== null && (
        <li>
          <ThroughLine through={patient.through} />
        </li>
      )}
      <li className={contactLine}>
        <Phone aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        {patient.phone ? (
          <TextLink
            href={`tel:${patient.phone}`}
            className={classNames(contactLink, 'tabular-nums')}
          >
            {patient.phone}
          </TextLink>
        ) : (
          <span className="text-ink-soft">{queueDesk.noPhone}</span>
        )}
      </li>
      <li className={contactLine}>
        <Mail aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        {patient.email ? (
          <TextLink
            href={`mailto:${patient.email}`}
            className={classNames(contactLink, 'min-w-0 break-all')}
          >
            {patient.email}
          </TextLink>
        ) : (
          <span className="text-ink-soft">{queueDesk.noEmail}</span>
        )}
      </li>
      {!patient.isContactProved && (
        <li>
          <UnprovedLine isProved={false} />
        </li>
      )}
    </ul>
  );
}

/** What the patient wrote, in the patient's own words. */
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

/** What staff wrote for staff. */
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

/** That the urgency is the staff's judgement, why, and what the patient had stated. */
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

const contactLine = 'flex min-w-0 items-center gap-1.5';
/** As high as a finger. */
const contactLink = 'inline-flex min-h-11 items-center md:pointer-fine:min-h-6';
