import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { MapPin, MapPinCheck, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { LateFollowUpSection } from '../../shared/follow-up/late-follow-up.tsx';
import { LateHandOffsSection } from '../../shared/hand-offs/late-hand-offs.tsx';
import { MailLine, PhoneLine } from '../../shared/patient/contact-lines.tsx';
import { NoteText } from '../../shared/patient/note-text.tsx';
import { ThroughLine } from '../../shared/patient/through-line.tsx';
import { VisitFacts } from '../../shared/patient/visit-facts.tsx';
import { LateVitalsSection } from '../../shared/vitals/late-vitals.tsx';
import { UrgencyBadge } from '../../ui/urgency-badge.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useTimeOrDate } from '../../ui/hooks/use-time-or-date.ts';
import { ClockTime } from '../../ui/text/time.tsx';

/** The patient's name in large type, with the urgency and other badges beside it. */
export function PatientName({
  entry,
  nameId,
  children,
}: {
  entry: StaffEntry;
  nameId: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p
          id={nameId}
          className="text-3xl leading-tight font-bold tracking-tight wrap-anywhere text-ink sm:text-4xl"
        >
          <bdi>{entry.patient.fullName}</bdi>
        </p>
        <UrgencyBadge urgency={entry.urgency} />
      </div>
      {/* As high as the button that comes with the hospital's lines. */}
      {children && (
        <div className="flex min-h-11 flex-wrap items-center gap-2 md:pointer-fine:min-h-8">
          {children}
        </div>
      )}
    </div>
  );
}

/** The patient's token number, age, contact data and symptoms. */
export function PatientFacts({
  entry,
  who,
  showsNotes = false,
  children,
}: {
  entry: StaffEntry;
  who: ReactNode;
  /** Whether to show the staff's notes. False where an editable field shows the notes. */
  showsNotes?: boolean;
  children: ReactNode;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const { patient } = entry;
  return (
    <>
      <div className="flex flex-col gap-2">
        <WhoAndHere entry={entry} who={who} />
        {children}
        <ThroughLine through={patient.through} />
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]">
          <PhoneLine
            number={patient.phone}
            missing={doctorConsole.noPhone}
            isProved={patient.isPhoneProved}
          />
          <MailLine address={patient.email} missing={doctorConsole.noEmail} />
        </ul>
      </div>
      <div className="flex flex-col gap-1 rounded-card bg-sunken px-4 py-3">
        <h3 className="text-sm font-semibold text-ink-soft">{doctorConsole.symptoms}</h3>
        <VisitFacts entry={entry} />
        {entry.symptoms ? (
          <p className="text-lg leading-relaxed wrap-anywhere whitespace-pre-line text-ink">
            <bdi>{entry.symptoms}</bdi>
          </p>
        ) : (
          <p className="text-ink-soft">{doctorConsole.noSymptoms}</p>
        )}
      </div>
      <LateVitalsSection entry={entry} />
      <LateHandOffsSection entry={entry} />
      {entry.status === 'in_progress' && <LateFollowUpSection entry={entry} />}
      {showsNotes && entry.notes && (
        <p className="flex items-start gap-2 wrap-anywhere whitespace-pre-line text-ink">
          <StickyNote aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
          <span>
            <span className="font-semibold text-ink-soft">{`${doctorConsole.staffNotes}: `}</span>
            <NoteText note={entry.notes} />
          </span>
        </p>
      )}
    </>
  );
}

/** The patient's token number, age, and whether the patient has arrived. */
function WhoAndHere({ entry, who }: { entry: StaffEntry; who: ReactNode }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const timeOrDate = useTimeOrDate();
  const { token, checkedInAt, hospital } = entry;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.9375rem] text-ink tabular-nums">
      {token !== null && (
        <span className="rounded-control bg-sunken px-2 py-0.5 font-bold whitespace-nowrap">
          <span className="sr-only">{`${doctorConsole.token} `}</span>
          {token}
        </span>
      )}
      {who}
      {checkedInAt !== null && (
        <span className="inline-flex items-center gap-1.5">
          <MapPinCheck aria-hidden="true" className="size-4 shrink-0 text-success-ink" />
          {doctorConsole.hereSince(timeOrDate(checkedInAt, hospital.timeZone))}
        </span>
      )}
      {checkedInAt === null && entry.status === 'waiting' && (
        <span className="inline-flex items-center gap-1.5 text-ink-soft">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          {doctorConsole.notHereYet}
        </span>
      )}
    </div>
  );
}

/** Shows how long the patient has been with the doctor. */
export function InsideFor({ entry }: { entry: StaffEntry }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const format = useFormat();
  const now = useNow();
  if (entry.startedAt === null) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(entry.startedAt)) / 60_000));
  return (
    <p className="text-ink-soft tabular-nums">
      {`${doctorConsole.since} `}
      <ClockTime moment={entry.startedAt} zone={entry.hospital.timeZone} />
      {` · ${doctorConsole.insideFor(format.number(minutes))}`}
    </p>
  );
}
