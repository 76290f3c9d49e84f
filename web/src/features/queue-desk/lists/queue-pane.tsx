import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { memo, type ReactNode, type Ref, useMemo } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useSpecialty } from '../../../i18n/use-medical-name.ts';
import { Facts } from '../../../ui/text/facts.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { DoctorStatusBadge } from '../../../ui/doctor-status-badge.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useTimeOrDate } from '../../../ui/hooks/use-time-or-date.ts';
import { CurrentEntry } from '../entry/current-entry.tsx';
import { useDensity } from '../view/density.store.ts';
import { lastOfLines } from '../actions/desk-access.ts';
import { EntryList } from './entry-list.tsx';
import type { ListHandle } from '../keyboard/list-focus.ts';
import { useColleagues } from './use-queues.ts';
import { lineAround } from '../entry/reorder.ts';
import { Suggested } from '../entry/suggested.tsx';
import { useReorder } from '../entry/use-reorder.ts';
import { WaitingRow } from '../entry/waiting-row.tsx';

interface Selection {
  selected: string | null;
  onSelect: (id: string | null) => void;
  listRef: Ref<ListHandle>;
}

/** One doctor's queue: the current patient and the list of waiting patients [ADM-5]. */
export function DoctorQueue({
  current,
  waiting,
  selected,
  onSelect,
  listRef,
}: Selection & {
  current: StaffEntry | undefined;
  waiting: readonly StaffEntry[];
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (!current && waiting.length === 0) {
    return (
      <EmptyState headingLevel={3} title={queueDesk.noQueueTitle} description={queueDesk.noQueue} />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-2">
        <h3 className={headingLook}>{queueDesk.inProgress}</h3>
        {current ? (
          <CurrentEntry entry={current} />
        ) : (
          <p className={emptyLineLook}>{queueDesk.nobodyInside}</p>
        )}
      </section>
      <WaitingSection
        {...{ waiting, selected, onSelect, listRef }}
        consultationRuns={current !== undefined}
      />
    </div>
  );
}

function WaitingSection({
  waiting,
  consultationRuns,
  selected,
  onSelect,
  listRef,
}: Selection & { waiting: readonly StaffEntry[]; consultationRuns: boolean }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ waiting: density }] = useDensity();
  const { shown, grip, grabbed } = useReorder(waiting, listRef);
  const last = useMemo(() => lastOfLines(shown), [shown]);
  return (
    <section className="flex flex-col gap-2">
      <h3 className={headingLook}>
        {queueDesk.waitingList}
        <span className="ms-2 font-normal tabular-nums">
          {queueDesk.waitingCount(waiting.length)}
        </span>
      </h3>
      <Suggested line={waiting} />
      {waiting.length === 0 ? (
        <p className={emptyLineLook}>{queueDesk.nobodyWaits}</p>
      ) : (
        <EntryList
          ref={listRef}
          label={queueDesk.waitingList}
          entries={shown}
          still={grabbed?.by === 'pointer'}
          selected={selected}
          onSelect={onSelect}
          density={density}
          kind="waiting"
          render={(entry) => (
            <WaitingRow
              entry={entry}
              isLast={last.has(entry.id)}
              consultationRuns={consultationRuns}
              isCompact={density === 'compact'}
              grip={grip}
              lifted={grabbed?.entry.id === entry.id ? grabbed.entry : null}
            />
          )}
        />
      )}
    </section>
  );
}

/**
 * A shared line: the patients at its service points, and the list of waiting patients [ADM-5,
 * LINE-2].
 */
export function SharedQueue({
  served,
  waiting,
  selected,
  onSelect,
  listRef,
}: Selection & {
  served: readonly StaffEntry[];
  waiting: readonly StaffEntry[];
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (served.length === 0 && waiting.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title={queueDesk.noQueueTitle}
        description={queueDesk.noLineQueue}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-2">
        <h3 className={headingLook}>{queueDesk.servedNow}</h3>
        {served.length === 0 ? (
          <p className={emptyLineLook}>{queueDesk.nobodyServed}</p>
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {served.map((entry) => (
              <ServedEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </section>
      <WaitingSection {...{ waiting, selected, onSelect, listRef }} consultationRuns={false} />
    </div>
  );
}

/**
 * The patient at a service point and since when. Staff end the service on the service point's own
 * screen.
 */
function ServedEntry({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const timeOrDate = useTimeOrDate();
  const { patient, token, point, startedAt, hospital } = entry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-sm">
      <Facts className="text-ink-soft tabular-nums">
        <span className="font-semibold wrap-anywhere text-ink">
          <bdi>{patient.fullName}</bdi>
        </span>
        {token}
        {startedAt !== null && queueDesk.insideSince(timeOrDate(startedAt, hospital.timeZone))}
      </Facts>
      {point !== null && (
        <TextLink href={`/staff/counter/${point.id}`} className="text-sm">
          <bdi>{point.name}</bdi>
        </TextLink>
      )}
    </li>
  );
}

/**
 * All waiting entries of the hospital. Each doctor's line is under a heading with the doctor's name
 * [STAFF-3].
 */
export const ActiveQueue = memo(function ActiveQueue({
  entries,
  selected,
  onSelect,
  listRef,
}: Selection & { entries: readonly StaffEntry[] }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const [{ waiting: density }] = useDensity();
  const { shown, grip, grabbed } = useReorder(entries, listRef);
  const last = useMemo(() => lastOfLines(shown), [shown]);
  if (entries.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title={queueDesk.noQueueTitle}
        description={queueDesk.nobodyWaits}
      />
    );
  }
  return (
    <EntryList
      ref={listRef}
      label={queueDesk.activeTab}
      entries={shown}
      still={grabbed?.by === 'pointer'}
      selected={selected}
      onSelect={onSelect}
      density={density}
      kind="waiting"
      render={(entry, index) => {
        return (
          <>
            {entry.position === 1 && (
              <>
                <div
                  className={`flex flex-wrap items-center justify-between gap-x-3 pb-1 ${index === 0 ? '' : 'pt-2'}`}
                >
                  <h3 className={headingLook}>
                    {entry.doctor.service === null
                      ? `${entry.doctor.name} · ${specialtyOf(entry.doctor)}`
                      : entry.doctor.name}
                  </h3>
                  <StatusNow doctorId={entry.doctor.id} />
                </div>
                <Suggested line={lineAround(entries, entry)} />
              </>
            )}
            <WaitingRow
              entry={entry}
              isLast={last.has(entry.id)}
              consultationRuns={false}
              isCompact={density === 'compact'}
              grip={grip}
              lifted={grabbed?.entry.id === entry.id ? grabbed.entry : null}
            />
          </>
        );
      }}
    />
  );
});

/** The status of the doctor of a line. Renders nothing for a shared line. */
function StatusNow({ doctorId }: { doctorId: string }): ReactNode {
  const { doctors } = useColleagues();
  const doctor = doctors?.find(({ id }) => id === doctorId);
  return (
    doctor && (
      <DoctorStatusBadge
        status={doctor.status}
        breakUntil={doctor.breakUntil}
        timeZone={doctor.timeZone}
      />
    )
  );
}

const headingLook = 'text-sm font-semibold text-ink-soft';
const emptyLineLook =
  'rounded-card border border-dashed border-control-line/50 px-4 py-5 text-center text-[0.9375rem] text-ink-soft';
