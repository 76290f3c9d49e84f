/**
 * Every error with which the server refuses a call: a code, its HTTP status and one English
 * sentence from `texts/en/refusals.json`, which also has the other languages. The wire format is
 * {error, details, code}; the client shows details, else error [ERR-1].
 */
import { z } from 'zod';
import { refusalSentences as said } from './refusals.gen.ts';

export const refusals = {
  invalid_request: { status: 400, error: said.invalid_request },
  not_authenticated: { status: 401, error: said.not_authenticated },
  session_ended: { status: 401, error: said.session_ended },
  /** For staff: the session was idle for longer than the hospital allows. */
  session_idle: { status: 401, error: said.session_idle },
  forbidden: { status: 403, error: said.forbidden },
  /** The API key is unknown or revoked, or is no key at all. */
  key_not_valid: { status: 401, error: said.key_not_valid },
  key_expired: { status: 401, error: said.key_expired },
  /** The API key lacks the scope that `details` names. */
  not_in_scope: { status: 403, error: said.not_in_scope },
  /** Events after this cursor were deleted; `details` says from when on events are kept. */
  events_gone: { status: 410, error: said.events_gone },
  too_many_keys: { status: 409, error: said.too_many_keys },
  /** The facility id belongs to another hospital of this installation. */
  hip_id_taken: { status: 409, error: said.hip_id_taken },
  hospital_not_confirmed: { status: 409, error: said.hospital_not_confirmed },
  too_many_counters: { status: 409, error: said.too_many_counters },
  too_many_webhooks: { status: 409, error: said.too_many_webhooks },
  too_many_subscriptions: { status: 409, error: said.too_many_subscriptions },
  public_key_refused: { status: 400, error: said.public_key_refused },
  /** The server may not call the address of a webhook; `details` says why. */
  webhook_address_refused: { status: 400, error: said.webhook_address_refused },
  /** The secret of a webhook cannot be decrypted, because the installation's SECRET was lost. */
  webhook_secret_lost: { status: 409, error: said.webhook_secret_lost },
  /** The call would reach people outside a practice hospital. */
  not_in_practice: { status: 409, error: said.not_in_practice },
  /** The hospital's staff made today's practice hospitals already. */
  too_many_practices: { status: 429, error: said.too_many_practices },
  user_not_found: { status: 401, error: said.user_not_found },
  wrong_password: { status: 401, error: said.wrong_password },
  /**
   * Replaces `user_not_found` and `wrong_password` if the installation hides which accounts exist.
   */
  wrong_credentials: { status: 401, error: said.wrong_credentials },
  invalid_email: { status: 400, error: said.invalid_email },
  weak_password: { status: 400, error: said.weak_password },
  email_in_use: { status: 409, error: said.email_in_use },
  phone_in_use: { status: 409, error: said.phone_in_use },
  /**
   * The account's phone cannot be removed while the account has no verified email: nothing would be
   * left to sign in with or to receive messages.
   */
  phone_is_only_contact: { status: 409, error: said.phone_is_only_contact },
  email_already_verified: { status: 409, error: said.email_already_verified },
  too_many_attempts: { status: 429, error: said.too_many_attempts },
  /**
   * Other people on this network used up the network's attempts. A header of the response holds a
   * bot check; solving it lets this request through.
   */
  bot_check_required: { status: 429, error: said.bot_check_required },
  /**
   * The daily limit for this kind of mail or text message is reached; `details` says when more are
   * allowed.
   */
  too_many_messages: { status: 429, error: said.too_many_messages },
  /** No text message was sent: the daily limit for the country of the phone number is used up. */
  sms_limit_reached: { status: 503, error: said.sms_limit_reached },
  other_origin: { status: 403, error: said.other_origin },
  email_not_verified: { status: 403, error: said.email_not_verified },
  email_mismatch: { status: 403, error: said.email_mismatch },
  reset_link_invalid: { status: 400, error: said.reset_link_invalid },
  invalid_phone: { status: 400, error: said.invalid_phone },
  bot_check_failed: { status: 400, error: said.bot_check_failed },
  no_confirmation_session: { status: 400, error: said.no_confirmation_session },
  invalid_code: { status: 400, error: said.invalid_code },
  /** The client asked for phone or Google sign-in, which this installation has not configured. */
  way_in_not_available: { status: 404, error: said.way_in_not_available },
  /** Google refused the sign-in, or Baari did not understand Google's response. */
  provider_failed: { status: 502, error: said.provider_failed },
  /**
   * An account with the email of the linked sign-in exists, but the account or the sign-in service
   * has not verified the email.
   */
  account_not_linked: { status: 409, error: said.account_not_linked },
  /**
   * The hospital's identity provider refused the sign-in, or Baari did not understand its response.
   */
  hospital_sign_in_failed: { status: 502, error: said.hospital_sign_in_failed },
  /**
   * The email from the hospital's identity provider belongs to nobody who works at the hospital or
   * is invited to it.
   */
  not_hospital_staff: { status: 403, error: said.not_hospital_staff },
  /**
   * The first factor was accepted. The client must now call verifyTotp or verifyRecoveryCode with
   * the second factor.
   */
  second_factor_required: { status: 401, error: said.second_factor_required },
  second_factor_expired: { status: 401, error: said.second_factor_expired },
  two_factor_already_on: { status: 409, error: said.two_factor_already_on },
  two_factor_off: { status: 409, error: said.two_factor_off },
  /** The passkey is unknown, was not unlocked by the user, or was used for another challenge. */
  passkey_failed: { status: 401, error: said.passkey_failed },
  /** The last proof of identity is older than five minutes; call `prove` first. */
  proof_required: { status: 403, error: said.proof_required },
  /** Removing this way to sign in is refused, because no other way would be left. */
  only_way_in: { status: 409, error: said.only_way_in },
  two_factor_setup_required: { status: 403, error: said.two_factor_setup_required },
  not_found: { status: 404, error: said.not_found },
  method_not_allowed: { status: 405, error: said.method_not_allowed },
  no_current_queue: { status: 404, error: said.no_current_queue },
  already_in_queue: { status: 409, error: said.already_in_queue },
  too_many_people: { status: 409, error: said.too_many_people },
  own_person: { status: 409, error: said.own_person },
  person_in_queue: { status: 409, error: said.person_in_queue },
  person_has_appointment: { status: 409, error: said.person_has_appointment },
  doctor_not_available: { status: 409, error: said.doctor_not_available },
  illegal_transition: { status: 409, error: said.illegal_transition },
  patient_left: { status: 409, error: said.patient_left },
  day_is_over: { status: 409, error: said.day_is_over },
  entry_changed: { status: 409, error: said.entry_changed },
  line_changed: { status: 409, error: said.line_changed },
  no_free_doctor: { status: 409, error: said.no_free_doctor },
  /**
   * A record with an account cannot be merged into another one, and no record can be merged into
   * itself.
   */
  merge_not_possible: { status: 409, error: said.merge_not_possible },
  merge_needs_admin: { status: 403, error: said.merge_needs_admin },
  both_in_queue: { status: 409, error: said.both_in_queue },
  both_booked: { status: 409, error: said.both_booked },
  merge_over: { status: 409, error: said.merge_over },
  nobody_available: { status: 409, error: said.nobody_available },
  already_there: { status: 409, error: said.already_there },
  urgency_unchanged: { status: 409, error: said.urgency_unchanged },
  move_reason_needed: { status: 409, error: said.move_reason_needed },
  not_on_hold: { status: 409, error: said.not_on_hold },
  is_on_hold: { status: 409, error: said.is_on_hold },
  /**
   * The patient has used up the delays of this visit. Being late and letting others go first both
   * count as delays.
   */
  delays_used: { status: 409, error: said.delays_used },
  /** The patient was called a short time ago, so only staff can end the visit. */
  visit_may_run: { status: 409, error: said.visit_may_run },
  wait_not_known: { status: 409, error: said.wait_not_known },
  not_first_in_line: { status: 409, error: said.not_first_in_line },
  consultation_running: { status: 409, error: said.consultation_running },
  already_first: { status: 409, error: said.already_first },
  already_checked_in: { status: 409, error: said.already_checked_in },
  /** The desk, the door code or a kiosk recorded the arrival, so the patient cannot undo it. */
  seen_at_hospital: { status: 409, error: said.seen_at_hospital },
  not_checked_in: { status: 409, error: said.not_checked_in },
  already_last: { status: 409, error: said.already_last },
  visit_not_completed: { status: 409, error: said.visit_not_completed },
  rating_final: { status: 409, error: said.rating_final },
  /**
   * Staff see only that the report exists; doctors and administrators can open it in an emergency.
   */
  report_withheld: { status: 403, error: said.report_withheld },
  report_has_file: { status: 409, error: said.report_has_file },
  file_too_large: { status: 413, error: said.file_too_large },
  report_too_large: { status: 422, error: said.report_too_large },
  file_type_refused: { status: 415, error: said.file_type_refused },
  file_too_complex: { status: 422, error: said.file_too_complex },
  file_locked: { status: 422, error: said.file_locked },
  /** The PDF is a form that only its own program can render, or a portfolio of files. */
  file_not_cleanable: { status: 422, error: said.file_not_cleanable },
  /** The PDF would exhaust the memory of a phone that opens it. */
  pdf_too_large: { status: 422, error: said.pdf_too_large },
  /** The storage has lost the file of a report; the operator's log names it. */
  file_missing: { status: 410, error: said.file_missing },
  /** The stored bytes of the file differ from the uploaded bytes. */
  file_changed: { status: 409, error: said.file_changed },
  day_too_large: { status: 422, error: said.day_too_large },
  image_too_large: { status: 422, error: said.image_too_large },
  photo_too_large: { status: 422, error: said.photo_too_large },
  already_staff: { status: 409, error: said.already_staff },
  not_assigned: { status: 403, error: said.not_assigned },
  point_of_doctor: { status: 409, error: said.point_of_doctor },
  acting_elsewhere: { status: 409, error: said.acting_elsewhere },
  doctor_exists: { status: 409, error: said.doctor_exists },
  doctor_has_patients: { status: 409, error: said.doctor_has_patients },
  /**
   * Nobody waits for the doctor to be deactivated, but some visits have a planned step with this
   * doctor.
   */
  doctor_is_planned: { status: 409, error: said.doctor_is_planned },
  doctor_has_appointments: { status: 409, error: said.doctor_has_appointments },
  doctor_deactivated: { status: 409, error: said.doctor_deactivated },
  department_exists: { status: 409, error: said.department_exists },
  too_many_departments: { status: 409, error: said.too_many_departments },
  too_many_passkeys: { status: 409, error: said.too_many_passkeys },
  hospital_changed: { status: 409, error: said.hospital_changed },
  /** The profile was saved in another tab or on another device. */
  profile_changed: { status: 409, error: said.profile_changed },
  /** Optimistic concurrency for other forms: the record changed after the form was opened. */
  changed_meanwhile: { status: 409, error: said.changed_meanwhile },
  /** The hospital does not record one of the vital signs; `details` names each value. */
  vitals_not_asked: { status: 409, error: said.vitals_not_asked },
  /** The stop that a hand-off note is for has called the patient. */
  hand_off_called: { status: 409, error: said.hand_off_called },
  hand_off_struck: { status: 409, error: said.hand_off_struck },
  no_model: { status: 409, error: said.no_model },
  department_in_use: { status: 409, error: said.department_in_use },
  join_request_pending: { status: 409, error: said.join_request_pending },
  join_request_decided: { status: 409, error: said.join_request_decided },
  applicant_not_verified: { status: 409, error: said.applicant_not_verified },
  last_admin: { status: 409, error: said.last_admin },
  own_emergency: { status: 409, error: said.own_emergency },
  doctor_role_fixed: { status: 409, error: said.doctor_role_fixed },
  doctor_has_account: { status: 409, error: said.doctor_has_account },
  invitation_invalid: { status: 400, error: said.invitation_invalid },
  account_exists: { status: 409, error: said.account_exists },
  slot_not_offered: { status: 409, error: said.slot_not_offered },
  slot_taken: { status: 409, error: said.slot_taken },
  /**
   * The last free place at this time is held for a patient who was offered it. Only the desk may
   * book it, with a reason.
   */
  held_for_somebody: { status: 409, error: said.held_for_somebody },
  /** The offer of an earlier time was accepted, declined or withdrawn, or it has expired. */
  offer_over: { status: 409, error: said.offer_over },
  /** The link of the offer is unknown, or the phone digits typed with it are wrong. */
  offer_not_matched: { status: 403, error: said.offer_not_matched },
  booking_not_matched: { status: 403, error: said.booking_not_matched },
  too_many_wishes: { status: 409, error: said.too_many_wishes },
  already_booked: { status: 409, error: said.already_booked },
  /** The operator of the installation has closed the hospital. */
  hospital_closed: { status: 409, error: said.hospital_closed },
  /**
   * The hospital is outside its opening hours and accepts no requests until it opens. The details
   * give the opening time.
   */
  hospital_shut: { status: 409, error: said.hospital_shut },
  hospital_open: { status: 409, error: said.hospital_open },
  booked_at_that_time: { status: 409, error: said.booked_at_that_time },
  too_many_bookings: { status: 409, error: said.too_many_bookings },
  /**
   * The first booking needs no verified contact, but further bookings do. Decision 071 lists who
   * must verify their contact.
   */
  contact_unproved: { status: 403, error: said.contact_unproved },
  appointment_over: { status: 409, error: said.appointment_over },
  too_early_to_check_in: { status: 409, error: said.too_early_to_check_in },
  not_the_day: { status: 409, error: said.not_the_day },
  /** The code on the poster is outdated, or belongs to another hospital. */
  door_code_wrong: { status: 409, error: said.door_code_wrong },
  screen_unknown: { status: 404, error: said.screen_unknown },
  /**
   * The patient may no longer answer the questions at the kiosk: the time is over, another patient
   * checked in, or the patient answers on their own phone.
   */
  kiosk_right_over: { status: 409, error: said.kiosk_right_over },
  too_many_links: { status: 409, error: said.too_many_links },
  too_many_screens: { status: 409, error: said.too_many_screens },
  nobody_expected: { status: 404, error: said.nobody_expected },
  several_expected: { status: 409, error: said.several_expected },
  line_exists: { status: 409, error: said.line_exists },
  point_exists: { status: 409, error: said.point_exists },
  too_many_lines: { status: 409, error: said.too_many_lines },
  too_many_points: { status: 409, error: said.too_many_points },
  /**
   * Each service point of an any-doctor line needs a doctor of its own. Service points of other
   * lines have no doctor.
   */
  point_needs_doctor: { status: 409, error: said.point_needs_doctor },
  line_in_use: { status: 409, error: said.line_in_use },
  line_has_appointments: { status: 409, error: said.line_has_appointments },
  line_closed: { status: 409, error: said.line_closed },
  /**
   * The line has reached its limit of requests a day. The two codes below are for the time of the
   * last request and for too many people waiting at once.
   */
  line_full_today: { status: 409, error: said.line_full_today },
  line_requests_over: { status: 409, error: said.line_requests_over },
  line_full_now: { status: 409, error: said.line_full_now },
  /** The visit has ended or is not approved yet, so a relative could follow nothing. */
  nothing_to_share: { status: 409, error: said.nothing_to_share },
  /** The visit has the most active shared links already. */
  too_many_shared_links: { status: 409, error: said.too_many_shared_links },
  point_in_use: { status: 409, error: said.point_in_use },
  point_already_so: { status: 409, error: said.point_already_so },
  point_not_open: { status: 409, error: said.point_not_open },
  point_paused: { status: 409, error: said.point_paused },
  nobody_to_call: { status: 409, error: said.nobody_to_call },
  nobody_inside: { status: 409, error: said.nobody_inside },
  call_at_point: { status: 409, error: said.call_at_point },
  undo_over: { status: 409, error: said.undo_over },
  /**
   * Closing the day needs a confirmation, because the hospital is open and patients wait. The
   * number of patients was not typed, or has changed.
   */
  day_close_unconfirmed: { status: 409, error: said.day_close_unconfirmed },
  /**
   * The closing of the day cannot be undone, because it was more than ten minutes ago or was
   * already undone.
   */
  day_undo_over: { status: 409, error: said.day_undo_over },
  /**
   * The closing of the day cannot be undone, because a doctor or line no longer exists, or the day
   * was closed again.
   */
  day_undo_changed: { status: 409, error: said.day_undo_changed },
  too_many_stops: { status: 409, error: said.too_many_stops },
  push_service_refused: { status: 400, error: said.push_service_refused },
  /**
   * Another conflicting write to the database came at the same moment, so this write was not made.
   */
  collided: { status: 409, error: said.collided },
  idempotency_key_running: { status: 409, error: said.idempotency_key_running },
  idempotency_key_reused: { status: 422, error: said.idempotency_key_reused },
  body_too_large: { status: 413, error: said.body_too_large },
  unsupported_media_type: { status: 415, error: said.unsupported_media_type },
  headers_too_large: { status: 431, error: said.headers_too_large },
  request_timeout: { status: 408, error: said.request_timeout },
  too_many_connections: { status: 503, error: said.too_many_connections },
  too_many_requests: { status: 429, error: said.too_many_requests },
  internal: { status: 500, error: said.internal },
  unavailable: { status: 503, error: said.unavailable },
  /** The disk or the database is read-only; requests that only read still work. */
  storage_full: { status: 503, error: said.storage_full },
  overloaded: { status: 503, error: said.overloaded },
} as const satisfies Readonly<Record<keyof typeof said, { status: number; error: string }>>;

export type RefusalCode = keyof typeof refusals;

/** One error in one field of the request; the screen shows it as 'param: msg' [ERR-1, API-18]. */
export const fieldProblem = z.object({ param: z.string(), msg: z.string() });
export type FieldProblem = z.infer<typeof fieldProblem>;

/** The body of every API response whose HTTP status is not 2xx. */
export const problem = z.object({
  error: z.string(),
  details: z.union([z.string(), z.array(fieldProblem)]).optional(),
  code: z.string(),
});
