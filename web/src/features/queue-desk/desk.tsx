import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type AskedActionName,
  type DeskActionName,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useMemo,
  useState,
} from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import type { Onward } from '../../shared/send-on/onward-dialog.tsx';
import { takeBackSentOn, useSentOn } from '../../shared/send-on/sent-on.store.ts';
import { VitalsWindow } from '../../shared/vitals/vitals-window.tsx';
import { useUser } from '../../session/session.ts';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { ActionHints } from './actions/action-hints.tsx';
import { ConfirmEntry } from './actions/confirm-entry.tsx';
import { MoveDialog } from './actions/move-dialog.tsx';
import { NotesDialog } from './actions/notes-dialog.tsx';
import { type Received, ReceivingDialogs } from './receiving/receiving.tsx';
import { RejectDialog } from './rejecting/reject-dialog.tsx';
import { TransferDialog } from './actions/transfer-dialog.tsx';
import { UrgencyDialog } from './actions/urgency-dialog.tsx';
import { UndoBar } from './actions/undo-bar.tsx';
import { lastEnded, lastEndedAt, useLastEndedAt, withdrawUndo } from './actions/undo.store.ts';
import { useDecidedElsewhere } from './actions/use-decided-elsewhere.ts';
import { type Act, useDeskActions } from './actions/use-desk-actions.ts';

/** Lazily loaded, because only hospitals with shared lines need it. */
const OnwardDialog = fetchedDialog(
  async () => (await import('../../shared/send-on/onward-dialog.tsx')).OnwardDialog,
);
const SentOnBar = fetchedPart(
  async () => (await import('../../shared/send-on/sent-on-bar.tsx')).SentOnBar,
);

/** A desk action that asks for confirmation or input in a dialog. */
type Question = AskedActionName<'confirmation' | 'form'>;

export interface Desk {
  readonly act: Act;
  /** Opens the dialog of a desk action. */
  readonly ask: (question: Question, entry: StaffEntry, place?: number) => void;
  /** Runs the action, or first opens the action's dialog if it has one. */
  readonly press: (name: DeskActionName, entry: StaffEntry) => void;
  /** Undoes the latest action that ended a queue entry, while the undo is offered. */
  readonly undo: () => void;
  /**
   * Opens the dialog to forward a patient to another line. Undefined for a hospital without shared
   * lines [LINE-3].
   */
  readonly sendOn: ((entry: StaffEntry) => void) | undefined;
  /**
   * Opens the dialog with a visit's steps and plan. Undefined for a hospital without shared lines.
   */
  readonly plan: ((entry: StaffEntry) => void) | undefined;
  /** Opens the dialog in which the desk adds a patient to a line. */
  readonly receive: (whom: Received) => void;
}

interface Asked {
  readonly question: Question;
  readonly entry: StaffEntry;
  /** The target place in line of a move, if already known. */
  readonly place: number | undefined;
  /**
   * Counts how often a dialog was opened, so that the dialog starts with an empty form each time.
   */
  readonly turn: number;
}

interface FormProps {
  readonly entry: StaffEntry;
  readonly place: number | undefined;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly act: Act;
}

/** The form of each desk action that needs a form. The type ensures that no form is missing. */
const forms: {
  readonly [Name in AskedActionName<'form'>]: (props: FormProps) => ReactNode;
} = {
  reject: ({ act, ...props }) => (
    <RejectDialog {...props} onReject={(entry, reason) => act('reject', entry, { reason })} />
  ),
  note: ({ act, ...props }) => (
    <NotesDialog {...props} onAdd={(entry, notes) => act('note', entry, { notes })} />
  ),
  urgency: ({ act, ...props }) => (
    <UrgencyDialog
      {...props}
      onJudge={(entry, urgency, reason) => act('urgency', entry, { urgency, reason })}
    />
  ),
  transfer: ({ act, ...props }) => (
    <TransferDialog {...props} onTransfer={(entry, wish) => act('transfer', entry, wish)} />
  ),
  move: ({ act, ...props }) => (
    <MoveDialog
      {...props}
      onMove={(entry, position, reason) => act('move', entry, { position, reason })}
    />
  ),
};

const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (!desk) throw new Error('useDesk needs a DeskProvider above it');
  return desk;
}

