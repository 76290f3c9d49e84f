/**
 * Every way the server says no: a code, its HTTP status and one English sentence.
 * The wire shape is {error, details, code}; the client shows details, else error [ERR-1].
 */
import { z } from 'zod';

export const refusals = {
  invalid_request: { status: 400, error: 'The request is not valid.' },
  not_authenticated: { status: 401, error: 'Not authenticated' },
  session_ended: {
    status: 401,
    error: 'Authentication failed. Please try logging in again.',
  },
  /** Of staff: the time that their hospital allows without use is over. */
  session_idle: {
    status: 401,
    error: 'You were signed out after a time without use. Please sign in again.',
  },
  forbidden: { status: 403, error: 'Your role does not allow this.' },
  user_not_found: { status: 401, error: 'No account found. Would you like to sign up?' },
  wrong_password: { status: 401, error: 'Incorrect password. Please try again.' },
  /** Stands for both of the above where an installation hides which accounts exist. */
  wrong_credentials: { status: 401, error: 'The email or the password is wrong.' },
  invalid_email: { status: 400, error: 'Please enter a valid email address.' },
  weak_password: { status: 400, error: 'Please choose a stronger password.' },
  email_in_use: { status: 409, error: 'Email already in use. Try logging in instead.' },
  phone_in_use: {
    status: 409,
    error: 'Another account signs in with this number. Sign in with it, or use another number.',
  },
  /** No proved email is left that would sign in and be written to. */
  phone_is_only_contact: {
    status: 409,
    error: 'Add and confirm an email first: without this number nothing would sign you in.',
  },
  email_already_verified: { status: 409, error: 'This email address is already verified.' },
  too_many_attempts: {
    status: 429,
    error: 'Too many attempts. Please wait and try again.',
  },
  /** Of a kind of mail or text message, today; details say when there are more. */
  too_many_messages: {
    status: 429,
    error: 'Too many messages were sent today. Please try again later.',
  },
  /** Nothing was sent: what a day allows for that country is used up. */
  sms_limit_reached: {
    status: 503,
    error: 'No more text messages can be sent to this country today. Please sign in another way.',
  },
  other_origin: { status: 403, error: 'This request did not come from a page of this site.' },
  email_not_verified: {
    status: 403,
    error: 'Email not verified yet. Please check your inbox.',
  },
  email_mismatch: {
    status: 403,
    error: 'Authentication failed or email mismatch. Please try again.',
  },
  reset_link_invalid: {
    status: 400,
    error: 'This link has expired or was already used. Please ask for a new one.',
  },
  invalid_phone: {
    status: 400,
    error: 'Enter a valid phone number in E.164 format, e.g. +919876543210.',
  },
  bot_check_failed: {
    status: 400,
    error: 'The check that you are not a robot did not succeed. Please try again.',
  },
  no_confirmation_session: { status: 400, error: 'No confirmation session' },
  invalid_code: { status: 400, error: 'Invalid code' },
  /** Phone or Google, where this installation has not been given what they need. */
  way_in_not_available: {
    status: 404,
    error: 'This way to sign in is not set up on this site.',
  },
  /** Google's side said no, or could not be understood. */
  provider_failed: {
    status: 502,
    error: 'Signing in with Google did not succeed. Please try again.',
  },
  /** An account with that email exists, and either side has not proved that the email is theirs. */
  account_not_linked: {
    status: 409,
    error: 'An account with this email exists already. Sign in with its password, or reset it.',
  },
  /** The hospital's own sign-in said no, or could not be understood. */
  hospital_sign_in_failed: {
    status: 502,
    error: "Signing in with the hospital's own account did not succeed. Please try again.",
  },
  /** The email that the hospital's sign-in gave is not that of somebody who works or is invited there. */
  not_hospital_staff: {
    status: 403,
    error:
      "This sign-in opens accounts of the hospital's staff only. Ask its administrator for an invitation, or sign in another way.",
  },
  /** The first step of signing in is done; verifyTotp or verifyRecoveryCode is the second. */
  second_factor_required: {
    status: 401,
    error: 'Enter the code from your authenticator app.',
  },
  second_factor_expired: { status: 401, error: 'That took too long. Please sign in again.' },
  two_factor_already_on: { status: 409, error: 'Two-factor sign-in is already on.' },
  two_factor_off: { status: 409, error: 'Two-factor sign-in is not on.' },
  /** The passkey is unknown, was not unlocked, or answered something else. */
  passkey_failed: {
    status: 401,
    error: 'This passkey did not work. Please try again or sign in another way.',
  },
  /** Five minutes have gone by since the owner last showed who they are; `prove` is how. */
  proof_required: {
    status: 403,
    error: 'Please show that it is you before this is changed.',
  },
  /** Nothing else would sign the owner in. */
  only_way_in: {
    status: 409,
    error: 'Set a password first: without this nothing would sign you in.',
  },
  two_factor_setup_required: {
    status: 403,
    error: 'Your hospital requires two-factor sign-in. Please set it up first.',
  },
  not_found: { status: 404, error: 'Not found.' },
  method_not_allowed: { status: 405, error: 'This address does not take that method.' },
  no_current_queue: { status: 404, error: 'You are in no queue at the moment.' },
  already_in_queue: {
    status: 409,
    error: 'There is a place or a request in a queue already. One queue at a time.',
  },
  too_many_people: { status: 409, error: 'An account can queue for ten people at most.' },
  own_person: { status: 409, error: 'This is you: your own details are changed in your profile.' },
  person_in_queue: { status: 409, error: 'This person is in a queue. Leave it first.' },
  person_has_appointment: {
    status: 409,
    error: 'This person has an appointment to come. Cancel it first.',
  },
  doctor_not_available: {
    status: 409,
    error: 'This doctor is not taking patients right now.',
  },
  illegal_transition: {
    status: 409,
    error: 'That is no longer possible: someone changed this entry before you.',
  },
  patient_left: {
    status: 409,
    error: 'The patient gave this place up. Nobody but the patient can ask again.',
  },
  day_is_over: {
    status: 409,
    error: 'This ended on an earlier day. Only what ended today can be brought back.',
  },
  entry_changed: {
    status: 409,
    error: 'Somebody changed this entry after you looked at it. Nothing was done.',
  },
  line_changed: {
    status: 409,
    error: 'The order of the line changed after you looked at it. Nobody was moved.',
  },
  no_free_doctor: {
    status: 409,
    error: 'Nobody else of this department is Available. Choose a doctor.',
  },
  /** A record with an account goes into no other one, and none into itself. */
  merge_not_possible: {
    status: 409,
    error: 'Only a record without an account can go into another one.',
  },
  merge_needs_admin: {
    status: 403,
    error: 'Whoever has the account reads what goes into it: an administrator does this.',
  },
  both_in_queue: {
    status: 409,
    error: 'Both have a place or a request in a queue. End one of the two first.',
  },
  both_booked: {
    status: 409,
    error: 'Both have an appointment with one doctor on one day. Cancel one of the two first.',
  },
  merge_over: {
    status: 409,
    error: 'This can no longer be taken back.',
  },
  nobody_available: {
    status: 409,
    error: 'Nobody of this department is Available. Choose a doctor.',
  },
  already_there: { status: 409, error: 'This patient already stands there.' },
  urgency_unchanged: { status: 409, error: 'This is the urgency already.' },
  move_reason_needed: {
    status: 409,
    error: 'By this move somebody is passed too often or waits too long. Give a reason.',
  },
  not_on_hold: { status: 409, error: 'Nobody is on hold here any more.' },
  is_on_hold: {
    status: 409,
    error: 'This patient was called and is on hold: whoever is back goes next.',
  },
  /** Late, or letting others go first: so often in one visit. */
  delays_used: {
    status: 409,
    error: 'A place can be put off twice in one visit. Please speak to the reception.',
  },
  wait_not_known: {
    status: 409,
    error: 'Nobody can say just now when it goes on. The place is kept as it is.',
  },
  not_first_in_line: { status: 409, error: 'Only the first patient in line can be called.' },
  consultation_running: {
    status: 409,
    error: 'Another consultation is still running. Complete it first.',
  },
  already_first: { status: 409, error: 'This patient is already first in line.' },
  already_checked_in: { status: 409, error: 'The check-in was made already.' },
  /** By the desk, the code at the door or a kiosk: that is not for the patient to take back. */
  seen_at_hospital: {
    status: 409,
    error: 'The hospital has seen that you are here. Please speak with the desk.',
  },
  not_checked_in: { status: 409, error: 'There is no check-in.' },
  already_last: { status: 409, error: 'This patient is already last in line.' },
  visit_not_completed: { status: 409, error: 'Only a completed visit can be rated.' },
  rating_final: { status: 409, error: 'A rating can be changed for seven days only.' },
  /** Staff see that there is one; doctors and administrators can open it in an emergency. */
  report_withheld: {
    status: 403,
    error: 'This report is for those who treat the patient. You can see that there is one.',
  },
  report_has_file: { status: 409, error: 'This report already has its file.' },
  file_too_large: { status: 413, error: 'The file is larger than 10 MB.' },
  report_too_large: {
    status: 422,
    error:
      'This report is too long for one PDF. Read it on the screen, or write it as two reports.',
  },
  file_type_refused: { status: 415, error: 'Send a PDF, PNG or JPEG file that can be read.' },
  file_too_complex: {
    status: 422,
    error: 'Checking this file takes too long. Save or print it as a new PDF and send that.',
  },
  file_locked: {
    status: 422,
    error: 'This PDF is encrypted. Save or print it as a new PDF without a password and send that.',
  },
  /** A form that only its own program draws, or a folder of files. */
  file_not_cleanable: {
    status: 422,
    error:
      'This PDF holds a form or files of its own that would be lost. Print it as a new PDF and send that.',
  },
  day_too_large: {
    status: 422,
    error: 'This day has too many visits to be replayed at once. Choose one doctor.',
  },
  image_too_large: { status: 422, error: 'The picture has more than 100 million pixels.' },
  photo_too_large: {
    status: 422,
    error: 'A photo has 512 kB and 1024 pixels a side at most. Send a smaller one.',
  },
  already_staff: { status: 409, error: 'This account already belongs to a hospital.' },
  not_assigned: {
    status: 403,
    error: 'An administrator has said who works at this counter, and it is somebody else.',
  },
  point_of_doctor: {
    status: 409,
    error: 'A doctor works there, and nobody else is assigned to it.',
  },
  acting_elsewhere: {
    status: 409,
    error: 'You work for another hospital now; this was asked for the one before.',
  },
  doctor_exists: { status: 409, error: 'A doctor with this email already works here.' },
  doctor_has_patients: {
    status: 409,
    error: 'Patients still wait for this doctor or are inside. See to them first.',
  },
  doctor_has_appointments: {
    status: 409,
    error: 'This doctor has appointments to come. Confirm that they stay and will be seen to.',
  },
  doctor_deactivated: { status: 409, error: 'This doctor no longer practises here.' },
  department_exists: { status: 409, error: 'The hospital already has this department.' },
  too_many_departments: {
    status: 409,
    error: 'This hospital has as many departments as it can have.',
  },
  too_many_passkeys: { status: 409, error: 'Remove a passkey first: 50 is the most.' },
  hospital_changed: {
    status: 409,
    error: 'Somebody else saved this profile after you opened it. Nothing was saved.',
  },
  /** In another tab or on another device. */
  profile_changed: {
    status: 409,
    error: 'Your profile was saved elsewhere after you opened it. Nothing was saved.',
  },
  /** Any other form that saves a whole: what it was opened with is no longer what is there. */
  changed_meanwhile: {
    status: 409,
    error: 'This was saved elsewhere after you opened it. Nothing was saved.',
  },
  department_in_use: {
    status: 409,
    error: 'A department with doctors cannot be removed. Move or rename them first.',
  },
  join_request_pending: { status: 409, error: 'You have already asked to join a hospital.' },
  join_request_decided: { status: 409, error: 'Somebody has already decided this request.' },
  applicant_not_verified: {
    status: 409,
    error: 'This person has not verified their email yet. They can be let in once they have.',
  },
  last_admin: { status: 409, error: 'A hospital needs at least one administrator.' },
  own_emergency: {
    status: 409,
    error: 'Another administrator looks at what you opened yourself.',
  },
  doctor_role_fixed: { status: 409, error: 'A doctor’s role cannot be changed, only ended.' },
  doctor_has_account: { status: 409, error: 'This doctor has already accepted an invitation.' },
  invitation_invalid: {
    status: 400,
    error: 'This invitation has expired, was withdrawn or was already used.',
  },
  account_exists: {
    status: 409,
    error: 'You already have an account with this email. Sign in to accept the invitation.',
  },
  slot_not_offered: { status: 409, error: 'This time cannot be booked on that day.' },
  slot_taken: {
    status: 409,
    error: 'Somebody has just taken this time. Please choose another one.',
  },
  already_booked: {
    status: 409,
    error: 'There is an appointment with this doctor on that day already.',
  },
  /** By the installation's operator. */
  hospital_closed: {
    status: 409,
    error: 'This hospital is closed on Baari. Nobody can be put in a line or booked there.',
  },
  /** By its own hours, and it takes no requests meanwhile; details say from when. */
  hospital_shut: {
    status: 409,
    error: 'The hospital is closed now and takes no requests until it opens.',
  },
  hospital_open: { status: 409, error: 'This hospital is not closed.' },
  booked_at_that_time: {
    status: 409,
    error: 'There is an appointment with another doctor at that time already.',
  },
  too_many_bookings: {
    status: 409,
    error: 'You have five appointments to come, which is the most. Cancel one to book another.',
  },
  /** The first is booked without; who must confirm what is decision 010. */
  contact_unproved: {
    status: 403,
    error: 'Confirm your email or your phone first: a second appointment needs one of them.',
  },
  appointment_over: { status: 409, error: 'This appointment can no longer be changed.' },
  too_early_to_check_in: {
    status: 409,
    error: 'It is too early to check in for this appointment.',
  },
  not_the_day: { status: 409, error: 'You can check in on the day of the appointment.' },
  /** The poster is an old one, or of another hospital. */
  door_code_wrong: {
    status: 409,
    error: 'This code is no longer valid. Please scan the one at the entrance.',
  },
  screen_unknown: { status: 404, error: 'This link was revoked or is not complete.' },
  kiosk_right_over: {
    status: 409,
    error: 'The time to answer here is over. Answer on your own phone or ask at the desk.',
  },
  too_many_screens: { status: 409, error: 'This hospital has as many screens as it can have.' },
  nobody_expected: {
    status: 404,
    error: 'We found nobody for this today. Please try again or ask at the desk.',
  },
  several_expected: {
    status: 409,
    error: 'Several people match. Please type the token, or the whole phone number.',
  },
  line_exists: { status: 409, error: 'The hospital has a line of this name already.' },
  point_exists: { status: 409, error: 'This line has a service point of this name already.' },
  too_many_lines: { status: 409, error: 'This hospital has as many lines as it can have.' },
  too_many_points: { status: 409, error: 'This line has as many service points as it can have.' },
  /** Of an any-doctor line every point is a doctor, each once; of all others none is. */
  point_needs_doctor: {
    status: 409,
    error: 'In a line for any doctor each service point is another doctor; in others none is.',
  },
  line_in_use: {
    status: 409,
    error: 'People still wait in this line or are being served. See to them first.',
  },
  line_closed: { status: 409, error: 'This line takes nobody just now.' },
  point_in_use: {
    status: 409,
    error: 'Somebody is being served here. Be done with them first.',
  },
  point_already_so: { status: 409, error: 'Somebody did that here before you.' },
  point_not_open: { status: 409, error: 'This service point is closed. Open it first.' },
  point_paused: { status: 409, error: 'This service point is paused. Go on first.' },
  nobody_to_call: { status: 409, error: 'Nobody waits who could be called.' },
  nobody_inside: { status: 409, error: 'Nobody is being served here.' },
  call_at_point: {
    status: 409,
    error: 'People of this line are called at a service point: open one and call the next.',
  },
  undo_over: { status: 409, error: 'This can no longer be undone.' },
  too_many_stops: { status: 409, error: 'This visit has as many stops as it can have.' },
  push_service_refused: {
    status: 400,
    error: 'Notifications cannot be sent to this browser: its push service is not known here.',
  },
  /** Of two who wrote the same at one moment the one who came second. */
  collided: {
    status: 409,
    error: 'Somebody did the same at this very moment. Please look again before you go on.',
  },
  idempotency_key_running: {
    status: 409,
    error: 'The same request is still being carried out.',
  },
  idempotency_key_reused: {
    status: 422,
    error: 'This Idempotency-Key was used for a different request.',
  },
  body_too_large: { status: 413, error: 'The request body is larger than 1 MB.' },
  unsupported_media_type: { status: 415, error: 'Send JSON with Content-Type: application/json.' },
  headers_too_large: {
    status: 431,
    error: 'The address or the headers of the request are too long.',
  },
  request_timeout: {
    status: 408,
    error: 'The request took too long to arrive. Please try again.',
  },
  too_many_connections: {
    status: 503,
    error: 'Too many connections are open. Please try again in a moment.',
  },
  too_many_requests: {
    status: 429,
    error: 'Too many requests. Please wait a few seconds.',
  },
  internal: { status: 500, error: 'Something went wrong on our side.' },
  unavailable: {
    status: 503,
    error: 'Baari cannot reach its database right now. Nothing was changed; try again shortly.',
  },
  overloaded: { status: 503, error: 'Baari is very busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; error: string }>;

export type RefusalCode = keyof typeof refusals;

/** One thing wrong with one field; shown as 'param: msg' [ERR-1, API-18]. */
export const fieldProblem = z.object({ param: z.string(), msg: z.string() });
export type FieldProblem = z.infer<typeof fieldProblem>;

/** The body of every answer that is not 2xx. */
export const problem = z.object({
  error: z.string(),
  details: z.union([z.string(), z.array(fieldProblem)]).optional(),
  code: z.string(),
});
