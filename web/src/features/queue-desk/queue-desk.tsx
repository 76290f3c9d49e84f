import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { QueryKey } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { memo, type ReactNode, Suspense, useCallback } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useSoughtEntry } from '../../shared/answer-summary/sought-entry.ts';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { useUser } from '../../session/session.ts';
import { CountBadge, DoctorStatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { Select } from '../../ui/form/select.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { DeskHeader } from './desk-header.tsx';
import { type DeskCommand, deskKeys } from './keyboard/desk-keys.ts';
import { DeskPalette } from './keyboard/desk-palette.tsx';
import { DeskPanes, type Pane } from './desk-panes.tsx';
import { DeskError, DeskSkeleton } from './desk-states.tsx';
import { DoctorsNow } from './doctors-now.tsx';
import { useSideBySide } from './view/desk-view.store.ts';
import { LineColumns } from './lists/line-columns.tsx';
import { FirstOfLine, MoreEntries } from './lists/more-entries.tsx';
import { LineOrderNote, RequestOrderNote } from './lists/order-notes.tsx';
import { PendingList } from './lists/pending-list.tsx';
import { DoctorQueue, SharedQueue } from './lists/queue-pane.tsx';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { TodayButton } from './day/today-button.tsx';
import { type BoardList, useDeskBoard } from './keyboard/use-desk-board.ts';
import { useColumns } from './lists/use-columns.ts';
import {
  useColleagues,
  useDoctorQueue,
  useOrderedPending,
  useRefresh,
  useSharedLines,
  useWaiting,
} from './lists/use-queues.ts';
import { ViewButton } from './view/view-button.tsx';
import { WalkInButton } from './walk-in-button.tsx';
import { SilentMark } from './silent-mark.tsx';

/** Lazily loaded after the lists, because it is rarely needed. */
const DayEndNotice = fetchedPart(
  async () => (await import('./day/day-end-notice.tsx')).DayEndNotice,
);

const ClosedPointsNotice = fetchedPart(
  async () =>
    (await import('../../shared/doctor-points/closed-points-notice.tsx')).ClosedPointsNotice,
);

export interface QueueDeskProps {
  hospitalId: string;
  /** The doctor or shared line in the URL; undefined shows the first doctor. */
  doctorId: string | undefined;
  onDoctor: (doctorId: string) => void;
  pane: Pane;
  onPane: (pane: Pane) => void;
  /** The page where doctors are added. */
  doctorsHref: string;
}

const noLines: readonly SharedLine[] = [];

const allCommands: readonly DeskCommand[] = deskKeys.map(([, command]) => command);

/** The administrator's desk: requests to approve, and each doctor's line [ADM-3 … ADM-6]. */
export const QueueDesk = memo(function QueueDesk(props: QueueDeskProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { query, doctors } = useColleagues();
  const { data: lines = noLines, isPending } = useSharedLines();
  const { refresh, busy } = useRefresh();
  const first = doctors?.[0];
  const isLineMeant = Boolean(props.doctorId) && doctors?.every(({ id }) => id !== props.doctorId);
  if (doctors && first && !(isLineMeant && isPending)) {
    const shown = doctors.find((doctor) => doctor.id === props.doctorId) ?? first;
    return <Board {...props} doctors={doctors} doctor={shown} lines={lines} />;
  }
  return (
    <>
      <DeskHeader title={queueDesk.title} refresh={refresh} refreshing={busy} />
      {doctors && !first && (
        <EmptyState
          title={queueDesk.noDoctorsTitle}
          description={queueDesk.noDoctors}
          action={
            <ButtonLink
              variant="primary"
              icon={<UserPlus aria-hidden="true" />}
              href={props.doctorsHref}
            >
              {queueDesk.nav.doctors}
            </ButtonLink>
          }
        />
      )}
      {(query.isPending || first) && <DeskSkeleton kind="cards" />}
      {query.isError && <DeskError failure={query.error} fallback={queueDesk.failed.pending} />}
    </>
  );
});

/** Separate from the parts around it, so that a press re-renders only the lists. */
function Board({
  hospitalId,
  doctorId,
  doctors,
  doctor,
  lines,
  onDoctor,
  pane,
  onPane,
}: QueueDeskProps & {
  doctors: readonly Colleague[];
  doctor: Colleague;
  lines: readonly SharedLine[];
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const pending = useOrderedPending(hospitalId);
  const line = lines.find(({ id }) => id === doctorId);
  const shownId = line?.id ?? doctor.id;
  const queue = useDoctorQueue(shownId);
  const isSideBySide =
    useSideBySide() && line === undefined && doctors.every(({ id }) => id !== doctorId);
  const all = useWaiting(hospitalId, { isWanted: isSideBySide });
  const columns = useColumns(hospitalId, all.entries);
  const { refresh, busy } = useRefresh();
  const board = useDeskBoard({
    pending: pending.open,
    ...(isSideBySide
      ? {
          waiting: columns.entries,
          inside: columns.inside,
          hasLists: true,
        }
      : { waiting: queue.waiting, inside: line || !queue.current ? [] : [queue.current] }),
    pane,
    onPane,
    refresh,
  });
  const { show: showInList } = board;
  const show = useCallback(
    (entry: StaffEntry) => {
      if (!isSideBySide) onDoctor(entry.doctor.id);
      showInList(entry);
    },
    [isSideBySide, onDoctor, showInList],
  );
  useSoughtEntry(show);
  return (
    <>
      <BoardHeader
        hospitalId={hospitalId}
        doctorId={shownId}
        onDoctor={onDoctor}
        listLabel={queueDesk.oneDoctor}
        hasLines={isSideBySide}
        refresh={refresh}
        refreshing={busy}
        onFind={board.openPalette}
        onHelp={board.openHelp}
        todaySought={board.todaySought}
        onShow={show}
      />
      <DeskPanes
        label={queueDesk.panes}
        chosen={pane}
        isQueueWide={isSideBySide}
        onChoose={onPane}
        pending={{
          label: queueDesk.pendingTab,
          badge: <CountBadge count={pending.count} label={queueDesk.requests(pending.count)} />,
          content: (
            <PendingPane
              {...stateOf(pending.query)}
              listKey={pending.queryKey}
              entries={pending.entries}
              open={pending.open}
              {...board.pending}
            />
          ),
        }}
        queue={{
          label: queueDesk.doctorTab,
          content: (
            <div className="flex flex-col gap-4">
              <DoctorsNow hospitalId={hospitalId} onDoctor={onDoctor} />
              <DoctorSelect
                doctors={doctors}
                doctor={isSideBySide ? undefined : doctor}
                lines={lines}
                line={line}
                onDoctor={onDoctor}
              />
              {isSideBySide ? (
                <AllLines all={all} columns={columns} list={board.waiting} />
              ) : (
                <OneLine
                  doctorId={shownId}
                  {...stateOf(queue.query)}
                  current={queue.current}
                  {...(line && { served: queue.inside })}
                  waiting={queue.waiting}
                  unlisted={queue.unlisted}
                  {...board.waiting}
                />
              )}
            </div>
          ),
        }}
      />
      <ShortcutSheet {...board.keys} commands={allCommands} />
      <DeskPalette
        palette={board.palette}
        hospitalId={hospitalId}
        commands={allCommands}
        onDoctor={(id) => {
          onDoctor(id);
          onPane('queue');
        }}
        onShow={show}
      />
    </>
  );
}

/** The title and the buttons beside it. */
export const BoardHeader = memo(function BoardHeader({
  hospitalId,
  doctorId,
  onDoctor,
  listLabel,
  hasLines,
  onHelp,
  todaySought,
  onShow,
  ...header
}: {
  hospitalId: string;
  /** The default doctor for a patient added at the desk. */
  doctorId: string | undefined;
  onDoctor: (doctorId: string) => void;
  /** The label of the layout option besides "side by side". */
  listLabel: string;
  hasLines: boolean;
  refresh: () => void;
  refreshing: boolean;
  onFind: () => void;
  onHelp: () => void;
  todaySought: string;
  onShow: (entry: StaffEntry) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const role = useUser()?.role;
  const runsDesk = role === 'receptionist' || role === 'hospital_admin';
  return (
    <>
      <DeskHeader
        title={queueDesk.title}
        {...header}
        actions={
          <>
            <TodayButton hospitalId={hospitalId} sought={todaySought} onShow={onShow} />
            <WalkInButton doctorId={doctorId} />
            <ViewButton
              hasRequests
              hasLines={hasLines}
              columns={{ listLabel, onSideBySide: () => onDoctor('') }}
              onHelp={onHelp}
            />
          </>
        }
      />
      {runsDesk && (
        <Suspense fallback={null}>
          <DayEndNotice mayConsult={role === 'hospital_admin'} />
          <ClosedPointsNotice />
        </Suspense>
      )}
    </>
  );
});

/** The loading state of a list, without its content. */
export interface ListState {
  readonly isRead: boolean;
  readonly failure: Error | null;
}

export function stateOf({ data, error }: { data: unknown; error: Error | null }): ListState {
  return { isRead: data !== undefined, failure: error };
}

/** The chosen line, a doctor's or a shared one, in any loading state. */
const OneLine = memo(function OneLine({
  doctorId,
  isRead,
  failure,
  current,
  served,
  waiting,
  unlisted,
  ...list
}: ListState &
  BoardList & {
    doctorId: string;
    current: StaffEntry | undefined;
    served?: readonly StaffEntry[];
    waiting: readonly StaffEntry[];
    unlisted: number;
  }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (!isRead) {
    return failure === null ? (
      <DeskSkeleton kind="rows" />
    ) : (
      <DeskError failure={failure} fallback={queueDesk.failed.doctorQueue} />
    );
  }
  return (
    <>
      {served ? (
        <SharedQueue key={doctorId} served={served} waiting={waiting} {...list} />
      ) : (
        <DoctorQueue key={doctorId} current={current} waiting={waiting} {...list} />
      )}
      <FirstOfLine shown={waiting.length} unlisted={unlisted} />
    </>
  );
});

/** The lines of all doctors side by side, in any loading state. */
function AllLines({
  all,
  columns,
  list,
}: {
  all: ReturnType<typeof useWaiting>;
  columns: ReturnType<typeof useColumns>;
  list: BoardList;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { query, queryKey, entries } = all;
  if (query.isPending) return <DeskSkeleton kind="rows" />;
  if (!query.data) {
    return <DeskError failure={query.error} fallback={queueDesk.failed.doctorQueue} />;
  }
  return (
    <>
      <LineColumns lines={columns.lines} inside={columns.inside} {...list} />
      <LineOrderNote listKey={queryKey} />
      <MoreEntries listKey={queryKey} shown={entries.length} />
    </>
  );
}

/** The requests, in any loading state. */
export const PendingPane = memo(function PendingPane({
  isRead,
  failure,
  listKey,
  entries,
  open,
  ...list
}: ListState &
  BoardList & {
    listKey: QueryKey;
    entries: readonly StaffEntry[];
    open: readonly StaffEntry[];
  }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (isRead) {
    return (
      <>
        <PendingList entries={entries} open={open} {...list} />
        <RequestOrderNote listKey={listKey} />
        <MoreEntries listKey={listKey} shown={entries.length} />
      </>
    );
  }
  if (failure !== null) {
    return <DeskError failure={failure} fallback={queueDesk.failed.pending} />;
  }
  return <DeskSkeleton kind="cards" />;
});

const DoctorSelect = memo(function DoctorSelect({
  doctors,
  doctor,
  lines,
  line,
  onDoctor,
}: {
  doctors: readonly Colleague[];
  /** undefined if all are shown. */
  doctor: Colleague | undefined;
  lines: readonly SharedLine[];
  /** The shared line that is shown instead of a doctor's. */
  line: SharedLine | undefined;
  onDoctor: (doctorId: string) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const mayShowAll = useSideBySide();
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <Select
        label={lines.length === 0 ? queueDesk.doctor : queueDesk.doctorOrLine}
        className="min-w-0 flex-1 basis-56"
        value={line?.id ?? doctor?.id ?? ''}
        {...(mayShowAll && { placeholder: queueDesk.allDoctors })}
        options={[
          ...doctors.map((one) => ({
            value: one.id,
            label: `${one.name} – ${specialtyOf(one)}`,
          })),
          ...lines.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onDoctor(event.target.value)}
      />
      {line && (
        <p className="flex min-h-11 items-center text-sm text-ink-soft tabular-nums md:pointer-fine:min-h-10">
          {queueDesk.openPoints(line.points.filter(({ state }) => state === 'open').length)}
        </p>
      )}
      {doctor && !line && (
        <span className="flex min-h-11 flex-wrap items-center gap-1 md:pointer-fine:min-h-10">
          <SilentMark line={doctor.line} />
          <DoctorStatusBadge
            status={doctor.status}
            breakUntil={doctor.breakUntil}
            timeZone={doctor.timeZone}
          />
        </span>
      )}
    </div>
  );
});
