/**
 * Lists everything that depends on somebody's right to work at a hospital. One function ends it,
 * for a removed member and a deactivated doctor alike [SEC-6, SEC-17, ADM-2]. `offboarding.test.ts`
 * checks this list against the schema: it fails if a column refers to an account or a doctor and is
 * not listed here.
 */
import { findDoctor, writeLeft } from '../doctors/doctors.store.ts';
import { deletePhoto } from '../doctors/photo/photo.store.ts';
import { setPresence } from '../doctors/presence/set-presence.ts';
import {
  endSessionsActing,
  lockMembershipOf,
  worksElsewhere,
} from '../identity/security-events/acting.store.ts';
import { forgetDevices } from '../identity/security-events/known-device.store.ts';
import { endEverySession } from '../identity/sign-in/password-reset.store.ts';
import { publishLine } from '../lines/line-event.ts';
import { closePointsOf, listLinesOfStaff } from '../lines/lines.store.ts';
import type { Queryable } from '../platform/database/database.ts';
import {
  type EndedRight,
  type Ending,
  endAssignments,
  endCalendars,
  endEmergencies,
  endInvitations,
  endJoinRequests,
  endKeptAnswers,
  endMembership,
  findAccountOfDoctor,
} from './offboarding.store.ts';

interface Hanging {
  readonly what: string;
  /** The database columns that store this kind of data, as schema.table.column. */
  readonly columns: readonly string[];
}

interface Ended extends Hanging {
  readonly end: (tx: Queryable, right: EndedRight, ending: Ending) => Promise<void>;
}

/**
 * The data that `endRight` ends, in this order. Invitations by which the person could return end
 * before the role itself.
 */
export const endedWithRight = [
  {
    what: 'invitations',
    columns: ['public.invitation.doctor_id', 'public.staff_invitation.invited_by'],
    end: endInvitations,
  },
  {
    what: 'wishes to join this hospital',
    columns: ['public.join_request.user_id'],
    end: endJoinRequests,
  },
  {
    what: 'answers kept for a retry',
    columns: ['public.idempotency_key.user_id'],
    end: endKeptAnswers,
  },
  {
    what: 'calendars that show the hospital’s bookings',
    columns: ['public.calendar_feed.account_id'],
    end: endCalendars,
  },
  {
    what: 'reports that are open in an emergency',
    columns: ['public.emergency_access.user_id'],
    end: endEmergencies,
  },
  {
    what: 'the photo',
    columns: ['public.photo.doctor_id'],
    end: async (tx, { doctorId }) => {
      if (doctorId !== null) await deletePhoto(tx, doctorId);
    },
  },
  {
    what: 'counters that the person was assigned to',
    columns: ['public.point_staff.user_id'],
    end: endCounters,
  },
  {
    what: 'service points that the person has open, and the doctor’s own',
    columns: ['public.service_point.state_by', 'public.service_point.doctor_id'],
    end: closePoints,
  },
  {
    what: 'being Available, also on the days to come',
    columns: ['public.doctor.id'],
    end: goOffline,
  },
  {
    what: 'sessions, with what was proved in them and second steps still to come',
    columns: [
      'identity.session.user_id',
      'identity.session.made_with_passkey',
      'identity.session.proved_with_passkey',
    ],
    end: endSessions,
  },
  {
    what: 'the role',
    columns: [
      'public.membership.user_id',
      'public.membership.doctor_id',
      'public.staff_member.user_id',
      'public.staff_member.doctor_id',
    ],
    end: endMembership,
  },
  {
    what: 'devices that were known',
    columns: ['identity.known_device.user_id'],
    end: (tx, { userId }, { at }) => forgetDevices(tx, userId, at),
  },
] as const satisfies readonly Ended[];

interface Asked extends Hanging {
  readonly how: string;
}

/** Access that ends without an action, because the server looks up the role at each request. */
export const askedEachTime: readonly Asked[] = [
  {
    what: 'tokens',
    columns: [],
    how: 'Each request looks for the session of its token, which is gone.',
  },
  {
    what: 'live streams and the consoles that they feed',
    columns: [],
    how: 'Every open stream’s session and role are read each four seconds; one that lost them is ended.',
  },
  {
    what: 'pages under the lock of a time without use',
    columns: [],
    how: 'They open by a sign-in only, which finds no role; what another role had read is put away.',
  },
  {
    what: 'mails to a doctor about requests and arrivals',
    columns: ['public.doctor_settings.doctor_id'],
    how: 'They go to the account that is this doctor when they are written; without one to nobody.',
  },
  {
    what: 'the practice hospital',
    columns: [
      'public.practice.made_by',
      'public.practice.acts_as',
      'public.practice_exercise.doctor_id',
    ],
    how: 'A scheduled task deletes the practice hospital of everybody who has left; nobody in it is real.',
  },
  {
    what: 'the hospital’s own sign-in',
    columns: [],
    how: 'The server admits only people who work or are invited there at that moment.',
  },
];

interface Outliving extends Hanging {
  readonly why: string;
}

