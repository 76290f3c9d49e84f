/**
 * What can be done with an entry: one value an action, and the only place where it is described.
 * The calls and their document, the rights, the refusals, the events, the audit trail and the desk's
 * keys, buttons and overlay are derived from it; its texts are catalogued under its name, and what
 * it makes of an entry is the server's rule of that name [QST-2…10, ROLE-1…4, API-2…15].
 */
import { z } from 'zod';
import {
  approvalNote,
  closeReasons,
  type EntryEventType,
  lateSteps,
  laterSteps,
  maxLength,
  moveReasons,
  type QueueStatus,
  saidOverWords,
  urgencies,
} from '../constants.ts';
import type { Method } from '../endpoint.ts';
import { fieldMessages, position, requiredText, text, uuid } from '../fields.ts';
import { keyed } from '../keyed.ts';
import type { RefusalCode } from '../refusals.ts';
import type { ConditionName, Right } from './situation.ts';

/** The statuses that the console asks for by PUT /queues/:id [API-3]. */
export const consoleStatuses = ['in_progress', 'completed', 'no_show'] as const;
export type ConsoleStatus = (typeof consoleStatuses)[number];

export interface QueueAction {
  /** Its own call; none for what is done by PUT /queues/:id alone. */
  readonly call?: {
    readonly name: string;
    readonly method: Method;
    readonly path: `/queues/:id/${string}`;
    readonly summary: string;
    /** Rows of requirements.md. */
    readonly rows: readonly string[];
    readonly body?: z.ZodObject;
    /** Such a body: for the API document and the tests. */
    readonly example?: object;
  };
  /** As which status PUT /queues/:id asks for it [API-3]. */
  readonly status?: ConsoleStatus;
  readonly right: Right;
  readonly from: readonly QueueStatus[];
  /** What the entry becomes; absent where it stays what it is. */
  readonly to?: QueueStatus;
  readonly needs?: readonly ConditionName[];
  /** Where the caller says which line was looked at, no other one is changed. */
  readonly needsSameLine?: true;
  /** What else its rule may refuse. */
  readonly refuses?: readonly RefusalCode[];
  readonly event: EntryEventType;
  /** How the audit trail calls it; absent where only patients may. */
  readonly audited?: string;
  /** How colleagues are told of it, and the record keeps it. */
  readonly told: string;
  /** How the desk offers it; absent where the desk has something else for it. */
  readonly desk?: {
    readonly key?: string;
    /** What is said with it where nothing else is. */
    readonly says?: { readonly notes: string };
    /** The yes-or-no field of the entry that it switches; its body says the new value under the same name. */
    readonly switches?: string;
    /** What is asked before: whether it is really meant, or what its own form asks for. */
    readonly asks?: 'confirmation' | 'form';
    /** What the line shows before the server has answered. */
    readonly shows?: ShownEffect;
  };
}

/** To the end of the line, into the room, out of the line, to a place, on hold, back from hold. */
export type ShownEffect = 'joins' | 'enters' | 'leaves' | 'moves' | 'is held' | 'returns';

const notes = text(maxLength.note);
/** What PUT /queues/:id may say besides the status. */
export const notesBody = z.object({ notes: notes.optional() });