/** Provides the desk's actions and their dialogs to the components inside. */
export function DeskProvider({ children }: { children: ReactNode }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [received, receive] = useState<Received>();
  const [onward, setOnward] = useState<Onward>();
  const hasShared = useHasSharedLines();
  const sentOn = useSentOn();
  const endedAt = useLastEndedAt();
  // The undo bars for a forwarded patient and for an ended entry would have the same position and
  // key. So only the bar for the later action is shown.
  const isSentOnLater = sentOn !== undefined && sentOn.at >= (endedAt ?? 0);
  const ask = useCallback((question: Question, entry: StaffEntry, place?: number) => {
    setAsked((before) => ({ question, entry, place, turn: (before?.turn ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const askReason = useCallback(
    (entry: StaffEntry, place: number) => ask('move', entry, place),
    [ask],
  );
  const act = useDeskActions(askReason);
  const close = useCallback(() => setOpen(false), []);
  useDecidedElsewhere(open ? asked : null, close);
  const desk = useMemo((): Desk => {
    return {
      act,
      ask,
      press: (name, entry) => press(name, entry, act, ask),
      undo: () => takeBackLast(act),
      ...(hasShared
        ? {
            sendOn: (entry: StaffEntry) => setOnward({ entry, when: 'now' }),
            plan: (entry: StaffEntry) => setOnward({ entry, when: 'later' }),
          }
        : { sendOn: undefined, plan: undefined }),
      receive,
    };
  }, [act, ask, hasShared]);

  function dialog(): ReactNode {
    if (!asked) return null;
    const { entry, question, place, turn } = asked;
    const props = { entry, open, onOpenChange: setOpen };
    if (isForm(question)) {
      const Form = forms[question];
      return <Form key={turn} {...props} place={place} act={act} />;
    }
    return <ConfirmEntry key={turn} {...props} action={question} onConfirm={act} />;
  }

  return (
    <DeskContext value={desk}>
      {children}
      <ActionHints />
      {dialog()}
      <VitalsWindow />
      <ReceivingDialogs received={received} onClose={() => receive(undefined)} />
      {!isSentOnLater && <UndoBar onUndo={desk.undo} />}
      <Suspense>
        {hasShared && onward && (
          <OnwardDialog onward={onward} onClose={() => setOnward(undefined)} />
        )}
        {(hasShared || sentOn !== undefined) && (
          <SentOnBar hotkey="z" isHeardElsewhere isCovered={!isSentOnLater} />
        )}
      </Suspense>
    </DeskContext>
  );
}

/**
 * Whether the cached list of lines contains a shared line. Reads the data that `useSharedLines`
 * fetches.
 */
function useHasSharedLines(): boolean {
  const { data } = useQuery({ ...linesQuery(), enabled: false });
  return data !== undefined && data.length > 0;
}

/**
 * Returns the functions to forward a patient and to plan the visit, if the user has the right. The
 * server checks the right again.
 */
export function useOnward(entry: StaffEntry): {
  readonly sendOn: (() => void) | undefined;
  readonly plan: (() => void) | undefined;
} {
  const { sendOn, plan } = useDesk();
  const user = useUser();
  const isTheirs = user?.role !== 'doctor' || user.doctorId === entry.doctor.id;
  const isThere = entry.status === 'waiting' || entry.status === 'in_progress';
  const may = isTheirs && isThere;
  return {
    // A patient who missed the call cannot be forwarded.
    sendOn: sendOn && may && !isAway(entry) ? () => sendOn(entry) : undefined,
    plan: plan && may ? () => plan(entry) : undefined,
  };
}

/**
 * Returns the function to forward a patient whose step is finished and whose next line is closed.
 * Undefined if this is not possible.
 */
export function useSendFurther(entry: StaffEntry): (() => void) | undefined {
  const { sendOn } = useDesk();
  const user = useUser();
  const isTheirs = user?.role !== 'doctor' || user.doctorId === entry.doctor.id;
  return sendOn && isTheirs ? () => sendOn(entry) : undefined;
}

function takeBackLast(act: Act): void {
  // If both a forwarded patient and an ended entry can be undone, the later of the two is undone
  // first.
  if (takeBackSentOn(lastEndedAt())) return;
  const ended = lastEnded();
  if (ended === undefined) return;
  withdrawUndo(ended);
  void act('bring_back', ended.entry);
}

function isForm(name: Question): name is AskedActionName<'form'> {
  return queueActions[name].desk.asks === 'form';
}

function isQuestion(name: DeskActionName): name is Question {
  return 'asks' in queueActions[name].desk;
}

function press(name: DeskActionName, entry: StaffEntry, act: Act, ask: Desk['ask']): void {
  if (isQuestion(name)) ask(name, entry);
  else void act(name, entry);
}
