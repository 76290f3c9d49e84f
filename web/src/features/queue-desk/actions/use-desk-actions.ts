import { placeOneOn } from '@baari/contract/queue/line.ts';
import {
  type ActionCall,
  type CalledName,
  callsOfActions,
  type LastChange,
  type StaffEntry,
  updateEntry,
} from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type PayloadOf,
  type QueueAction,
  queueActions,
  type SwitchName,
} from '@baari/contract/queue/queue-actions.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { serverNow } from '../../../clock/clock.ts';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { entryQuery, queueRoot } from '../../../api/queries/queries.ts';
import { useFailureToast } from '../../../api/problems/use-failure-toast.ts';
import { type AnyWrite, useAnyWrite } from '../../../api/use-write.ts';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { offerSentOn } from '../../../shared/send-on/sent-on.store.ts';
import { announceDecision } from '../announce-decision.ts';
import { announce } from './announcements.store.ts';
import { isOn, switched } from './desk-access.ts';
import { begin, end, mayBegin } from './desk-changes.store.ts';
import { type DeskChange, isMove } from './desk-changes.ts';
import { lineShown, lineVersion } from './line-on-screen.ts';
import { afterPaint } from './after-paint.ts';
import { canBeUndone, offerUndo } from './undo.store.ts';
import { useQuickerText } from './use-quicker-text.ts';

type Said<Name extends DeskActionName> = Name extends SwitchName
  ? []
  : object extends PayloadOf<Name>
    ? [given?: PayloadOf<Name>]
    : [given: PayloadOf<Name>];

/**
 * Applies an action to a queue entry. Resolves with whether the server accepted the action; a
 * refusal has already been shown [ERR-7, ERR-8].
 */
export type Act = <Name extends DeskActionName>(
  name: Name,
  entry: StaffEntry,
  ...said: Said<Name>
) => Promise<boolean>;

/** The input that desk actions can need from the user. */
interface AnySaid {
  readonly notes?: string | undefined;
  readonly position?: number;
  readonly reason?: string | undefined;
}

const steps: { readonly [Name in DeskActionName]?: 1 | -1 } = { move_up: -1, move_down: 1 };

/**
 * Returns the function that applies the desk's actions; it stays the same between renders.
 * `onReasonNeeded` is called for a move that requires a reason.
 */
export function useDeskActions(onReasonNeeded: (entry: StaffEntry, place: number) => void): Act {
  const { queueDesk } = useMessages('queueDesk');
  const showFailure = useFailureToast();
  const quickerText = useQuickerText();
  const client = useQueryClient();
  const turns = useRef(new Map<string, Promise<unknown>>());
  const { mutateAsync: send } = useAnyWrite<ActionCall>();

  return useMemo(() => {
    /**
     * `as` is the action that the user chose, if a different action is sent to the server for it.
     */
    async function take(
      name: DeskActionName,
      as: DeskActionName,
      entry: StaffEntry,
      said: AnySaid,
    ): Promise<boolean> {
      const texts: AnyActionTexts = actionTexts(queueDesk)[as];
      const change = changeAskedFor(name, entry, said);
      if (!mayBegin(change)) return false;
      begin(change);
      const shown = afterPaint();
      try {
        const queue = await inTurn(entry.doctor.id, async () => {
          // The version is read just before sending, because the server has then responded to
          // earlier actions.
          const seen = isMove(name) ? lineVersion(client, entry) : entry.queueVersion;
          const reply = await send(callFor(name, entry, said, seen));
          // Waits for paint, because a fast server response would otherwise delay showing the
          // button press.
          await shown;
          takeIn(client, { type: queueActions[name].event, data: reply.queue });
          return reply.queue;
        });
        // After a transfer, screen readers announce the undo bar. So only other actions are
        // announced here.
        if (name === 'transfer' && 'lastChange' in queue) {
          offerSentOn({ to: queue, hasWaited: true });
        } else announce(doneText(texts, name, entry, queue.position));
        if (canBeUndone(name) && 'lastChange' in queue) offerUndo({ action: as, entry: queue });
        return true;
      } catch (failure) {
        if (isReasonNeeded(failure)) {
          onReasonNeeded(entry, said.position ?? lineShown(client, entry).length);
          return false;
        }
        const quicker = isOutOfDate(failure) ? await findQuicker(client, entry) : null;
        if (quicker) {
          announceDecision(entry, quicker, {
            title: queueDesk.decidedElsewhere(entry.patient.fullName),
            message: quickerText(quicker),
          });
        } else showFailure(failure, texts.failed);
        if (isOutOfDate(failure)) void client.invalidateQueries({ queryKey: queueRoot });
        return false;
      } finally {
        end(change);
      }
    }

    /**
     * Sends the actions on one line of patients in the order in which the user made them, because
     * each action depends on the previous ones.
     */
    function inTurn<Result>(lineId: string, work: () => Promise<Result>): Promise<Result> {
      const before = turns.current.get(lineId) ?? Promise.resolve();
      const mine = before.then(work);
      const ended = mine.catch(() => undefined);
      turns.current.set(lineId, ended);
      return mine;
    }

    /** Moves a queue entry by one place in the order on screen. */
    function step(name: DeskActionName, entry: StaffEntry, by: 1 | -1): Promise<boolean> {
      const position = placeOneOn(lineShown(client, entry), entry.id, by);
      if (position !== undefined) return take('move', name, entry, { position });
      announce(queueDesk.cannotMoveOn(entry.patient.fullName));
      return Promise.resolve(false);
    }

    return (name, entry, ...[said]) => {
      const by = steps[name];
      return by === undefined ? take(name, name, entry, said ?? {}) : step(name, entry, by);
    };
  }, [queueDesk, showFailure, client, send, quickerText, onReasonNeeded]);
}

