import { memo, type ReactNode, useMemo } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useSoughtEntry } from '../../shared/answer-summary/sought-entry.ts';
import { useUser } from '../../session/session.ts';
import { Select } from '../../ui/form/select.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { mayDo } from './actions/desk-access.ts';
import { useDesk } from './desk.tsx';
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
  /** The doctor whose line is shown alone. Undefined if all lines are shown. */
  doctorId: string | undefined;
  onDoctor: (doctorId: string) => void;
  pane: Pane;
  onPane: (pane: Pane) => void;
}

/**
 * The queue desk for staff: the numbers of the day, patients' requests, and all waiting entries
 * [STAFF-2 … STAFF-4].
 */
export const StaffDesk = memo(function StaffDesk({
  hospitalId,
  doctorId,
  onDoctor,
  pane,
  onPane,
}: StaffDeskProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
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
    onWalkIn: (asEmergency) => desk.receive({ doctorId, asEmergency }),
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
            doctorsNow={<DoctorsNow hospitalId={hospitalId} onDoctor={onDoctor} />}
            queue={{
              label: queueDesk.activeTab,
              choice: <LineSelect lines={lines} onDoctor={onDoctor} />,
              content: <StaffLines lines={lines} list={board.waiting} />,
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

/** All lines of the hospital, and the lines to show: the chosen doctor's line, or all lines. */
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
  /** The queue entries on which the keyboard shortcuts can act. */
  const keyed = {
    waiting: isSideBySide ? columns.entries : entries,
    ...(isSideBySide && { inside: columns.inside, hasLists: true }),
  };
  /** The value of the select field for the line. Empty while all lines are shown. */
  const chosenId = shown.length === 1 ? (doctorId ?? '') : '';
  return { waiting, columns, all, chosenId, isOneChosen, isSideBySide, entries, keyed };
}

/** The select field for showing one doctor's line, a shared line, or all lines. */
function LineSelect({
  lines: { all, chosenId },
  onDoctor,
}: {
  lines: ReturnType<typeof useStaffLines>;
  onDoctor: (doctorId: string) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  if (all.length < 2) return null;
  const hasShared = all.some(({ doctor }) => doctor.service !== null);
  return (
    <Select
      label={hasShared ? queueDesk.doctorOrLine : queueDesk.doctor}
      labelHidden
      value={chosenId}
      placeholder={hasShared ? queueDesk.allDoctorsAndLines : queueDesk.allDoctors}
      options={all.map(({ doctor, entries: line }) => ({
        value: doctor.id,
        label: `${doctor.name} (${line.length})`,
      }))}
      onChange={(event) => onDoctor(event.target.value)}
    />
  );
}

/** The waiting entries of the lines that the user has chosen. */
function StaffLines({
  lines: { waiting, columns, isSideBySide, entries },
  list,
}: {
  lines: ReturnType<typeof useStaffLines>;
  list: BoardList;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <>
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

/**
 * Returns the keyboard shortcuts that this user may use. A user without an own queue gets no
 * shortcuts for consultations.
 */
function useStaffCommands(): readonly DeskCommand[] {
  const user = useUser();
  return useMemo(
    () =>
      deskKeys
        .map(([, command]) => command)
        .filter(
          (command) =>
            // The shortcut to complete a visit is left out, because this page does not show the
            // patient in consultation.
            command !== 'complete' &&
            (!isKeyed(command) || mayDo(command, user?.doctorId ?? '', user)),
        ),
    [user],
  );
}

const shownCounts = ['pending', 'approvedToday', 'rejectedToday'] as const;

/**
 * The numbers of the hospital's day from the server, in one line of text above the requests
 * [STAFF-2].
 */
const Counts = memo(function Counts({ hospitalId }: { hospitalId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { data, isError } = useDayCounts(hospitalId);
  if (isError && !data) return null;
  return (
    <div className="mb-1 min-h-7">
      {data ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft tabular-nums">
          {shownCounts.map((name) => (
            <div key={name} className="flex flex-row-reverse items-baseline gap-1.5">
              <dt>{queueDesk.stats[name]}</dt>
              <dd className="text-lg font-semibold text-ink">{format.number(data[name])}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <LoadingRegion label={queueDesk.loading}>
          <Skeleton className="h-6 w-80 max-w-full" />
        </LoadingRegion>
      )}
    </div>
  );
});
