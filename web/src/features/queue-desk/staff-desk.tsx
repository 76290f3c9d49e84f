import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useSoughtEntry } from '../../shared/answer-summary/sought-entry.ts';
import { useUser } from '../../session/session.ts';
import { StatCard } from '../../ui/layout/card.tsx';
import { Select } from '../../ui/form/select.tsx';
import { StatsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { mayDo } from './actions/desk-access.ts';
import { linesByDoctor } from './actions/desk-changes.ts';
import { type DeskCommand, deskKeys, isKeyed } from './keyboard/desk-keys.ts';
import { DeskPalette } from './keyboard/desk-palette.tsx';
import { DeskPanes, type Pane } from './desk-panes.tsx';
import { DeskError, DeskSkeleton } from './desk-states.tsx';
import { DoctorsNow } from './doctors-now.tsx';
import { linesInOrder } from './view/desk-view.ts';
import { useDeskView, useSideBySide } from './view/desk-view.store.ts';
import { LineColumns } from './lists/line-columns.tsx';
import { MoreEntries } from './lists/more-entries.tsx';
import { LineOrderNote } from './lists/order-notes.tsx';
import { BoardHeader } from './board-header.tsx';
import { usePendingPane } from './pending-pane.tsx';
import { ActiveQueue } from './lists/queue-pane.tsx';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { type BoardList, useDeskBoard } from './keyboard/use-desk-board.ts';
import { useColumns } from './lists/use-columns.ts';
import { useDayCounts, useOrderedPending, useRefresh, useWaiting } from './lists/use-queues.ts';

export interface StaffDeskProps {
  hospitalId: string;
  /** Limits the desk to one doctor's line. */
  doctorId: string | undefined;
  onDoctor: (doctorId: string) => void;
  pane: Pane;
  onPane: (pane: Pane) => void;
}

/** The staff's desk: the day's counts, the requests, all waiting entries [STAFF-2 … STAFF-4]. */
export const StaffDesk = memo(function StaffDesk({
  hospitalId,
  doctorId,
  onDoctor,
  pane,
  onPane,
}: StaffDeskProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const pending = useOrderedPending(hospitalId);
  const lines = useStaffLines(hospitalId, doctorId);
  const { waiting, isSideBySide } = lines;
  const { refresh, busy } = useRefresh();
  const board = useDeskBoard({
    pending: pending.open,
    ...lines.keyed,
    pane,
    onPane,
    refresh,
  });
  const pendingPane = usePendingPane(pending, board.pending);
  const commands = useStaffCommands();
  useSoughtEntry((entry) => {
    if (lines.isOneChosen && entry.doctor.id !== doctorId) onDoctor('');
    board.show(entry);
  });
  const isBroken =
    pending.query.isError && waiting.query.isError && !pending.query.data && !waiting.query.data;
  return (
    <>
      <BoardHeader
        hospitalId={hospitalId}
        doctorId={doctorId}
        onDoctor={onDoctor}
        listLabel={queueDesk.oneBelowTheOther}
        hasLines
        refresh={refresh}
        refreshing={busy}
        onFind={board.openPalette}
        onHelp={board.openHelp}
        todaySought={board.todaySought}
        onShow={board.show}
      />
      {isBroken ? (
        <DeskError failure={waiting.query.error} fallback={queueDesk.failed.doctorQueue} />
      ) : (
        <>
          <Counts hospitalId={hospitalId} />
          <DeskPanes
            label={queueDesk.panes}
            chosen={pane}
            isQueueWide={isSideBySide}
            onChoose={onPane}
            pending={pendingPane}
            queue={{
              label: queueDesk.activeTab,
              content: (
                <div className="flex flex-col gap-4">
                  <DoctorsNow hospitalId={hospitalId} onDoctor={onDoctor} />
                  <StaffLines lines={lines} list={board.waiting} onDoctor={onDoctor} />
                </div>
              ),
            }}
          />
        </>
      )}
      <ShortcutSheet {...board.keys} commands={commands} />
      <DeskPalette
        palette={board.palette}
        hospitalId={hospitalId}
        commands={commands}
        onDoctor={(id) => {
          onDoctor(id);
          onPane('queue');
        }}
        onShow={board.show}
      />
    </>
  );
});

/** All lines, and those of them that are shown: the chosen doctor's, or all. */
function useStaffLines(hospitalId: string, doctorId: string | undefined) {
  const waiting = useWaiting(hospitalId);
  const columns = useColumns(hospitalId, waiting.entries);
  const [{ lines: order }] = useDeskView();
  const all = useMemo(
    () => linesInOrder(linesByDoctor(waiting.entries), order),
    [waiting.entries, order],
  );
  const chosen = useMemo(() => all.filter(({ doctor }) => doctor.id === doctorId), [all, doctorId]);
  const isOneChosen = chosen.length > 0;
  const shown = isOneChosen ? chosen : all;
  const isSideBySide = useSideBySide() && !isOneChosen;
  const entries = useMemo(() => shown.flatMap((line) => line.entries), [shown]);
  /** The entries that the shortcuts work with. */
  const keyed = {
    waiting: isSideBySide ? columns.entries : entries,
    ...(isSideBySide && { inside: columns.inside, hasLists: true }),
  };
  /** The value of the select, which is empty while all lines are shown. */
  const chosenId = shown.length === 1 ? (doctorId ?? '') : '';
  return { waiting, columns, all, chosenId, isOneChosen, isSideBySide, entries, keyed };
}

/** The waiting entries, with a choice of the doctor or line. */
function StaffLines({
  lines: { waiting, columns, all, chosenId, isSideBySide, entries },
  list,
  onDoctor,
}: {
  lines: ReturnType<typeof useStaffLines>;
  list: BoardList;
  onDoctor: (doctorId: string) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const hasShared = all.some(({ doctor }) => doctor.service !== null);
  return (
    <>
      {all.length > 1 && (
        <Select
          label={hasShared ? queueDesk.doctorOrLine : queueDesk.doctor}
          value={chosenId}
          placeholder={hasShared ? queueDesk.allDoctorsAndLines : queueDesk.allDoctors}
          options={all.map(({ doctor, entries: line }) => ({
            value: doctor.id,
            label: `${doctor.name} (${line.length})`,
          }))}
          onChange={(event) => onDoctor(event.target.value)}
        />
      )}
      {waiting.query.isPending && <DeskSkeleton kind="rows" />}
      {waiting.query.isError && !waiting.query.data && (
        <DeskError failure={waiting.query.error} fallback={queueDesk.failed.doctorQueue} />
      )}
      {waiting.query.data &&
        (isSideBySide ? (
          <LineColumns lines={columns.lines} inside={columns.inside} {...list} />
        ) : (
          <ActiveQueue entries={entries} {...list} />
        ))}
      <LineOrderNote listKey={waiting.queryKey} />
      <MoreEntries listKey={waiting.queryKey} shown={waiting.entries.length} />
    </>
  );
}

/** The shortcuts without those for consulting, if the user has no own queue. */
function useStaffCommands(): readonly DeskCommand[] {
  const user = useUser();
  return useMemo(
    () =>
      deskKeys
        .map(([, command]) => command)
        .filter(
          (command) =>
            // The patient inside is not shown here.
            command !== 'complete' &&
            (!isKeyed(command) || mayDo(command, user?.doctorId ?? '', user)),
        ),
    [user],
  );
}

/** The counts of the hospital's day from the server [STAFF-2]. */
const Counts = memo(function Counts({ hospitalId }: { hospitalId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { data, isError } = useDayCounts(hospitalId);
  if (isError && !data) return null;
  return (
    <div className="mb-5">
      {data ? (
        // Side by side where the longest word of the language fits.
        <div className="flex flex-wrap gap-2 *:min-w-min *:flex-1 *:basis-24 max-sm:[&_span[aria-hidden]]:hidden sm:gap-3">
          <StatCard
            label={queueDesk.stats.pending}
            value={format.number(data.pending)}
            icon={<Hourglass />}
            tone="warning"
          />
          <StatCard
            label={queueDesk.stats.approvedToday}
            value={format.number(data.approvedToday)}
            icon={<CircleCheck />}
            tone="success"
          />
          <StatCard
            label={queueDesk.stats.rejectedToday}
            value={format.number(data.rejectedToday)}
            icon={<CircleX />}
            tone="danger"
          />
        </div>
      ) : (
        <StatsSkeleton
          label={queueDesk.loading}
          className="grid-cols-3 gap-2 max-sm:[&_.size-10]:hidden sm:gap-3"
        />
      )}
    </div>
  );
});