/**
 * Returns what screen readers say after an action. `entry` is the queue entry before the action.
 */
function doneText(
  { done, undone }: AnyActionTexts,
  name: DeskActionName,
  entry: StaffEntry,
  place: number,
): string {
  const { fullName } = entry.patient;
  const isOff = undone !== undefined && isOn(queueActions[name], entry);
  return isOff ? undone(fullName) : done(fullName, place);
}

function changeAskedFor(action: DeskActionName, entry: StaffEntry, said: AnySaid): DeskChange {
  const { desk }: QueueAction = queueActions[action];
  const { position: to, notes: note = desk?.says?.notes } = said;
  return { action, entry, at: new Date(serverNow()).toISOString(), to, note };
}

/** Returns the API call of an action: the queue entry, its version on screen, and the input. */
function callFor(
  name: DeskActionName,
  entry: StaffEntry,
  said: AnySaid,
  seen: number,
): AnyWrite<ActionCall> {
  const action: QueueAction = queueActions[name];
  const { status, desk } = action;
  const body = { ...desk?.says, ...switched(action, entry), ...said };
  const input = { params: { id: entry.id }, query: { seen } };
  // Actions that set the status of a queue entry use the same API endpoint as the doctor's console
  // [CONS-2, API-3].
  if (status !== undefined || !isCalled(name)) {
    return { endpoint: updateEntry, input: { ...input, body: { status, ...body } } };
  }
  return { endpoint: callsOfActions[name], input: { ...input, body } };
}

function isCalled(name: DeskActionName): name is DeskActionName & CalledName {
  return name in callsOfActions;
}

/**
 * Whether the server refused because a colleague acted first, so that the screen shows old data.
 */
function isOutOfDate(failure: unknown): boolean {
  return failure instanceof ApiProblem && (failure.status === 409 || failure.status === 404);
}

function isReasonNeeded(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'move_reason_needed';
}

/**
 * Returns the colleague's change since this queue entry was read. Null if the server refused for
 * another reason.
 */
async function findQuicker(client: QueryClient, entry: StaffEntry): Promise<LastChange | null> {
  try {
    const now = await client.fetchQuery({ ...entryQuery(entry.id), staleTime: 0 });
    if (!('lastChange' in now)) return null;
    return now.queueVersion > entry.queueVersion && now.lastChange?.at !== entry.lastChange?.at
      ? now.lastChange
      : null;
  } catch {
    return null; // The refusal itself is shown instead.
  }
}
