/** Builds the API's answers about follow-ups, for staff and for patients. */
import type { OwnFollowUp, VisitFollowUp } from '@baari/contract/visit/follow-up.ts';
import type { Actor } from '../platform/actor.ts';
import { maySetNow } from './follow-up.rules.ts';
import type { OwnRow, VisitRow } from './follow-ups.store.ts';

export function followUpView(row: VisitRow, actor: Actor): VisitFollowUp {
  const { due_on: dueOn, reason, changed_at: at, by_name: by, version } = row;
  const isSet = dueOn !== null && at !== null && row.is_taken_back === false;
  return {
    followUp: isSet ? { dueOn, reason: reason ?? '', by, at: at.toISOString() } : null,
    version: version ?? 0,
    maySet: maySetNow(actor, row),
  };
}

export function ownFollowUpView(row: OwnRow): OwnFollowUp {
  return { entryId: row.entry_id, dueOn: row.due_on, reason: row.reason };
}
