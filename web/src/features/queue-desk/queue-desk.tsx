import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { UserPlus } from 'lucide-react';
import { memo, type ReactNode, useCallback } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useSoughtEntry } from '../../shared/answer-summary/sought-entry.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useDesk } from './desk.tsx';
import { BoardHeader } from './board-header.tsx';
import { DeskHeader } from './desk-header.tsx';
import { type DeskCommand, deskKeys } from './keyboard/desk-keys.ts';
import { DeskPalette } from './keyboard/desk-palette.tsx';
import { DeskPanes, type Pane } from './desk-panes.tsx';
import { DeskError, DeskSkeleton } from './desk-states.tsx';
import { AllLines, DoctorSelect, OneLine } from './line-pane.tsx';
import { stateOf } from './lists/list-state.ts';
import { usePendingPane } from './pending-pane.tsx';
import { DoctorsNow } from './doctors-now.tsx';
import { useSideBySide } from './view/desk-view.store.ts';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { useDeskBoard } from './keyboard/use-desk-board.ts';
import { useColumns } from './lists/use-columns.ts';
import {
  useColleagues,
  useDoctorQueue,
  useOrderedPending,
  useRefresh,
  useSharedLines,
  useWaiting,
} from './lists/use-queues.ts';

export interface QueueDeskProps {
  hospitalId: string;
  /** The doctor or shared line that the URL names. If undefined, the first doctor is shown. */
  doctorId: string | undefined;
  onDoctor: (doctorId: string) => void;
  pane: Pane;
  onPane: (pane: Pane) => void;
  /** The URL of the page where doctors are added. */
  doctorsHref: string;
}

const noLines: readonly SharedLine[] = [];

const allCommands: readonly DeskCommand[] = deskKeys.map(([, command]) => command);

/** The administrator's queue desk: requests to approve, and each doctor's line [ADM-3 … ADM-6]. */
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

/** The lines that the user can choose from. `doctor` is shown if the URL names no other line. */
interface Choice {
  readonly doctors: readonly Colleague[];
  readonly doctor: Colleague;
  readonly lines: readonly SharedLine[];
}

/**
 * A separate component, so that a key press renders only the lists again, and not the parts around
 * the lists.
 */
function Board({
  hospitalId,
  doctorId,
  doctors,
  doctor,
  lines,
  onDoctor,
  pane,
  onPane,
}: QueueDeskProps & Choice): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const pending = useOrderedPending(hospitalId);
  const { line, shownId, queue, isSideBySide, all, columns, keyed } = useShownLines({
    hospitalId,
    doctorId,
    doctors,
    doctor,
    lines,
  });
  const { refresh, busy } = useRefresh();
  const { receive } = useDesk();
  const onWalkIn = (asEmergency: boolean) => receive({ doctorId: shownId, asEmergency });
  const board = useDeskBoard({ pending: pending.open, ...keyed, pane, onPane, refresh, onWalkIn });
  const pendingPane = usePendingPane(pending, board.pending);
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
        pending={pendingPane}
        doctorsNow={<DoctorsNow hospitalId={hospitalId} onDoctor={onDoctor} />}
        queue={{
          label: queueDesk.doctorTab,
          choice: (
            <DoctorSelect
              doctors={doctors}
              doctor={isSideBySide ? undefined : doctor}
              lines={lines}
              line={line}
              onDoctor={onDoctor}
            />
          ),
          content: isSideBySide ? (
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

/** The lines on screen: one doctor's line, a shared line, or all lines side by side. */
function useShownLines({
  hospitalId,
  doctorId,
  doctors,
  doctor,
  lines,
}: Choice & Pick<QueueDeskProps, 'hospitalId' | 'doctorId'>) {
  const line = lines.find(({ id }) => id === doctorId);
  const shownId = line?.id ?? doctor.id;
  const queue = useDoctorQueue(shownId);
  const isSideBySide =
    useSideBySide() && line === undefined && doctors.every(({ id }) => id !== doctorId);
  const all = useWaiting(hospitalId, { isWanted: isSideBySide });
  const columns = useColumns(hospitalId, all.entries);
  /** The queue entries on which the keyboard shortcuts can act. */
  const keyed = isSideBySide
    ? { waiting: columns.entries, inside: columns.inside, hasLists: true }
    : { waiting: queue.waiting, inside: line || !queue.current ? [] : [queue.current] };
  return { line, shownId, queue, isSideBySide, all, columns, keyed };
}
