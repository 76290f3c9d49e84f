import {
  approvalNote,
  type EntryEventType,
  type MoveReason,
  type Urgency,
} from '@baari/contract/constants.ts';
import type { EntryEvent } from '@baari/contract/events.ts';
import { placeOneOn } from '@baari/contract/line.ts';
import {
  approveRequest,
  comeBack,
  holdEntry,
  judgeUrgency,
  moveEntry,
  noteEntry,
  type LastChange,
  type StaffEntry,
  rejectRequest,
  removeEntry,
  startConsultation,
  updateEntry,
} from '@baari/contract/queue.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { entryQuery, queueRoot } from '../../api/queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import type { QueueDesk } from '../../i18n/en/queue-desk.ts';
import { useMessages } from '../../i18n/language.tsx';
import { createQueueCache } from '../../live/queue-cache.ts';
import { toast } from '../../ui/toast.ts';
import { announce } from './announcements.store.ts';
import { begin, end, mayBegin } from './desk-changes.store.ts';
import type { DeskChange } from './desk-changes.ts';
import { lineShown, lineVersion } from './line-on-screen.ts';
import { useQuickerText } from './use-quicker-text.ts';

/** Each resolves to whether the server agreed; a refusal has been told by then [ERR-7, ERR-8]. */
export interface DeskActions {
  readonly approve: (entry: StaffEntry) => Promise<boolean>;
  readonly reject: (entry: StaffEntry, reason: string) => Promise<boolean>;
  readonly start: (entry: StaffEntry) => Promise<boolean>;
  /** With a note for staff, which takes the place of the one before. */
  readonly complete: (entry: StaffEntry, notes?: string) => Promise<boolean>;
  readonly noShow: (entry: StaffEntry) => Promise<boolean>;
  readonly remove: (entry: StaffEntry) => Promise<boolean>;
  readonly moveUp: (entry: StaffEntry) => Promise<boolean>;
  readonly moveDown: (entry: StaffEntry) => Promise<boolean>;
  readonly moveTo: (entry: StaffEntry, place: number, reason?: MoveReason) => Promise<boolean>;
  /** Called and not there; for somebody on hold, called once more. */
  readonly hold: (entry: StaffEntry) => Promise<boolean>;
  readonly back: (entry: StaffEntry) => Promise<boolean>;
  readonly note: (entry: StaffEntry, notes: string) => Promise<boolean>;
  /** The staff's urgency, with the reason for staff. */
  readonly judge: (entry: StaffEntry, urgency: Urgency, reason: string) => Promise<boolean>;
}

interface Step {
  readonly change: DeskChange;
  readonly send: () => Promise<{ queue: EntryEvent['data'] }>;
  readonly event: EntryEventType;
  readonly failure: keyof QueueDesk['failed'];
  readonly success: (texts: QueueDesk['done'], name: string) => string;
}

/** Without a network an action is refused at once: it must not happen an hour later by itself. */
const atOnce = { networkMode: 'always' } as const;

/**
 * What the desk can do with an entry. The object stays the same from one drawing to the next.
 * `onReasonNeeded` hears of a move that must say why.
 */
