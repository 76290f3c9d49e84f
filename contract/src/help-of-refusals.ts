/** Which page of help explains a refusal, `role/topic` for patients and for staff. */
import type { RefusalCode } from './refusals.ts';

export interface ExplainedTo {
  readonly patient?: string;
  readonly staff?: string;
}

const changedMeanwhile = { staff: 'reception/changed-by-a-colleague' };
const noPlace = { patient: 'patient/request-refused', staff: 'administrator/too-many-patients' };
const noTime = { patient: 'patient/book-a-time', staff: 'reception/book-a-time' };
const ofEarlierTime = { patient: 'patient/an-earlier-time' };
const atCounter = { staff: 'reception/work-at-a-counter' };
const oneRecord = { staff: 'reception/one-person-twice' };
const team = { staff: 'reception/join-a-team' };
const ofKeys = { staff: 'administrator/connect-a-system' };
const practice = { staff: 'reception/practise-without-patients' };

/**
 * The pages of the refusals that need more than their sentence; the others have none. The forms for
 * signing in show the ways to go on themselves.
 */
export const helpOfRefusals: Readonly<Partial<Record<RefusalCode, ExplainedTo>>> = {
  not_in_practice: practice,
  too_many_practices: practice,
  two_factor_setup_required: { staff: 'reception/safer-sign-in' },
  contact_unproved: { patient: 'patient/make-an-account' },

  already_in_queue: { patient: 'patient/request-refused' },
  doctor_not_available: { patient: 'patient/request-refused' },
  hospital_shut: { patient: 'patient/request-refused' },
  line_closed: { patient: 'patient/request-refused', staff: 'administrator/set-up-a-line' },
  line_full_today: noPlace,
  line_full_now: noPlace,
  line_requests_over: noPlace,
  nothing_to_share: { patient: 'patient/share-my-place' },
  too_many_shared_links: { patient: 'patient/share-my-place' },
  delays_used: { patient: 'patient/running-late' },
  door_code_wrong: { patient: 'patient/i-am-at-the-hospital' },

  slot_not_offered: noTime,
  slot_taken: noTime,
  held_for_somebody: noTime,
  already_booked: noTime,
  booked_at_that_time: noTime,
  too_many_bookings: noTime,
  offer_over: ofEarlierTime,
  offer_not_matched: ofEarlierTime,
  booking_not_matched: { patient: 'patient/book-a-time' },
  too_many_wishes: ofEarlierTime,

  illegal_transition: changedMeanwhile,
  entry_changed: changedMeanwhile,
  line_changed: changedMeanwhile,
  hospital_changed: changedMeanwhile,
  profile_changed: changedMeanwhile,
  changed_meanwhile: changedMeanwhile,
  collided: changedMeanwhile,
  point_already_so: changedMeanwhile,
  already_first: changedMeanwhile,
  already_last: changedMeanwhile,

  consultation_running: { staff: 'reception/two-patients-at-once' },
  not_first_in_line: { staff: 'reception/somebody-must-go-first' },
  move_reason_needed: { staff: 'reception/somebody-must-go-first' },
  is_on_hold: { staff: 'reception/not-here' },
  not_on_hold: { staff: 'reception/not-here' },
  day_is_over: { staff: 'reception/wrong-button' },
  undo_over: { staff: 'reception/wrong-button' },
  day_close_unconfirmed: { staff: 'reception/close-the-day' },
  day_undo_over: { staff: 'reception/close-the-day' },
  day_undo_changed: { staff: 'reception/close-the-day' },

  key_not_valid: ofKeys,
  key_expired: ofKeys,
  not_in_scope: ofKeys,
  too_many_keys: ofKeys,
  public_key_refused: ofKeys,

  merge_not_possible: oneRecord,
  merge_needs_admin: oneRecord,
  both_in_queue: oneRecord,
  both_booked: oneRecord,
  merge_over: oneRecord,

  doctor_has_patients: { staff: 'administrator/doctor-goes-home' },
  doctor_is_planned: { staff: 'administrator/doctor-goes-home' },
  doctor_has_appointments: { staff: 'reception/bookings-that-no-longer-fit' },
  line_has_appointments: { staff: 'reception/bookings-that-no-longer-fit' },
  report_withheld: { staff: 'doctor/reports-in-an-emergency' },
  last_admin: { staff: 'administrator/invite-the-team' },
  invitation_invalid: team,
  join_request_pending: team,
  join_request_decided: team,

  not_assigned: atCounter,
  call_at_point: atCounter,
  point_not_open: atCounter,
  point_paused: atCounter,
  point_in_use: atCounter,
  nobody_inside: atCounter,
};

/** The address of the page that explains a refusal; the page's role follows the screen. */
export function helpAddressOf(code: RefusalCode): string | undefined {
  return helpOfRefusals[code] === undefined ? undefined : `/help?refusal=${code}`;
}
