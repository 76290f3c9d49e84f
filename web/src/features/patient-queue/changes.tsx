import type { PatientEntry } from '@baari/contract/queue.ts';
import {
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  BellRing,
  CircleCheck,
  type LucideIcon,
  Send,
  Siren,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../people/use-whose.ts';
import { Card } from '../../ui/card.tsx';
import { ClockTime, RelativeTime } from '../../ui/time.tsx';
import { changesOf, type PlaceChange, type PlaceLog } from './place-log.ts';

/** What has happened, newest first, with the time at the hospital [PAT-11]. */
export function Changes({
  entry,
  moves,
}: {
  entry: PatientEntry;
  moves: PlaceLog['moves'];
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const name = useWhose()(entry.patient);
  const id = useId();
  const zone = entry.hospital.timeZone;
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-base font-semibold text-ink">
        {t.changes}
        {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {changesOf(entry, moves).map((change) => {
          const Icon = iconOf(change);
          return (
            <li
              key={`${change.kind} ${change.at}`}
              className="flex items-start gap-2.5 text-[0.9375rem]"
            >
              <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
              <span className="min-w-0">
                <span className="block text-ink">{textOf(change)}</span>
                {change.kind === 'reordered' && change.reason !== 'held' && change.from > 0 && (
                  <span className="block text-sm text-ink-soft">
                    {t.changeFromTo(change.from, change.to)}
                  </span>
                )}
                <span className="text-sm text-ink-soft">
                  <ClockTime moment={change.at} zone={zone} />
                  {' · '}
                  <RelativeTime moment={change.at} zone={zone} />
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );

  function textOf(change: PlaceChange): string {
    switch (change.kind) {
      case 'requested':
        return t.changeRequested;
      case 'approved':
        return t.changeApproved;
      case 'arrived':
        return t.changeArrived;
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

function iconOf(change: PlaceChange): LucideIcon {
  switch (change.kind) {
    case 'requested':
      return Send;
    case 'approved':
    case 'arrived':
      return CircleCheck;
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
