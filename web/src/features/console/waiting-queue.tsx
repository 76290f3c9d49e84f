import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { VisitFacts } from '../../shared/patient/visit-facts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { UrgencyBadge } from '../../ui/urgency-badge.tsx';
import { ClockTime } from '../../ui/text/time.tsx';

/** All waiting patients of the doctor, in the order of the line [CONS-3]. */
export function WaitingQueue({ waiting }: { waiting: readonly StaffEntry[] }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-lg font-semibold text-ink">{doctorConsole.waitingQueue}</h2>
      {waiting.length === 0 ? (
        <p className="rounded-card border border-dashed border-control-line/50 px-4 py-5 text-center text-ink-soft">
          {doctorConsole.nobodyNext}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {waiting.map((entry) => (
            <li
              key={entry.id}
              className="flex gap-3 border-b border-line p-3 [contain-intrinsic-size:auto_72px] [content-visibility:auto] last:border-b-0"
            >
              <span className="min-w-9 text-lg font-bold text-primary-ink tabular-nums">
                {`#${entry.position}`}
              </span>
              <div className="flex min-w-0 flex-1 flex-col gap-0.5">
                <div className="flex flex-wrap items-center justify-between gap-x-2">
                  <p className="font-semibold wrap-anywhere text-ink">
                    <bdi>{entry.patient.fullName}</bdi>
                  </p>
                  <UrgencyBadge urgency={entry.urgency} />
                </div>
                <p className="text-sm text-ink-soft tabular-nums">
                  {entry.token !== null && (
                    <>
                      <span className="font-bold whitespace-nowrap text-ink">
                        <span className="sr-only">{`${doctorConsole.token} `}</span>
                        {entry.token}
                      </span>{' '}
                    </>
                  )}
                  {`${doctorConsole.joined} `}
                  <ClockTime moment={entry.joinedAt} zone={entry.hospital.timeZone} />
                </p>
                {isAway(entry) && (
                  <Badge tone="warning" icon={CirclePause}>
                    {doctorConsole.away}
                  </Badge>
                )}
                <VisitFacts entry={entry} />
                {entry.symptoms && (
                  <p className="line-clamp-2 text-sm wrap-anywhere text-ink">
                    <bdi>{entry.symptoms}</bdi>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Names the next patient in one line of text. */
export function NextLine({ entry }: { entry: StaffEntry | undefined }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  if (!entry) return <p className="text-sm text-ink-soft">{doctorConsole.nobodyNext}</p>;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <span>{`${doctorConsole.next}:`}</span>
      <span className="font-semibold wrap-anywhere text-ink">
        <bdi>{entry.patient.fullName}</bdi>
      </span>
      {entry.token !== null && (
        <span className="whitespace-nowrap tabular-nums">
          <span className="sr-only">{`${doctorConsole.token} `}</span>
          {entry.token}
        </span>
      )}
      <UrgencyBadge urgency={entry.urgency} />
    </p>
  );
}
