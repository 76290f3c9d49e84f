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
  type GivenTo,
  type QueueAction,
  queueActions,
  type SwitchName,
} from '@baari/contract/queue/queue-actions.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { serverNow } from '../../../clock/clock.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { entryQuery, queueRoot } from '../../../api/queries/queries.ts';
import { useProblemText } from '../../../api/use-problem-text.ts';
import { type AnyWrite, useAnyWrite } from '../../../api/use-write.ts';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { offerSentOn } from '../../../shared/send-on/sent-on.store.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { tellDecided } from '../tell-decided.ts';
import { announce } from './announcements.store.ts';
import { switched } from './desk-access.ts';
import { begin, end, mayBegin } from './desk-changes.store.ts';
import { type DeskChange, isMove } from './desk-changes.ts';
import { lineShown, lineVersion } from './line-on-screen.ts';
import { painted } from './painted.ts';
import { canBeUndone, offerUndo } from './undo.store.ts';
import { useQuickerText } from './use-quicker-text.ts';

type Said<Name extends DeskActionName> = Name extends SwitchName
  ? []
  : object extends GivenTo<Name>
    ? [given?: GivenTo<Name>]
    : [given: GivenTo<Name>];

/**
 * Carries an action out on an entry. Resolves to whether the server agreed; a refusal has been told by
 * then [ERR-7, ERR-8].
 */
export type Act = <Name extends DeskActionName>(
  name: Name,
  entry: StaffEntry,
  ...said: Said<Name>
) => Promise<boolean>;

/** What may be said with any action. */
interface AnySaid {
  readonly notes?: string | undefined;
  readonly position?: number;
  readonly reason?: string | undefined;
}

const steps: { readonly [Name in DeskActionName]?: 1 | -1 } = { move_up: -1, move_down: 1 };

/**
 * What the desk can do with an entry; the function stays the same from one drawing to the next.
 * `onReasonNeeded` hears of a move that must say why.
 */
export function useDeskActions(onReasonNeeded: (entry: StaffEntry, place: number) => void): Act {
  const { queueDesk } = useMessages('queueDesk');
  const problemText = useProblemText();
  const toldQuicker = useQuickerText();
  const client = useQueryClient();
  const turns = useRef(new Map<string, Promise<unknown>>());
  const { mutateAsync: send } = useAnyWrite<ActionCall>();

  return useMemo(() => {
    /** `as`: the action that was chosen, where another one carries it out. */
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
      const shown = painted();
      try {
        const queue = await inTurn(entry.doctor.id, async () => {
          // What was seen of a line is asked for when it is sent: what was done before has been answered by then.
          const seen = isMove(name) ? lineVersion(client, entry) : entry.queueVersion;
          const reply = await send(callFor(name, entry, said, seen));
          // A server near by answers before a slow desk has shown what was pressed, and would hold that up.
          await shown;
          takeIn(client, { type: queueActions[name].event, data: reply.queue });
          return reply.queue;
        });
        // The bar that offers the way back is read out by itself.
        if (name === 'transfer' && 'lastChange' in queue) {
          offerSentOn({ to: queue, hasWaited: true });
        } else announce(texts.done(entry.patient.fullName, queue.position));
        if (canBeUndone(name) && 'lastChange' in queue) offerUndo({ action: as, entry: queue });
        return true;
      } catch (failure) {
        if (isReasonNeeded(failure)) {
          onReasonNeeded(entry, said.position ?? lineShown(client, entry).length);
          return false;
        }
        const quicker = isOutOfDate(failure) ? await findQuicker(client, entry) : null;
        if (quicker) {
          tellDecided(entry, quicker, {
            title: queueDesk.decidedElsewhere(entry.patient.fullName),
            message: toldQuicker(quicker),
          });
        } else toast({ type: 'error', title: texts.failed, message: problemText(failure) });
        if (isOutOfDate(failure)) void client.invalidateQueries({ queryKey: queueRoot });
        return false;
      } finally {
        end(change);
      }
    }

    /** What is done to a line reaches the server in the order of the presses: each saw what comes of those before. */
    function inTurn<Result>(lineId: string, work: () => Promise<Result>): Promise<Result> {
      const before = turns.current.get(lineId) ?? Promise.resolve();
      const mine = before.then(work);
      const ended = mine.catch(() => undefined);
      turns.current.set(lineId, ended);
      return mine;
    }

    /** By one place, as it shows on the screen. */
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
  }, [queueDesk, problemText, client, send, toldQuicker, onReasonNeeded]);
}

function changeAskedFor(action: DeskActionName, entry: StaffEntry, said: AnySaid): DeskChange {
  const { desk }: QueueAction = queueActions[action];
  const { position: to, notes: note = desk?.says?.notes } = said;
  return { action, entry, at: new Date(serverNow()).toISOString(), to, note };
}

/** The call of an action: which entry, up to which change of it the screen was true, and what is said. */
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
  // What leads to a status is asked for as the console does [CONS-2, API-3].
  if (status !== undefined || !isCalled(name)) {
    return { endpoint: updateEntry, input: { ...input, body: { status, ...body } } };
  }
  return { endpoint: callsOfActions[name], input: { ...input, body } };
}

function isCalled(name: DeskActionName): name is DeskActionName & CalledName {
  return name in callsOfActions;
}

/** Someone else was faster: what is on screen must be read again. */
function isOutOfDate(failure: unknown): boolean {
  return failure instanceof ApiProblem && (failure.status === 409 || failure.status === 404);
}

function isReasonNeeded(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'move_reason_needed';
}

/** What somebody else did after this entry was looked at; null where that is not the reason. */
async function findQuicker(client: QueryClient, entry: StaffEntry): Promise<LastChange | null> {
  try {
    const now = await client.fetchQuery({ ...entryQuery(entry.id), staleTime: 0 });
    if (!('lastChange' in now)) return null;
    return now.queueVersion > entry.queueVersion && now.lastChange?.at !== entry.lastChange?.at
      ? now.lastChange
      : null;
  } catch {
    return null; // the refusal itself is told instead
  }
}
