import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { ArrowDown, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { adviceFor, isGone } from './my-place.ts';
import { placeId } from './place-id.ts';
import { useTravelMinutes } from './use-travel-minutes.ts';
import { adviceTitle } from './words/advice-title.ts';
import { usePlaceText } from './words/use-place-text.ts';
import { waitWords } from './words/wait-words.ts';

/**
 * The account's places in line, each in a few words: whose it is, the place, the expected time, and
 * what to do now. A press on a place opens its card below [PROF-1].
 */
export function PlaceList({
  entries,
  openId,
  onOpen,
}: {
  entries: readonly PatientEntry[];
  /** The id of the queue entry whose card is open, apart from the cards of called patients. */
  openId: string | undefined;
  onOpen: (entryId: string) => void;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <nav aria-label={t.yourPlaces}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map((entry) => (
          <Card
            key={entry.id}
            as="li"
            padding="none"
            className={entry.id === openId ? 'border-primary' : ''}
          >
            {entry.status === 'in_progress' ? (
              <a href={`#${placeId(entry)}`} className={rowLook}>
                <PlaceWords entry={entry} />
                <ArrowDown aria-hidden="true" className="size-4 shrink-0 text-primary-ink" />
              </a>
            ) : (
              <button
                type="button"
                aria-expanded={entry.id === openId}
                aria-controls={placeId(entry)}
                onClick={() => onOpen(entry.id)}
                className={classNames(rowLook, 'w-full text-start')}
              >
                <PlaceWords entry={entry} />
                <ChevronDown
                  aria-hidden="true"
                  className={classNames(
                    'size-4 shrink-0 text-primary-ink',
                    entry.id === openId && 'rotate-180',
                  )}
                />
              </button>
            )}
          </Card>
        ))}
      </ul>
    </nav>
  );
}

const rowLook = 'flex h-full min-h-11 items-center gap-3 rounded-card px-4 py-2.5 hover:bg-sunken';

function PlaceWords({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t, people, ui } = useMessages('patientQueue', 'people');
  const name = useWhose()(entry.patient);
  const placeText = usePlaceText();
  const format = useFormat();
  const now = useNow();
  const [travelMinutes] = useTravelMinutes();
  const advice = adviceTitle(adviceFor(entry, { now, travelMinutes }), {
    t,
    format,
    now,
    zone: entry.hospital.timeZone,
  });
  const isWaiting = entry.status === 'waiting' && !isAway(entry);
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="text-sm text-ink-soft">
        {`${name === undefined ? people.forYou : people.forPerson(name)} · ${isolateBidi(entry.doctor.name)}`}
      </span>
      <span className="font-semibold text-ink tabular-nums">{placeText(entry)}</span>
      {isWaiting && (
        <>
          {!isGone(entry) && (
            <span className="text-sm text-ink-soft tabular-nums">
              {waitWords(entry, now, { t, ui, format }).when}
            </span>
          )}
          <span className="text-sm font-medium text-ink tabular-nums">{advice}</span>
        </>
      )}
    </span>
  );
}
