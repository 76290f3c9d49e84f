import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { DeskHeader } from './desk-header.tsx';
import { type DeskCommand, deskKeys } from './keyboard/desk-keys.ts';
import { DeskPalette } from './keyboard/desk-palette.tsx';
import { DeskError, DeskSkeleton } from './desk-states.tsx';
import { DoctorQueue } from './lists/queue-pane.tsx';
import { FirstOfLine } from './lists/more-entries.tsx';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { TodayButton } from './day/today-button.tsx';
import { ViewButton } from './view/view-button.tsx';
import { useDeskBoard } from './keyboard/use-desk-board.ts';
import { useDoctorQueue, useRefresh } from './lists/use-queues.ts';

/** The doctor's own queue page [DOC-2]. `children` are shown between the title and the queue. */
export function OwnQueue({
  doctorId,
  back,
  description,
  children,
}: {
  doctorId: string;
  back: { readonly href: string; readonly label: string };
  description?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { query, current, waiting, unlisted } = useDoctorQueue(doctorId);
  const hospitalId = useUser()?.hospitalId ?? '';
  const { refresh, busy } = useRefresh();
  const inside = current ? [current] : [];
  const board = useDeskBoard({ waiting, inside, pane: 'queue', onPane: stay, refresh });
  return (
    <>
      <DeskHeader
        title={queueDesk.myQueueTitle}
        {...(description === undefined ? {} : { description })}
        back={back}
        refresh={refresh}
        refreshing={busy}
        onFind={board.openPalette}
        actions={
          <>
            {hospitalId !== '' && (
              <TodayButton
                hospitalId={hospitalId}
                doctorId={doctorId}
                sought={board.todaySought}
                onShow={board.show}
              />
            )}
            <ViewButton
              hasRequests={false}
              hasLines={false}
              onHelp={() => board.keys.onOpenChange(true)}
            />
          </>
        }
      />
      {children}
      <h2 className="sr-only">{queueDesk.nav.queue}</h2>
      {query.isPending && <DeskSkeleton kind="rows" />}
      {query.isError && !query.data && (
        <DeskError failure={query.error} fallback={queueDesk.failed.doctorQueue} />
      )}
      {query.data && <DoctorQueue current={current} waiting={waiting} {...board.waiting} />}
      <FirstOfLine shown={waiting.length} unlisted={unlisted} />
      <ShortcutSheet {...board.keys} commands={ownCommands} />
      {hospitalId !== '' && (
        <DeskPalette
          palette={board.palette}
          hospitalId={hospitalId}
          doctorId={doctorId}
          commands={ownCommands}
          onShow={board.show}
        />
      )}
    </>
  );
}

function stay(): void {
  // Does nothing, because this page has no second list to switch to.
}

const ofDesk: ReadonlySet<DeskCommand> = new Set<DeskCommand>([
  'approve',
  'reject',
  'pendingPane',
  'queuePane',
  'walkIn',
  'emergency',
]);

const ownCommands: readonly DeskCommand[] = deskKeys
  .map(([, command]) => command)
  .filter((command) => !ofDesk.has(command));