export const queueActions = {
  approve: {
    call: {
      name: 'approveRequest',
      method: 'POST',
      path: '/queues/:id/approve',
      summary: "Put a pending request at the end of the doctor's queue",
      rows: ['API-8', 'QST-2', 'ADM-6'],
      body: notesBody,
      example: { notes: 'Bring the X-ray.' },
    },
    right: 'desk',
    from: ['pending_approval'],
    to: 'waiting',
    refuses: ['hospital_closed'],
    event: 'queue_approved',
    audited: 'approve',
    told: 'approve',
    desk: { key: 'a', says: { notes: approvalNote }, shows: 'joins' },
  },
  reject: {
    call: {
      name: 'rejectRequest',
      method: 'POST',
      path: '/queues/:id/reject',
      summary: 'Refuse a pending request, with a reason for the patient',
      rows: ['API-9', 'QST-3', 'VAL-4'],
      body: z.object({ reason: requiredText(maxLength.note) }),
      example: { reason: 'The clinic closes early.' },
    },
    right: 'desk',
    from: ['pending_approval'],
    to: 'rejected',
    event: 'queue_rejected',
    audited: 'reject',
    told: 'reject',
    desk: { key: 'r', asks: 'form' },
  },
  start: {
    call: {
      name: 'startConsultation',
      method: 'POST',
      path: '/queues/:id/start',
      summary: 'Call the first waiting patient in',
      rows: ['API-4', 'QST-4'],
    },
    status: 'in_progress',
    right: 'consult',
    from: ['waiting'],
    to: 'in_progress',
    needs: ['first', 'nobodyInside'],
    refuses: ['call_at_point'],
    event: 'queue_updated',
    audited: 'start',
    told: 'start',
    desk: { key: 's', shows: 'enters' },
  },
  complete: {
    call: {
      name: 'completeConsultation',
      method: 'POST',
      path: '/queues/:id/complete',
      summary: 'End the running consultation',
      rows: ['API-5', 'QST-5'],
      body: notesBody,
      example: { notes: 'Rest for a week.' },
    },
    status: 'completed',
    right: 'consult',
    from: ['in_progress'],
    to: 'completed',
    event: 'queue_updated',
    audited: 'complete',
    told: 'complete',
    desk: { key: 'c' },
  },
  no_show: {
    status: 'no_show',
    right: 'call',
    from: ['waiting', 'in_progress'],
    to: 'no_show',
    event: 'queue_updated',
    audited: 'no show',
    told: 'no_show',
    desk: { key: 'm', asks: 'confirmation', shows: 'leaves' },
  },
  remove: {
    call: {
      name: 'removeEntry',
      method: 'DELETE',
      path: '/queues/:id/remove',
      summary: 'Take a waiting patient off the queue',
      rows: ['API-13', 'QST-8'],
    },
    right: 'desk',
    from: ['waiting'],
    to: 'cancelled',
    event: 'queue_left',
    audited: 'remove',
    told: 'remove',
    desk: { key: 'x', asks: 'confirmation', shows: 'leaves' },
  },
  close: {
    call: {
      name: 'closeEntry',
      method: 'POST',
      path: '/queues/:id/close',
      summary: 'End a request or a place before its turn, for a reason that its patient reads',
      rows: ['DAY-1'],
      body: z.object({
        reason: z.enum(closeReasons, { error: fieldMessages.choice }),
        /** To the patient, besides the reason. */
        word: text(maxLength.note).optional(),
      }),
      example: { reason: 'day_ended', word: 'Please come tomorrow from 9.' },
    },
    right: 'desk',
    from: ['pending_approval', 'waiting'],
    to: 'cancelled',
    event: 'queue_left',
    audited: 'close',
    told: 'remove',
  },
  move_up: {
    call: {
      name: 'moveEntryUp',
      method: 'POST',
      path: '/queues/:id/move-up',
      summary: 'Swap with the one in front',
      rows: ['API-14', 'QST-9'],
    },
    right: 'desk',
    from: ['waiting'],
    refuses: ['already_first'],
    event: 'position_changed',
    audited: 'move up',
    told: 'move',
    desk: { key: 'u' },
  },
  move_down: {
    call: {
      name: 'moveEntryDown',
      method: 'POST',
      path: '/queues/:id/move-down',
      summary: 'Swap with the one behind',
      rows: ['API-14', 'QST-9'],
    },
    right: 'desk',
    from: ['waiting'],
    refuses: ['already_last'],
    event: 'position_changed',
    audited: 'move down',
    told: 'move',
    desk: { key: 'd' },
  },
  move: {
    call: {
      name: 'moveEntry',
      method: 'POST',
      path: '/queues/:id/move',
      summary:
        'Move a waiting patient to a position; asks for a reason when somebody would be passed more than 5 times or wait more than 180 minutes',
      rows: ['INV-12', 'QST-9', 'ADM-5', 'STAFF-4'],
      body: z.object({
        position,
        reason: z.enum(moveReasons, { error: fieldMessages.choice }).optional(),
      }),
      example: { position: 1, reason: 'urgent' },
    },
    right: 'desk',
    from: ['waiting'],
    needsSameLine: true,
    refuses: ['already_there', 'move_reason_needed'],
    event: 'position_changed',
    audited: 'move',
    told: 'move',
    desk: { key: 'g', asks: 'form', shows: 'moves' },
  },
  to_end: {
    call: {
      name: 'sendToEnd',
      method: 'POST',
      path: '/queues/:id/to-end',
      summary: 'Let everyone who waits go before a patient; asks for a reason as a move does',
      rows: ['INV-12', 'QST-9', 'ADM-5', 'STAFF-4'],
      body: z.object({
        reason: z.enum(moveReasons, { error: fieldMessages.choice }).optional(),
      }),
      example: { reason: 'patient' },
    },
    right: 'desk',
    from: ['waiting'],
    needs: ['notLast'],
    refuses: ['already_there', 'move_reason_needed'],
    event: 'position_changed',
    audited: 'send to the end',
    told: 'move',
    desk: { key: 'l', asks: 'confirmation', shows: 'moves' },
  },
  hold: {
    call: {
      name: 'holdEntry',
      method: 'POST',
      path: '/queues/:id/hold',
      summary:
        'Hold the place of a patient who was called and is not there, who keeps the right to go next',
      rows: ['ADM-5', 'CONS-2', 'QST-6'],
    },
    right: 'call',
    from: ['waiting', 'in_progress'],
    to: 'waiting',
    needs: ['called'],
    event: 'queue_updated',
    audited: 'hold',
    told: 'hold',
    desk: { key: 'h', shows: 'is held' },
  },
  back: {
    call: {
      name: 'comeBack',
      method: 'POST',
      path: '/queues/:id/here',
      summary: 'Record that a patient on hold is here and goes next',
      rows: ['PAT-11', 'ADM-5'],
    },
    right: 'everyone',
    from: ['waiting'],
    needs: ['away'],
    event: 'position_changed',
    audited: 'back from hold',
    told: 'back',
    desk: { key: 'b', shows: 'returns' },
  },
  transfer: {
    call: {
      name: 'transferEntry',
      method: 'POST',
      path: '/queues/:id/transfer',
      summary:
        'Move somebody to another doctor, or to the first free one of the department, with the time of arrival kept',
      rows: ['DAY-3'],
      body: z.object({
        /** To whom; the first free one of the department unless told. */
        doctorId: uuid.optional(),
      }),
      example: {},
    },
    right: 'desk',
    from: ['pending_approval', 'waiting'],
    refuses: ['already_there', 'doctor_not_available', 'no_free_doctor'],
    event: 'queue_joined',
    audited: 'move to another doctor',
    told: 'move',
    desk: { key: 't', asks: 'form' },
  },
  note: {
    call: {
      name: 'noteEntry',
      method: 'POST',
      path: '/queues/:id/notes',
      summary: "Write the staff's note on an entry that waits or is inside",
      rows: ['API-15', 'QST-9', 'VAL-4'],
      body: z.object({ notes: requiredText(maxLength.note) }),
      example: { notes: 'Bring the X-ray.' },
    },
    right: 'desk',
    from: ['waiting', 'in_progress'],
    event: 'queue_updated',
    audited: 'add notes',
    told: 'note',
    desk: { key: 'n', asks: 'form' },
  },
  /** The same note as it is typed by whoever treats: what was typed by mistake is emptied again. */
  write_note: {
    call: {
      name: 'writeVisitNote',
      method: 'PUT',
      path: '/queues/:id/visit-note',
      summary:
        'Keep the note of the visit that runs, whole; blank empties it. With `seen` nothing that was written meanwhile is overruled',
      rows: ['CONS-5'],
      body: z.object({ notes }),
      example: { notes: 'Cough for two weeks, no fever.' },
    },
    right: 'consult',
    from: ['in_progress'],
    event: 'queue_updated',
    audited: "write the visit's note",
    told: 'note',
  },
  urgency: {
    call: {
      name: 'judgeUrgency',
      method: 'POST',
      path: '/queues/:id/urgency',
      summary:
        "Put the staff's judgement of the urgency in place of the patient's; nobody moves by that alone",
      rows: ['ENT-1', 'ROLE-2', 'ROLE-3', 'ROLE-4'],
      body: z.object({
        urgency: z.enum(urgencies, { error: fieldMessages.choice }),
        /** For staff. */
        reason: requiredText(maxLength.line),
      }),
      example: { urgency: 'high', reason: 'The pain got worse.' },
    },
    right: 'desk',
    from: ['pending_approval', 'waiting'],
    refuses: ['urgency_unchanged'],
    event: 'queue_updated',
    audited: 'change urgency',
    told: 'urgency',
    desk: { key: 'e', asks: 'form' },
  },
  check_in: {
    call: {
      name: 'checkInEntry',
      method: 'POST',
      path: '/queues/:id/check-in',
      summary: 'Say that the patient of a pending or waiting entry has arrived',
      rows: ['ARR-1'],
    },
    right: 'everyone',
    from: ['pending_approval', 'waiting'],
    needs: ['notCheckedIn'],
    event: 'queue_updated',
    audited: 'check in',
    told: 'check_in',
    desk: {},
  },
  undo_check_in: {
    call: {
      name: 'undoCheckIn',
      method: 'DELETE',
      path: '/queues/:id/check-in',
      summary: 'Take a check-in back that was a mistake; patients their own word',
      rows: ['ARR-1'],
    },
    right: 'everyone',
    from: ['pending_approval', 'waiting'],
    needs: ['checkedIn'],
    refuses: ['seen_at_hospital'],
    event: 'queue_updated',
    audited: 'undo check-in',
    told: 'undo_check_in',
    desk: {},
  },
  run_late: {
    call: {
      name: 'runLate',
      method: 'POST',
      path: '/queues/:id/late',
      summary:
        'Say to be late: whoever is expected to be called within so many minutes of the own call goes first; twice a visit at most, together with going later',
      rows: ['WAIT-1'],
      body: z.object({ minutes: z.literal(lateSteps, { error: fieldMessages.choice }) }),
      example: { minutes: 20 },
    },
    right: 'patient',
    from: ['waiting'],
    needs: ['present', 'notCheckedIn', 'delaysLeft'],
    refuses: ['wait_not_known'],
    event: 'position_changed',
    told: 'move',
  },
  go_later: {
    call: {
      name: 'goLater',
      method: 'POST',
      path: '/queues/:id/later',
      summary:
        'Let the next ones go first and keep the visit; twice a visit at most, together with being late',
      rows: ['WAIT-1'],
      body: z.object({ people: z.literal(laterSteps, { error: fieldMessages.choice }) }),
      example: { people: 1 },
    },
    right: 'patient',
    from: ['waiting'],
    needs: ['present', 'delaysLeft'],
    refuses: ['already_last'],
    event: 'position_changed',
    told: 'move',
  },
  /** The patient's word to the staff, who alone end the visit. */
  say_over: {
    call: {
      name: 'sayOver',
      method: 'POST',
      path: '/queues/:id/over',
      summary:
        'Tell the staff, from half an hour after the call, that the patient was seen or is no longer there; the visit stays open until staff end it',
      rows: ['PAT-11', 'QST-5', 'QST-6'],
      body: z.object({ word: z.enum(saidOverWords, { error: fieldMessages.choice }) }),
      example: { word: 'seen' },
    },
    right: 'patient',
    from: ['in_progress'],
    needs: ['calledLongAgo'],
    event: 'queue_updated',
    told: 'note',
  },
  bring_back: {
    call: {
      name: 'bringBack',
      method: 'POST',
      path: '/queues/:id/bring-back',
      summary:
        'Undo a rejection, removal, completion or no-show for the rest of the day, with the place it had where that is fair to the others',
      rows: ['DESK-1'],
    },
    right: 'desk',
    from: ['rejected', 'cancelled', 'no_show', 'completed'],
    needs: ['endedByStaff', 'endedToday'],
    refuses: ['already_in_queue', 'doctor_not_available', 'hospital_closed'],
    event: 'queue_updated',
    audited: 'bring back',
    told: 'bring_back',
    desk: {},
  },
  leave: {
    call: {
      name: 'leaveQueue',
      method: 'DELETE',
      path: '/queues/:id/leave',
      summary: "Give up the caller's own request or place, and the booking that it came from",
      rows: ['API-2', 'QST-7'],
    },
    right: 'patient',
    from: ['pending_approval', 'waiting'],
    to: 'cancelled',
    event: 'queue_left',
    told: 'leave',
  },
  /** Out of the line that a check-in for a booking led to; the booking stands. */
  take_back: {
    right: 'patient',
    from: ['waiting'],
    to: 'cancelled',
    event: 'queue_left',
    told: 'undo_check_in',
  },
} as const satisfies Record<string, QueueAction>;

