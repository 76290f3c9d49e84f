/**
 * Every action on a queue entry, described once. API endpoints, API document, rights, refusals,
 * events, audit trail and the desk's keys and buttons are derived from it. The texts and the
 * server's rule of an action have the same name as the action [QST-2…10, ROLE-1…4, API-2…15].
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
import type { Scope } from '../keys/scopes.ts';
import { fieldMessages, position, requiredText, text, uuid } from '../fields.ts';
import { keyed } from '../keyed.ts';
import { beyondGiven } from '../lines/requests-taken.ts';
import type { RefusalCode } from '../refusals.ts';
import type { ConditionName, Right } from './entry-state.ts';

/** Statuses that the console sets by PUT /queues/:id [API-3]. */
export const consoleStatuses = ['in_progress', 'completed', 'no_show'] as const;
export type ConsoleStatus = (typeof consoleStatuses)[number];

export interface QueueAction {
  /** The action's own endpoint; absent for actions done only by PUT /queues/:id. */
  readonly call?: {
    readonly name: string;
    readonly method: Method;
    readonly path: `/queues/:id/${string}`;
    readonly summary: string;
    /** Rows of requirements.md that the action implements. */
    readonly rows: readonly string[];
    /** The scope of an API key that may request the action; left out if none may. */
    readonly key?: Scope;
    readonly body?: z.ZodObject;
    /** An example of the action's request body, for the API document and the tests. */
    readonly example?: object;
  };
  /** The status that a client sends to PUT /queues/:id to request the action [API-3]. */
  readonly status?: ConsoleStatus;
  readonly right: Right;
  readonly from: readonly QueueStatus[];
  /** The entry's status after the action; absent if the action does not change the status. */
  readonly to?: QueueStatus;
  readonly needs?: readonly ConditionName[];
  /** The action is refused if the line has changed since the version that the client sends. */
  readonly needsSameLine?: true;
  /** Further error codes with which the server's rule refuses this action. */
  readonly refuses?: readonly RefusalCode[];
  readonly event: EntryEventType;
  /** The action's name in the audit trail; absent for an action that only patients may do. */
  readonly audited?: string;
  /** The action's name in messages to colleagues and in the history of the entry. */
  readonly publishedAs: string;
  /**
   * How the desk page offers the action; absent if the desk page has another control for the
   * action.
   */
  readonly desk?: {
    readonly key?: string;
    /** The default note that the desk page sends with the action. */
    readonly says?: { readonly notes: string };
    /**
     * The yes-or-no field of the entry that the action sets. The request body holds the field's new
     * value.
     */
    readonly switches?: SwitchedField;
    /** What the desk page shows before the action: a confirmation, or the action's own form. */
    readonly asks?: 'confirmation' | 'form';
    /** How the desk page changes the line at once, before the server has responded. */
    readonly shows?: ShownEffect;
  };
}

/** The yes-or-no fields of an entry that an action can set. */
export type SwitchedField = 'needsInterpreter';

/** How an action changes the line on the desk page at once, before the server has responded. */
export type ShownEffect = 'joins' | 'enters' | 'leaves' | 'moves' | 'is held' | 'returns';

const notes = text(maxLength.note);
/** The fields of the PUT /queues/:id body besides the status. */
export const notesBody = z.object({ notes: notes.optional() });