export function useDeskActions(
  onReasonNeeded: (entry: StaffEntry, place: number) => void,
): DeskActions {
  const t = useMessages('queueDesk');
  const problemText = useProblemText();
  const toldQuicker = useQuickerText();
  const client = useQueryClient();
  const moves = useRef<Promise<unknown>>(Promise.resolve());
  const { mutateAsync: sendApproval } = useWrite(approveRequest, atOnce);
  const { mutateAsync: sendRejection } = useWrite(rejectRequest, atOnce);
  const { mutateAsync: sendStart } = useWrite(startConsultation, atOnce);
  const { mutateAsync: sendStatus } = useWrite(updateEntry, atOnce);
  const { mutateAsync: sendRemoval } = useWrite(removeEntry, atOnce);
  const { mutateAsync: sendMove } = useWrite(moveEntry, atOnce);
  const { mutateAsync: sendHold } = useWrite(holdEntry, atOnce);
  const { mutateAsync: sendBack } = useWrite(comeBack, atOnce);
  const { mutateAsync: sendNote } = useWrite(noteEntry, atOnce);
  const { mutateAsync: sendUrgency } = useWrite(judgeUrgency, atOnce);

  return useMemo(() => {
    async function take(step: Step): Promise<boolean> {
      const { change } = step;
      if (!mayBegin(change)) return false;
      begin(change);
      try {
        const { queue } = await step.send();
        takeIn(client, step.event, queue);
        announce(step.success(t.queueDesk.done, change.entry.patient.fullName));
        return true;
      } catch (failure) {
        if (change.kind === 'move' && isReasonNeeded(failure)) {
          onReasonNeeded(change.entry, change.to);
          return false;
        }
        const quicker = isOutOfDate(failure) ? await findQuicker(client, change.entry) : null;
        const message = quicker ? toldQuicker(quicker) : problemText(failure);
        toast({ type: 'error', title: t.queueDesk.failed[step.failure], message });
        if (isOutOfDate(failure)) void client.invalidateQueries({ queryKey: queueRoot });
        return false;
      } finally {
        end(change);
      }
    }

    /** Moves reach the server in the order of the presses. */
    function takeInTurn(step: Step): Promise<boolean> {
      const before = moves.current;
      const mine = take({ ...step, send: () => before.then(step.send) });
      moves.current = mine;
      return mine;
    }

    function move(
      entry: StaffEntry,
      to: number,
      reason?: MoveReason,
      failure: 'move' | 'moveUp' | 'moveDown' = 'move',
    ): Promise<boolean> {
      return takeInTurn({
        change: { kind: 'move', entry, to },
        // What was seen is asked for when it is sent: the moves before it have been answered by then.
        send: () => {
          const query = { seen: lineVersion(client, entry) };
          return sendMove({ params: { id: entry.id }, query, body: { position: to, reason } });
        },
        event: 'position_changed',
        failure,
        success: (done, name) => done.move(name, to),
      });
    }

    function step(entry: StaffEntry, by: 1 | -1): Promise<boolean> {
      const place = placeOneOn(lineShown(client, entry), entry.id, by);
      if (place !== undefined) {
        return move(entry, place, undefined, by === -1 ? 'moveUp' : 'moveDown');
      }
      announce(t.queueDesk.cannotMoveOn(entry.patient.fullName));
      return Promise.resolve(false);
    }

    return {
      approve: (entry) =>
        take({
          change: { kind: 'approve', entry, note: approvalNote },
          send: () => sendApproval({ ...seen(entry), body: { notes: approvalNote } }),
          event: 'queue_approved',
          failure: 'approve',
          success: (done, name) => done.approve(name),
        }),
      reject: (entry, reason) =>
        take({
          change: { kind: 'reject', entry },
          send: () => sendRejection({ ...seen(entry), body: { reason } }),
          event: 'queue_rejected',
          failure: 'reject',
          success: (done, name) => done.reject(name),
        }),
      start: (entry) =>
        take({
          change: { kind: 'start', entry, at: new Date().toISOString() },
          send: () => sendStart(seen(entry)),
          event: 'queue_updated',
          failure: 'start',
          success: (done, name) => done.start(name),
        }),
      complete: (entry, notes) =>
        take({
          change: { kind: 'complete', entry },
          send: () =>
            sendStatus({
              ...seen(entry),
              body: { status: 'completed', ...(notes === undefined ? {} : { notes }) },
            }),
          event: 'queue_updated',
          failure: 'complete',
          success: (done, name) => done.complete(name),
        }),
      noShow: (entry) =>
        take({
          change: { kind: 'noShow', entry },
          send: () => sendStatus({ ...seen(entry), body: { status: 'no_show' } }),
          event: 'queue_updated',
          failure: 'noShow',
          success: (done, name) => done.noShow(name),
        }),
      remove: (entry) =>
        take({
          change: { kind: 'remove', entry },
          send: () => sendRemoval(seen(entry)),
          event: 'queue_left',
          failure: 'remove',
          success: (done, name) => done.remove(name),
        }),
      moveUp: (entry) => step(entry, -1),
      moveDown: (entry) => step(entry, 1),
      moveTo: (entry, to, reason) => move(entry, to, reason),
      hold: (entry) =>
        take({
          change: { kind: 'hold', entry, at: new Date().toISOString() },
          send: () => sendHold(seen(entry)),
          event: 'queue_updated',
          failure: 'hold',
          success: (done, name) => done.hold(name),
        }),
      back: (entry) =>
        take({
          change: { kind: 'back', entry, at: new Date().toISOString() },
          send: () => sendBack(seen(entry)),
          event: 'position_changed',
          failure: 'back',
          success: (done, name) => done.back(name),
        }),
      note: (entry, notes) =>
        take({
          change: { kind: 'note', entry },
          send: () => sendNote({ ...seen(entry), body: { notes } }),
          event: 'queue_updated',
          failure: 'note',
          success: (done, name) => done.note(name),
        }),
      judge: (entry, urgency, reason) =>
        take({
          change: { kind: 'urgency', entry },
          send: () => sendUrgency({ ...seen(entry), body: { urgency, reason } }),
          event: 'queue_updated',
          failure: 'urgency',
          success: (done, name) => done.urgency(name),
        }),
    };
  }, [
    t,
    problemText,
    client,
    sendApproval,
    sendRejection,
    sendStart,
    sendStatus,
    sendRemoval,
    sendMove,
    sendHold,
    sendBack,
    sendNote,
    sendUrgency,
    toldQuicker,
    onReasonNeeded,
  ]);
}

/** Which entry, and up to which change of it the screen was true. */
function seen(entry: StaffEntry) {
  return { params: { id: entry.id }, query: { seen: entry.queueVersion } };
}

/** The answer goes where the live event goes: whichever is first counts, the other changes nothing. */
function takeIn(client: QueryClient, type: EntryEventType, data: EntryEvent['data']): void {
  createQueueCache(client).apply({ type, data }, true);
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