export type ActionName = keyof typeof queueActions;
export const actionNames = Object.keys(queueActions) as readonly ActionName[];

type Actions = typeof queueActions;

/** Which action each of these statuses asks for. */
export const actionOfStatus = keyed<{
  readonly [Name in ActionName as Actions[Name] extends {
    status: infer Status extends ConsoleStatus;
  }
    ? Status
    : never]: Name;
}>(
  actionNames.flatMap((name) => {
    const { status }: QueueAction = queueActions[name];
    return status === undefined ? [] : [[status, name] as const];
  }),
);

/** What is said with a call for an action, parsed. */
export type GivenTo<Name extends ActionName> = Actions[Name] extends {
  call: { body: infer Body extends z.ZodType };
}
  ? z.output<Body>
  : Actions[Name] extends { status: string }
    ? z.output<typeof notesBody>
    : object;

/** How the audit trail calls what staff do with an entry. */
export type QueueAuditAction = Extract<Actions[ActionName], { audited: string }>['audited'];
export const queueAuditActions: readonly QueueAuditAction[] = [
  ...new Set(
    actionNames.flatMap((name) => {
      const audited = auditedAs(name);
      return audited === undefined ? [] : [audited];
    }),
  ),
];

/** How the audit trail calls one action; undefined where only patients may. */
export function auditedAs(name: ActionName): QueueAuditAction | undefined {
  const action = queueActions[name];
  return 'audited' in action ? action.audited : undefined;
}

