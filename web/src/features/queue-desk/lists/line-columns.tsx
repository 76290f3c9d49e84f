import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useListed } from '../../../i18n/use-listed.ts';
import { DoctorStatusBadge } from '../../../ui/doctor-status-badge.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useTimeOrDate } from '../../../ui/hooks/use-time-or-date.ts';
import { lastOfLines } from '../actions/desk-access.ts';
import type { Line } from '../actions/desk-changes.ts';
import { besideSelected } from '../view/desk-view.ts';
import { EntryList } from './entry-list.tsx';
import { type ListHandle, windowClosesMs } from '../keyboard/list-focus.ts';
import { Suggested } from '../entry/suggested.tsx';
import { useReorder } from '../entry/use-reorder.ts';
import { useColleagues } from './use-queues.ts';
import { WaitingRow } from '../entry/waiting-row.tsx';
import { SilentMark } from '../silent-mark.tsx';

interface ColumnsProps {
  lines: readonly Line[];
  /** The queue entries of patients in consultation. */
  inside: readonly StaffEntry[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  listRef: Ref<ListHandle>;
}

/**
 * The lines of several doctors side by side, each as a separate list. The keys ← and → move between
 * the lists [DESK-3].
 */
export const LineColumns = memo(function LineColumns({
  lines,
  inside,
  selected,
  onSelect,
  listRef,
}: ColumnsProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const lists = useRef(new Map<string, ListHandle>());
  // Remembers the line of the selected patient. When this patient leaves the line, no other line
  // may change the selection.
  const [ownerId, setOwner] = useState(() => lineWith(lines, selected)?.doctor.id);
  const focusEntry = (id: string) => {
    const doctorId = lineWith(lines, id)?.doctor.id;
    if (doctorId !== undefined) lists.current.get(doctorId)?.focusEntry(id);
  };
  useImperativeHandle(listRef, () => ({ focusEntry }));

  const region = useRef<HTMLElement>(null);
  const isEmptied = ownerId !== undefined && lineOf(lines, ownerId) === undefined;
  const catchFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!isEmptied) return undefined;
    // A line's column disappears with its last entry, so the focus is moved to another line.
    catchFocus();
    const wait = setTimeout(catchFocus, windowClosesMs);
    return () => clearTimeout(wait);
  }, [isEmptied]);

  function walk(event: KeyboardEvent<HTMLElement>): void {
    const isOnward = event.key === keyOnward(event.currentTarget);
    const step = isOnward ? 1 : -1;
    const isOnRow = event.target instanceof Element && event.target.closest('[data-entry]');
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!/^Arrow(?:Left|Right)$/u.test(event.key) || selected === null || !isOnRow || !isPlain)
      return;
    const beside = besideSelected(lines, selected, step);
    if (beside === undefined) return;
    event.preventDefault();
    focusEntry(beside);
  }

  if (lines.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title={queueDesk.noQueueTitle}
        description={queueDesk.nobodyWaits}
      />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the event bubbles from controls inside
    <section
      ref={region}
      aria-label={queueDesk.columnsLabel}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
      tabIndex={0}
      className="-m-1 overflow-x-auto rounded-card p-1"
      onKeyDown={walk}
    >
      <div className="grid auto-cols-[minmax(19rem,1fr)] grid-flow-col items-start gap-4">
        {lines.map((line) => (
          <Column
            key={line.doctor.id}
            line={line}
            inside={inside.filter(({ doctor }) => doctor.id === line.doctor.id)}
            selected={ownerId === line.doctor.id ? selected : null}
            onSelect={(id) => {
              setOwner(line.doctor.id);
              onSelect(id);
            }}
            keepList={(handle) => {
              lists.current.set(line.doctor.id, handle);
              return () => lists.current.delete(line.doctor.id);
            }}
          />
        ))}
      </div>
    </section>
  );
});

/** Returns the arrow key that moves to the next column in reading direction. */
function keyOnward(element: Element): 'ArrowLeft' | 'ArrowRight' {
  return element.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight';
}

/** Returns a doctor's line. Undefined if no patient waits in the line. */
function lineOf(lines: readonly Line[], doctorId: string): Line | undefined {
  return lines.find(({ doctor, entries }) => doctor.id === doctorId && entries.length > 0);
}

function lineWith(lines: readonly Line[], id: string | null): Line | undefined {
  return lines.find(({ entries }) => entries.some((entry) => entry.id === id));
}

function Column({
  line,
  inside,
  selected,
  onSelect,
  keepList,
}: {
  line: Line;
  /** The patients in consultation, at most one for each doctor. */
  inside: readonly StaffEntry[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** Registers the functions of a list. Returns a function that unregisters them. */
  keepList: (handle: ListHandle) => () => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { doctor, entries } = line;
  const list = useRef<ListHandle>(null);
  const { shown, grip, grabbed } = useReorder(entries, list);
  const last = useMemo(() => lastOfLines(shown), [shown]);
  return (
    <section aria-label={doctor.name} className="flex min-w-0 flex-col gap-2">
      <ColumnHead line={line} inside={inside} />
      <Suggested line={entries} />
      {entries.length === 0 && <p className="text-sm text-ink-soft">{queueDesk.nobodyWaits}</p>}
      <EntryList
        ref={(handle) => {
          list.current = handle;
          return handle === null ? undefined : keepList(handle);
        }}
        label={queueDesk.lineOf(doctor.name)}
        entries={shown}
        still={grabbed?.by === 'pointer'}
        selected={selected}
        onSelect={onSelect}
        density="compact"
        kind="waiting"
        render={(entry) => (
          <WaitingRow
            entry={entry}
            isLast={last.has(entry.id)}
            consultationRuns={doctor.service === null && inside.length > 0}
            isCompact
            isNarrow
            grip={grip}
            lifted={grabbed?.entry.id === entry.id ? grabbed.entry : null}
          />
        )}
      />
    </section>
  );
}

function ColumnHead({
  line: { doctor, entries },
  inside,
}: {
  line: Line;
  inside: readonly StaffEntry[];
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const timeOrDate = useTimeOrDate();
  const listed = useListed();
  const { doctors } = useColleagues();
  const known = doctors?.find(({ id }) => id === doctor.id);
  const { status, breakUntil } = known ?? doctor;
  const [current] = inside;
  const timeZone = (current ?? entries[0])?.hospital.timeZone;
  return (
    <div className="flex flex-col gap-1 rounded-card bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h3 className="text-[0.9375rem] font-semibold wrap-anywhere text-ink">
          <bdi>{doctor.name}</bdi>
        </h3>
        <SilentMark line={known?.line ?? entries[0]?.line ?? null} />
        {doctor.service === null && (
          <DoctorStatusBadge
            status={status}
            breakUntil={breakUntil}
            {...(timeZone === undefined ? {} : { timeZone })}
          />
        )}
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
        {`${queueDesk.waitingCount(entries.length)} · ${insideText()}`}
      </p>
    </div>
  );

  function insideText(): string {
    if (doctor.service !== null) return queueDesk.insideCount(inside.length);
    if (current === undefined) return queueDesk.nobodyInside;
    const { patient, startedAt, hospital } = current;
    if (startedAt === null) return patient.fullName;
    const since = queueDesk.insideSince(timeOrDate(startedAt, hospital.timeZone));
    return listed([patient.fullName, since]);
  }
}