/** Data that stay after somebody's right to work at a hospital has ended, each with the reason. */
export const outlivesRight: readonly Outliving[] = [
  {
    what: 'what the person did',
    columns: [
      'public.audit.user_id',
      'public.queue_entry.changed_by',
      'public.place_change.moved_by',
      'public.report.author_id',
      'public.join_request.decided_by',
      'public.staff_invitation.accepted_by',
      'public.hospital.created_by',
      'public.emergency_access.looked_by',
      'public.assessment_alert.acknowledged_by',
      'public.vital_signs.measured_by',
      'public.vital_signs.struck_by',
      'public.follow_up.changed_by',
      'public.hand_off.written_by',
      'public.hand_off.struck_by',
      'public.hand_off_line.taken_by',
      'public.patient_merge.merged_by',
      'public.patient_merge.undone_by',
      'public.day_closing.closed_by',
      'public.day_closing.undone_by',
      'public.api_key.revoked_by',
    ],
    why: 'It is the hospital’s record.',
  },
  {
    what: 'what was counted of the doctor’s days and ratings',
    columns: ['public.day_on_site_figures.doctor_id', 'public.rating_month.doctor_id'],
    why: 'The hospital’s figures of the past stay as they were.',
  },
  {
    what: 'screens and kiosks that the person set up',
    columns: ['public.screen.made_by'],
    why: 'They hang in the waiting room and show tokens alone; the dialog says that they stay.',
  },
  {
    what: 'API keys and webhooks that the person made',
    columns: ['public.api_key.made_by', 'public.webhook_endpoint.made_by'],
    why: 'They belong to the hospital, whose systems work with them; a mail names the keys to its administrators.',
  },
  {
    what: 'the account, as a patient’s',
    columns: [
      'identity.account.user_id',
      'identity.passkey.user_id',
      'identity.two_factor.user_id',
      'identity.password_reset.user_id',
      'identity.reset_cleanup.user_id',
      'identity.security_event.user_id',
      'public.patient.account_id',
      'public.account_preferences.account_id',
      'public.erasure_request.account_id',
      'public.erasure_certificate.account_id',
      'public.consent.account_id',
      'public.push_device.account_id',
      'public.notice.account_id',
      'public.message_delivery.account_id',
      'public.message_answer.account_id',
      'public.event.account_id',
    ],
    why: 'It belongs to the person and not to the hospital: the person signs in again as a patient and reads about own visits.',
  },
  {
    what: 'the doctor’s line, bookings, plans and history',
    columns: [
      'public.queue_entry.doctor_id',
      'public.queue_entry.moved_from_doctor_id',
      'public.queue_entry.token_doctor_id',
      'public.doctor_due.doctor_id',
      'public.doctor_queue.doctor_id',
      'public.doctor_wait_day.doctor_id',
      'public.wait_promise.doctor_id',
      'public.token_letters.doctor_id',
      'public.appointment.doctor_id',
      'public.day_off.doctor_id',
      'public.timetable_session.doctor_id',
      'public.earlier_wish.doctor_id',
      'public.held_slot.doctor_id',
      'public.report.doctor_id',
      'public.rating.doctor_id',
      'public.event.doctor_id',
      'public.outgoing_change.subject_id',
      'public.public_event.subject_id',
      'public.webhook_delivery.subject_id',
      'public.fhir_subscription.line_ids',
      'public.screen_doctor.doctor_id',
    ],
    why: 'It belongs to the hospital: the desk goes on with it, and a deactivated doctor has nobody waiting.',
  },
];

/**
 * Ends the person's assignments to counters. Sends the changed lines, since every desk screen shows
 * who works at which counter.
 */
async function endCounters(tx: Queryable, right: EndedRight, { at }: Ending): Promise<void> {
  const lines = await listLinesOfStaff(tx, right);
  await endAssignments(tx, right);
  const { hospitalId } = right;
  for (const { lineId } of lines) await publishLine(tx, { hospitalId, lineId }, at);
}

/**
 * Closes the person's service points, since an open service point would count in the wait predicted
 * for its line.
 */
async function closePoints(
  tx: Queryable,
  right: Omit<EndedRight, 'userId'> & { readonly userId: string | null },
  { at }: Ending,
): Promise<void> {
  const { hospitalId } = right;
  for (const lineId of await closePointsOf(tx, right, at)) {
    await publishLine(tx, { hospitalId, lineId }, at);
  }
}

/**
 * Ends the sessions that act for this hospital. Sessions for another employer stay (decision 014).
 */
async function endSessions(tx: Queryable, right: EndedRight): Promise<void> {
  if (await worksElsewhere(tx, right)) await endSessionsActing(tx, right);
  else await endEverySession(tx, right.userId);
}

/**
 * Ends somebody's right to work at the hospital. For a doctor, the caller holds the lock of the
 * doctor's line.
 */
export async function endRight(tx: Queryable, right: EndedRight, ending: Ending): Promise<void> {
  await lockMembershipOf(tx, right);
  for (const { end } of endedWithRight) await end(tx, right, ending);
}

/**
 * Ends the right of this doctor's account, including an account that has just accepted the
 * invitation. The caller holds the lock of the doctor's line.
 */
export async function endRightOfDoctor(
  tx: Queryable,
  { hospitalId, doctorId }: { readonly hospitalId: string; readonly doctorId: string },
  ending: Ending,
): Promise<void> {
  // Ending the invitations waits for an acceptance that is running. The search below then finds the
  // new account.
  await endInvitations(tx, { hospitalId, doctorId, userId: null });
  // A doctor without an account can have a photo and open service points too.
  await deletePhoto(tx, doctorId);
  await closePoints(tx, { hospitalId, doctorId, userId: null }, ending);
  const userId = await findAccountOfDoctor(tx, doctorId);
  if (userId !== undefined) await endRight(tx, { hospitalId, doctorId, userId }, ending);
}

/**
 * Sets the doctor Offline. Without an account, only staff can make the doctor present again:
 * neither the start of a day nor the end of a day off does so [DAY-2].
 */
async function goOffline(tx: Queryable, { doctorId }: EndedRight, { at }: Ending): Promise<void> {
  if (doctorId === null) return;
  const row = await findDoctor(tx, doctorId, at);
  if (row !== undefined) {
    await setPresence(tx, row, { status: 'Offline', breakUntil: null }, at);
    await writeLeft(tx, doctorId, at);
  }
}