export const queueActions = {
  approve: {
    call: {
      name: 'approveRequest',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/approve',
      summary: "Approve a pending request, which joins the end of the doctor's line",
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
    publishedAs: 'approve',
    desk: { key: 'a', says: { notes: approvalNote }, shows: 'joins' },
  },
  reject: {
    call: {
      name: 'rejectRequest',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/reject',
      summary: 'Reject a pending request, with a reason for the patient',
      rows: ['API-9', 'QST-3', 'VAL-4'],
      body: z.object({ reason: requiredText(maxLength.note) }),
      example: { reason: 'The clinic closes early.' },
    },
    right: 'desk',
    from: ['pending_approval'],
    to: 'rejected',
    event: 'queue_rejected',
    audited: 'reject',
    publishedAs: 'reject',
    desk: { key: 'r', asks: 'form' },
  },
  start: {
    call: {
      name: 'startConsultation',
      method: 'POST',
      key: 'queue:act',
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
    publishedAs: 'start',
    desk: { key: 's', shows: 'enters' },
  },
  complete: {
    call: {
      name: 'completeConsultation',
      method: 'POST',
      key: 'queue:act',
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
    publishedAs: 'complete',
    desk: { key: 'c' },
  },
  no_show: {
    status: 'no_show',
    right: 'call',
    from: ['waiting', 'in_progress'],
    to: 'no_show',
    event: 'queue_updated',
    audited: 'no show',
    publishedAs: 'no_show',
    desk: { key: 'm', asks: 'confirmation', shows: 'leaves' },
  },
  remove: {
    call: {
      name: 'removeEntry',
      method: 'DELETE',
      key: 'queue:act',
      path: '/queues/:id/remove',
      summary: 'Take a waiting patient off the queue',
      rows: ['API-13', 'QST-8'],
    },
    right: 'desk',
    from: ['waiting'],
    to: 'cancelled',
    event: 'queue_left',
    audited: 'remove',
    publishedAs: 'remove',
    desk: { key: 'x', asks: 'confirmation', shows: 'leaves' },
  },
  close: {
    call: {
      name: 'closeEntry',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/close',
      summary: 'Close a request or an entry before its turn, with a reason for the patient',
      rows: ['DAY-1'],
      body: z.object({
        reason: z.enum(closeReasons, { error: fieldMessages.choice }),
        /** A message to the patient, in addition to the reason. */
        word: text(maxLength.note).optional(),
      }),
      example: { reason: 'day_ended', word: 'Please come tomorrow from 9.' },
    },
    right: 'desk',
    from: ['pending_approval', 'waiting'],
    to: 'cancelled',
    event: 'queue_left',
    audited: 'close',
    publishedAs: 'remove',
  },
  move_up: {
    call: {
      name: 'moveEntryUp',
      method: 'POST',
      path: '/queues/:id/move-up',
      summary: 'Swap with the patient in front',
      rows: ['API-14', 'QST-9'],
    },
    right: 'desk',
    from: ['waiting'],
    refuses: ['already_first'],
    event: 'position_changed',
    audited: 'move up',
    publishedAs: 'move',
    desk: { key: 'u' },
  },
  move_down: {
    call: {
      name: 'moveEntryDown',
      method: 'POST',
      path: '/queues/:id/move-down',
      summary: 'Swap with the patient behind',
      rows: ['API-14', 'QST-9'],
    },
    right: 'desk',
    from: ['waiting'],
    refuses: ['already_last'],
    event: 'position_changed',
    audited: 'move down',
    publishedAs: 'move',
    desk: { key: 'd' },
  },
  move: {
    call: {
      name: 'moveEntry',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/move',
      summary:
        'Move a waiting patient to a position; requires a reason when somebody would be passed more than 5 times or wait more than 180 minutes',
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
    publishedAs: 'move',
    desk: { key: 'g', asks: 'form', shows: 'moves' },
  },
  to_end: {
    call: {
      name: 'sendToEnd',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/to-end',
      summary: 'Move a patient behind all others who wait; requires a reason as a move does',
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
    publishedAs: 'move',
    desk: { key: 'l', asks: 'confirmation', shows: 'moves' },
  },
  hold: {
    call: {
      name: 'holdEntry',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/hold',
      summary: 'Put a called patient who is absent on hold, with the right to go next',
      rows: ['ADM-5', 'CONS-2', 'QST-6'],
    },
    right: 'call',
    from: ['waiting', 'in_progress'],
    to: 'waiting',
    needs: ['called'],
    event: 'queue_updated',
    audited: 'hold',
    publishedAs: 'hold',
    desk: { key: 'h', shows: 'is held' },
  },
  back: {
    call: {
      name: 'comeBack',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/here',
      summary: 'Record that a patient on hold is here and goes next',
      rows: ['PAT-11', 'ADM-5'],
    },
    right: 'everyone',
    from: ['waiting'],
    needs: ['away'],
    event: 'position_changed',
    audited: 'back from hold',
    publishedAs: 'back',
    desk: { key: 'b', shows: 'returns' },
  },
  transfer: {
    call: {
      name: 'transferEntry',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/transfer',
      summary:
        'Move a patient to another doctor, or to the first free one of the department, keeping the arrival time',
      rows: ['DAY-3'],
      body: z.object({
        /**
         * The doctor to whom the patient is moved; by default the first free doctor of the
         * department.
         */
        doctorId: uuid.optional(),
        /**
         * Why the patient is moved to another doctor's line although that line has reached its
         * limit.
         */
        beyond: beyondGiven,
      }),
      example: {},
    },
    right: 'desk',
    from: ['pending_approval', 'waiting'],
    refuses: [
      'already_there',
      'doctor_not_available',
      'no_free_doctor',
      'line_full_today',
      'line_requests_over',
      'line_full_now',
    ],
    event: 'queue_joined',
    audited: 'move to another doctor',
    publishedAs: 'move',
    desk: { key: 't', asks: 'form' },
  },
  note: {
    call: {
      name: 'noteEntry',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/notes',
      summary: "Write the staff's note on an entry that waits or is in consultation",
      rows: ['API-15', 'QST-9', 'VAL-4'],
      body: z.object({ notes: requiredText(maxLength.note) }),
      example: { notes: 'Bring the X-ray.' },
    },
    right: 'desk',
    from: ['waiting', 'in_progress'],
    event: 'queue_updated',
    audited: 'add notes',
    publishedAs: 'note',
    desk: { key: 'n', asks: 'form' },
  },
  /**
   * Saves the doctor's note of the visit while the doctor types it during treatment. The doctor can
   * also empty the note again.
   */
  write_note: {
    call: {
      name: 'writeVisitNote',
      method: 'PUT',
      path: '/queues/:id/visit-note',
      summary:
        'Save the whole note of the running visit; blank empties it. With `seen`, a note written meanwhile is not overruled',
      rows: ['CONS-5'],
      body: z.object({ notes }),
      example: { notes: 'Cough for two weeks, no fever.' },
    },
    right: 'consult',
    from: ['in_progress'],
    event: 'queue_updated',
    audited: "write the visit's note",
    publishedAs: 'note',
  },
  urgency: {
    call: {
      name: 'judgeUrgency',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/urgency',
      summary:
        "Set the staff's own urgency in place of the patient's; the order of the line does not change",
      rows: ['ENT-1', 'ROLE-2', 'ROLE-3', 'ROLE-4'],
      body: z.object({
        urgency: z.enum(urgencies, { error: fieldMessages.choice }),
        /** Why staff change the urgency; only staff read this reason. */
        reason: requiredText(maxLength.line),
      }),
      example: { urgency: 'high', reason: 'The pain got worse.' },
    },
    right: 'desk',
    from: ['pending_approval', 'waiting'],
    refuses: ['urgency_unchanged'],
    event: 'queue_updated',
    audited: 'change urgency',
    publishedAs: 'urgency',
    desk: { key: 'e', asks: 'form' },
  },
  interpreter: {
    call: {
      name: 'noteInterpreter',
      method: 'PUT',
      path: '/queues/:id/interpreter',
      summary:
        "Note whether the patient needs an interpreter; the patient's next visit to the hospital begins with it",
      rows: ['ADM-5', 'STAFF-4', 'CONS-2'],
      body: z.object({ needsInterpreter: z.boolean({ error: fieldMessages.choice }) }),
      example: { needsInterpreter: true },
    },
    right: 'desk',
    from: ['pending_approval', 'waiting', 'in_progress'],
    event: 'queue_updated',
    audited: 'note an interpreter',
    publishedAs: 'interpreter',
    desk: { key: 'i', switches: 'needsInterpreter' },
  },
  check_in: {
    call: {
      name: 'checkInEntry',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/check-in',
      summary: 'Record that the patient of a pending or waiting entry has arrived',
      rows: ['ARR-1'],
    },
    right: 'everyone',
    from: ['pending_approval', 'waiting'],
    needs: ['notCheckedIn'],
    event: 'queue_updated',
    audited: 'check in',
    publishedAs: 'check_in',
    desk: {},
  },
  undo_check_in: {
    call: {
      name: 'undoCheckIn',
      method: 'DELETE',
      key: 'queue:act',
      path: '/queues/:id/check-in',
      summary: 'Undo a check-in made by mistake; patients only their own',
      rows: ['ARR-1'],
    },
    right: 'everyone',
    from: ['pending_approval', 'waiting'],
    needs: ['checkedIn'],
    refuses: ['seen_at_hospital'],
    event: 'queue_updated',
    audited: 'undo check-in',
    publishedAs: 'undo_check_in',
    desk: {},
  },
  run_late: {
    call: {
      name: 'runLate',
      method: 'POST',
      path: '/queues/:id/late',
      summary:
        'Report being late: patients expected within so many minutes after go first; twice a visit at most, together with letting others go first',
      rows: ['WAIT-1'],
      body: z.object({ minutes: z.literal(lateSteps, { error: fieldMessages.choice }) }),
      example: { minutes: 20 },
    },
    right: 'patient',
    from: ['waiting'],
    needs: ['present', 'notCheckedIn', 'delaysLeft'],
    refuses: ['wait_not_known'],
    event: 'position_changed',
    publishedAs: 'move',
  },
  go_later: {
    call: {
      name: 'goLater',
      method: 'POST',
      path: '/queues/:id/later',
      summary:
        'Let the next patients go first and keep the visit; twice a visit at most, together with being late',
      rows: ['WAIT-1'],
      body: z.object({ people: z.literal(laterSteps, { error: fieldMessages.choice }) }),
      example: { people: 1 },
    },
    right: 'patient',
    from: ['waiting'],
    needs: ['present', 'delaysLeft'],
    refuses: ['already_last'],
    event: 'position_changed',
    publishedAs: 'move',
  },
  /** The patient reports that the visit is over. Only staff can end the visit. */
  say_over: {
    call: {
      name: 'sayOver',
      method: 'POST',
      path: '/queues/:id/over',
      summary:
        'Report, from half an hour after the call, that the visit is over or the patient has left; the visit stays open until staff end it',
      rows: ['PAT-11', 'QST-5', 'QST-6'],
      body: z.object({ word: z.enum(saidOverWords, { error: fieldMessages.choice }) }),
      example: { word: 'seen' },
    },
    right: 'patient',
    from: ['in_progress'],
    needs: ['calledLongAgo'],
    event: 'queue_updated',
    publishedAs: 'note',
  },
  bring_back: {
    call: {
      name: 'bringBack',
      method: 'POST',
      key: 'queue:act',
      path: '/queues/:id/bring-back',
      summary:
        'Undo a rejection, removal, completion or no-show until the end of the day, with the former place where that is fair to the others',
      rows: ['DESK-1'],
    },
    right: 'desk',
    from: ['rejected', 'cancelled', 'no_show', 'completed'],
    needs: ['endedByStaff', 'endedToday'],
    refuses: ['already_in_queue', 'doctor_not_available', 'hospital_closed'],
    event: 'queue_updated',
    audited: 'bring back',
    publishedAs: 'bring_back',
    desk: {},
  },
  leave: {
    call: {
      name: 'leaveQueue',
      method: 'DELETE',
      path: '/queues/:id/leave',
      summary: "Cancel the caller's own request or place, and the booking that it came from",
      rows: ['API-2', 'QST-7'],
    },
    right: 'patient',
    from: ['pending_approval', 'waiting'],
    to: 'cancelled',
    event: 'queue_left',
    publishedAs: 'leave',
  },
  /** The patient undoes the check-in for a booking and leaves the line. The booking stays. */
  take_back: {
    right: 'patient',
    from: ['waiting'],
    to: 'cancelled',
    event: 'queue_left',
    publishedAs: 'undo_check_in',
  },
} as const satisfies Record<string, QueueAction>;

export type ActionName = keyof typeof queueActions;
export const actionNames = Object.keys(queueActions) as readonly ActionName[];

type Actions = typeof queueActions;

/** The action that PUT /queues/:id performs for each status that a client can send. */
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

/** The parsed input of an action. */
export type PayloadOf<Name extends ActionName> = Actions[Name] extends {
  call: { body: infer Body extends z.ZodType };
}
  ? z.output<Body>
  : Actions[Name] extends { status: string }
    ? z.output<typeof notesBody>
    : object;

/** The names that staff actions on a queue entry have in the audit trail. */
export type QueueAuditAction = Extract<Actions[ActionName], { audited: string }>['audited'];
export const queueAuditActions: readonly QueueAuditAction[] = [
  ...new Set(
    actionNames.flatMap((name) => {
      const audited = auditedAs(name);
      return audited === undefined ? [] : [audited];
    }),
  ),
];

/** The action's name in the audit trail; undefined for an action that only patients may do. */
export function auditedAs(name: ActionName): QueueAuditAction | undefined {
  const action = queueActions[name];
  return 'audited' in action ? action.audited : undefined;
}

/**
 * The last action as shown to colleagues. A new entry shows that the patient requested a place or
 * joined.
 */
export type PublishedAction = 'request' | 'join' | Actions[ActionName]['publishedAs'];
export const publishedActions: readonly PublishedAction[] = [
  ...new Set<PublishedAction>([
    'request',
    'join',
    ...actionNames.map((name) => queueActions[name].publishedAs),
  ]),
];

/** The names of the actions that the desk page offers. */
export type DeskActionName = {
  [Name in ActionName]: Actions[Name] extends { desk: object } ? Name : never;
}[ActionName];

type Desk<Name extends DeskActionName> = Actions[Name]['desk'];
/** The names of the actions that the desk page offers on a keyboard key. */
export type KeyedActionName = {
  [Name in DeskActionName]: Desk<Name> extends { key: string } ? Name : never;
}[DeskActionName];
/** The names of the actions before which the desk page shows a confirmation or a form. */
export type AskedActionName<How extends 'confirmation' | 'form'> = {
  [Name in DeskActionName]: Desk<Name> extends { asks: How } ? Name : never;
}[DeskActionName];

/** The names of the actions that only switch a field of an entry on or off and need no text. */
export type SwitchName = {
  [Name in DeskActionName]: Desk<Name> extends { switches: string } ? Name : never;
}[DeskActionName];

export const deskActionNames = actionNames.filter(
  (name): name is DeskActionName => 'desk' in queueActions[name],
);
