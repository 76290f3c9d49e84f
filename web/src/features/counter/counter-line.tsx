import type { Counter } from '@baari/contract/lines/counter.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { CirclePause, Forward, Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { UrgencyBadge } from '../../ui/urgency-badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';

/**
 * The waiting patients with their waits. Patients who wait for this doctor only are marked
 * [LINE-2].
 */
export function CounterLine({
  counter,
  onSendOn,
  onBack,
}: {
  counter: Counter;
  onSendOn: (entry: StaffEntry) => void;
  onBack: (entry: StaffEntry) => void;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const format = useFormat();
  const { point, line, waiting, named } = counter;
  const isCut = line.waiting > waiting.length;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {point.doctor !== null && named.length > 0 && (
        <Waiting
          title={t.named(point.doctor.name)}
          entries={named}
          onSendOn={onSendOn}
          onBack={onBack}
        />
      )}
      <Waiting
        title={t.line(line.name)}
        entries={waiting}
        onSendOn={onSendOn}
        onBack={onBack}
        note={
          isCut ? t.first(format.number(waiting.length), format.number(line.waiting)) : undefined
        }
      />
    </div>
  );
}

function Waiting({
  title,
  entries,
  onSendOn,
  onBack,
  note,
}: {
  title: string;
  entries: readonly StaffEntry[];
  onSendOn: (entry: StaffEntry) => void;
  onBack: (entry: StaffEntry) => void;
  note?: string | undefined;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2">
      <h2 id={titleId} className="text-lg font-semibold wrap-anywhere text-ink">
        {title}
      </h2>
      {entries.length === 0 ? (
        <p className="rounded-card border border-dashed border-control-line/50 px-4 py-5 text-center text-ink-soft">
          {t.waiting(0)}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {entries.map((entry) => (
            <WaitingRow key={entry.id} entry={entry} onSendOn={onSendOn} onBack={onBack} />
          ))}
        </ol>
      )}
      {note !== undefined && <p className="text-sm text-ink-soft tabular-nums">{note}</p>}
    </section>
  );
}

function WaitingRow({
  entry,
  onSendOn,
  onBack,
}: {
  entry: StaffEntry;
  onSendOn: (entry: StaffEntry) => void;
  onBack: (entry: StaffEntry) => void;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const format = useFormat();
  const now = useNow();
  const nameId = useId();
  const name = entry.patient.fullName;
  const minutes = Math.max(0, Math.floor((now - Date.parse(entry.joinedAt)) / 60_000));
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2 [contain-intrinsic-size:auto_72px] [content-visibility:auto] last:border-b-0">
      <span className="min-w-9 text-lg font-bold text-primary-ink tabular-nums">
        {`#${entry.position}`}
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere text-ink">
          {entry.token !== null && (
            <span className="whitespace-nowrap tabular-nums">
              <span className="sr-only">{`${t.token} `}</span>
              {entry.token}
            </span>
          )}
          <span id={nameId} className="font-normal">
            {name}
          </span>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft tabular-nums">
          {t.waitsFor(format.number(minutes))}
          {entry.urgency === 'high' && <UrgencyBadge urgency={entry.urgency} />}
          {isAway(entry) && (
            <Badge tone="warning" icon={CirclePause}>
              {t.away}
            </Badge>
          )}
          {entry.hold !== null && entry.hold.backAt !== null && (
            <Badge tone="info" icon={Undo2}>
              {t.back}
            </Badge>
          )}
        </p>
      </div>
      {isAway(entry) ? (
        <Button
          size="small"
          icon={<Undo2 aria-hidden="true" />}
          aria-describedby={nameId}
          onClick={() => onBack(entry)}
        >
          {t.markBack}
        </Button>
      ) : (
        <IconButton
          label={t.sendingOn.sendOnOf(name)}
          icon={<Forward aria-hidden="true" />}
          onClick={() => onSendOn(entry)}
        />
      )}
    </li>
  );
}