/** As colleagues are told what was done last; an entry begins with a request or by joining. */
export type ToldAction = 'request' | 'join' | Actions[ActionName]['told'];
export const toldActions: readonly ToldAction[] = [
  ...new Set<ToldAction>([
    'request',
    'join',
    ...actionNames.map((name) => queueActions[name].told),
  ]),
];

/** What the desk offers. */
export type DeskActionName = {
  [Name in ActionName]: Actions[Name] extends { desk: object } ? Name : never;
}[ActionName];

type Desk<Name extends DeskActionName> = Actions[Name]['desk'];
/** What the desk offers on a key. */
export type KeyedActionName = {
  [Name in DeskActionName]: Desk<Name> extends { key: string } ? Name : never;
}[DeskActionName];
/** What the desk asks about before it does it, and how. */
export type AskedActionName<How extends 'confirmation' | 'form'> = {
  [Name in DeskActionName]: Desk<Name> extends { asks: How } ? Name : never;
}[DeskActionName];

/** What the desk switches on an entry and back: nothing is said with it. */
export type SwitchName = {
  [Name in DeskActionName]: Desk<Name> extends { switches: string } ? Name : never;
}[DeskActionName];

export const deskActionNames = actionNames.filter(
  (name): name is DeskActionName => 'desk' in queueActions[name],
);
