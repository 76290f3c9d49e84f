import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import {
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  BellRing,
  CircleCheck,
  CircleMinus,
  type LucideIcon,
  Send,
  Signpost,
  Siren,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { ClockTime, RelativeTime } from '../../../ui/text/time.tsx';
import { changesOfVisit, type PlaceChange, type PlaceLog } from '../place/place-log.ts';

/** The changes of a patient's place in line, newest first, in the hospital's time zone [PAT-11]. */
export function ChangeList({
  entry,
  earlier,
  moves,
}: {
  entry: PatientEntry;
  /** The earlier steps of the patient's visit, oldest first. */
  earlier: readonly PatientEntry[];
  moves: PlaceLog['moves'];
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const zone = entry.hospital.timeZone;
  return (
    <ol className="flex flex-col gap-3">
      {changesOfVisit(entry, earlier, moves).map(({ change, stop }) => {
        const Icon = iconOf(change);
        return (
          <li
            key={`${stop.id} ${change.kind} ${change.at}`}
            className="flex items-start gap-2.5 text-[0.9375rem]"
          >
            <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0">
              <span className="block text-ink">{textOf(change, stop)}</span>
              {change.kind === 'reordered' && change.reason !== 'held' && change.from > 0 && (
                <span className="block text-sm text-ink-soft">
                  {t.changeFromTo(change.from, change.to)}
                </span>
              )}
              <span className="text-sm text-ink-soft">
                <ClockTime moment={change.at} zone={zone} />
                {' · '}
                <RelativeTime moment={change.at} zone={zone} />
                {earlier.length > 0 && !namesStop.has(change.kind) && (
                  <>
                    {' · '}
                    <bdi>{stop.doctor.name}</bdi>
                  </>
                )}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );

  function textOf(change: PlaceChange, { doctor }: PatientEntry): string {
    switch (change.kind) {
      case 'requested':
        return t.changeRequested;
      case 'approved':
        return t.changeApproved;
      case 'arrived':
        return t.changeArrived;
      case 'sentOn':
        return t.changeSentOn(doctor.name);
      case 'done':
        return t.changeDone(doctor.name);
      case 'left':
        return t.changeLeft(doctor.name);
      case 'called':
        return t.changeCalled;
      case 'transferred':
        return people.movedFrom(change.name);
      case 'urgency':
        return t.changeUrgency(t.urgencyNames[change.urgency]);
      case 'reordered':
        if (change.own) return t.ownMove[change.reason];
        return (change.to < change.from ? t.letAhead : t.passedBy)[change.reason];
      case 'moved':
        return change.to < change.from
          ? t.changeMovedUp(change.from, change.to)
          : t.changeMovedBack(change.from, change.to);
    }
  }
}

/** The kinds of changes whose text names the step of the visit at which the change happened. */
const namesStop: ReadonlySet<PlaceChange['kind']> = new Set(['sentOn', 'done', 'left']);

function iconOf(change: PlaceChange): LucideIcon {
  switch (change.kind) {
    case 'requested':
      return Send;
    case 'approved':
    case 'arrived':
    case 'done':
      return CircleCheck;
    case 'left':
      return CircleMinus;
    case 'sentOn':
      return Signpost;
    case 'called':
      return BellRing;
    case 'transferred':
      return ArrowRightLeft;
    case 'urgency':
      return Siren;
    case 'reordered':
    case 'moved':
      return change.to < change.from ? ArrowUp : ArrowDown;
  }
}
