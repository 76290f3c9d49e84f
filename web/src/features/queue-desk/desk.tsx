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
import { useUser } from '../../session/session.ts';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { ConfirmEntry } from './actions/confirm-entry.tsx';
import { MoveDialog } from './actions/move-dialog.tsx';
import { NotesDialog } from './actions/notes-dialog.tsx';
import { type Received, ReceivingDialogs } from './receiving/receiving.tsx';
import { RejectDialog } from './actions/reject-dialog.tsx';
import { TransferDialog } from './actions/transfer-dialog.tsx';
import { UrgencyDialog } from './actions/urgency-dialog.tsx';
import { UndoBar } from './actions/undo-bar.tsx';
import { lastEnded, lastEndedAt, withdrawUndo } from './actions/undo.store.ts';
import { useDecidedElsewhere } from './actions/use-decided-elsewhere.ts';
import { type Act, useDeskActions } from './actions/use-desk-actions.ts';

/** Fetched where a hospital has shared lines and somebody is sent on. */
const OnwardDialog = fetchedDialog(
  async () => (await import('../../shared/send-on/onward-dialog.tsx')).OnwardDialog,
);
const SentOnBar = fetchedPart(
  async () => (await import('../../shared/send-on/sent-on-bar.tsx')).SentOnBar,
);

/** What is asked about before it is done. */
type Question = AskedActionName<'confirmation' | 'form'>;

export interface Desk {
  readonly act: Act;
  /** Opens the dialog that asks for the rest. */
  readonly ask: (question: Question, entry: StaffEntry, place?: number) => void;
  /** Does it, or asks first where the action wants that. */
  readonly press: (name: DeskActionName, entry: StaffEntry) => void;
  /** Takes back what was ended last, while that is offered. */
  readonly undo: () => void;
  /** Opens the window in which one is sent on to another line; undefined where there are no shared ones [LINE-3]. */
  readonly sendOn: ((entry: StaffEntry) => void) | undefined;
  /** Opens the window with the visit of one and what is planned of it; undefined where there are no shared lines. */
  readonly plan: ((entry: StaffEntry) => void) | undefined;
  /** Opens the window in which somebody who is at the desk is put in a line. */
  readonly receive: (whom: Received) => void;
}

interface Asked {
  readonly question: Question;
  readonly entry: StaffEntry;
  /** Where a move is to lead, when that is known already. */
  readonly place: number | undefined;
  /** Counts the questions, so that each starts with an empty form. */
  readonly turn: number;
}

interface FormProps {
  readonly entry: StaffEntry;
  readonly place: number | undefined;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly act: Act;
}

/** The form of each action that has one: a missing one does not compile. */
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
    <TransferDialog
      {...props}
      onTransfer={(entry, doctorId) =>
        act('transfer', entry, doctorId === undefined ? {} : { doctorId })
      }
    />
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

/** The actions of the desk and the dialogs they open, for everything inside. */
export function DeskProvider({ children }: { children: ReactNode }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [received, receive] = useState<Received>();
  const [onward, setOnward] = useState<Onward>();
  const hasShared = useHasSharedLines();
  const hasSentOn = useSentOn() !== undefined;
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
      {dialog()}
      <ReceivingDialogs received={received} onClose={() => receive(undefined)} />
      <UndoBar onUndo={desk.undo} />
      <Suspense>
        {hasShared && onward && (
          <OnwardDialog onward={onward} onClose={() => setOnward(undefined)} />
        )}
        {(hasShared || hasSentOn) && <SentOnBar hotkey="z" isHeardElsewhere />}
      </Suspense>
    </DeskContext>
  );
}

/** As far as the page has read them: see `useSharedLines`. */
function useHasSharedLines(): boolean {
  const { data } = useQuery({ ...linesQuery(), enabled: false });
  return data !== undefined && data.length > 0;
}

/** Whether this user may send this one on or plan the visit, and how; the server decides as well. */
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
    // Whoever was called and is not there is sent nowhere.
    sendOn: sendOn && may && !isAway(entry) ? () => sendOn(entry) : undefined,
    plan: plan && may ? () => plan(entry) : undefined,
  };
}

/** The same of one who was done, and was to go on to a line that takes nobody. */
export function useSendFurther(entry: StaffEntry): (() => void) | undefined {
  const { sendOn } = useDesk();
  const user = useUser();
  const isTheirs = user?.role !== 'doctor' || user.doctorId === entry.doctor.id;
  return sendOn && isTheirs ? () => sendOn(entry) : undefined;
}

function takeBackLast(act: Act): void {
  // Whatever was done last is taken back first.
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
