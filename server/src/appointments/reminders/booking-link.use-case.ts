/**
 * The link in a reminder: it shows one appointment, and confirms, moves or cancels it without
 * signing in [REM-2].
 */
import type { LinkedAppointment } from '@baari/contract/visit/reminders.ts';
import type { Attempts } from '../../identity/attempts/attempts.ts';
import {
  bookingLinkBudgets,
  bookingLinkReadBudgets,
} from '../../identity/attempts/attempts.rules.ts';
import { throughLink } from '../../identity/attempts/through-link.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { hashLinkSecret } from '../../platform/secrets/link-secret.ts';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { statusOn } from '../appointment.rules.ts';
import { type AppointmentRow, findAppointment } from '../appointments.store.ts';
import { bookingIn, bookingOf } from '../appointments.view.ts';
import { cancellingByPatient } from '../cancel-appointment.use-case.ts';
import { type AppointmentChange, changeAppointmentOf, untilVisit } from '../change-appointment.ts';
import { movingByPatient } from '../move-appointment.use-case.ts';
import { confirming } from './confirm-for-patient.use-case.ts';
import { findIdOfLink } from './reminders.store.ts';

type Linked = Promise<Result<{ appointment: LinkedAppointment }>>;

/** What a person sends to move or cancel by link. */
export interface ByLink {
  readonly secret: string;
  readonly lastDigits?: string | undefined;
}

/** Reads the appointment of a link, also if it is over. Refuses: not_found, too_many_attempts. */
export function readBookingLink(context: Context, secret: string, attempts: Attempts): Linked {
  return openLink(context, secret, attempts, async (found) => ok(found));
}

/** Confirms the appointment of a link. Refuses: not_found, too_many_attempts, appointment_over. */
export function confirmBookingLink(context: Context, secret: string, attempts: Attempts): Linked {
  return openLink(context, secret, attempts, (found) => change(context, found, confirming));
}

/** Cancels the appointment of a link. Refuses: booking_not_matched, too_many_attempts, appointment_over. */
export function cancelBookingLink(
  context: Context,
  given: ByLink,
  { attempts, publicUrl }: { readonly attempts: Attempts; readonly publicUrl: string },
): Linked {
  return byLink(context, given, attempts, (found) =>
    change(context, found, cancellingByPatient(publicUrl)),
  );
}

/** Moves the appointment of a link. Refuses as moving one's own appointment, and booking_not_matched. */
export function moveBookingLink(
  context: Context,
  { date, time, ...given }: ByLink & { readonly date: string; readonly time: string },
  { attempts, publicUrl }: { readonly attempts: Attempts; readonly publicUrl: string },
): Linked {
  return byLink(context, given, attempts, (found) =>
    change(context, found, movingByPatient({ date, time }, publicUrl)),
  );
}

type Answer = (found: AppointmentRow) => Promise<Result<AppointmentRow>>;

async function openLink(
  context: Context,
  secret: string,
  attempts: Attempts,
  answer: Answer,
): Linked {
  const limits = { budgets: bookingLinkReadBudgets(context.address), settleAs: 'free' } as const;
  const found = await throughLink(attempts, limits, async () => {
    const row = await findOfLink(context.db, hashLinkSecret(secret));
    return row === undefined ? refuse('not_found') : ok(row);
  });
  return found.ok ? shown(context, await answer(found.value)) : found;
}

async function byLink(
  context: Context,
  { secret, lastDigits }: ByLink,
  attempts: Attempts,
  answer: Answer,
): Linked {
  const linkHash = hashLinkSecret(secret);
  const budgets = bookingLinkBudgets(linkHash, context.address);
  const found = await throughLink(attempts, { budgets, settleAs: 'won' }, async () => {
    const row = await findOfLink(context.db, linkHash);
    const isFound = row !== undefined && isMatched(row, lastDigits);
    return isFound ? ok(row) : refuse('booking_not_matched');
  });
  return found.ok ? shown(context, await answer(found.value)) : found;
}

function isMatched({ contact_phone: phone }: AppointmentRow, lastDigits: string | undefined) {
  return phone === null || (lastDigits !== undefined && phone.endsWith(lastDigits));
}

async function findOfLink(db: Queryable, linkHash: string): Promise<AppointmentRow | undefined> {
  const id = await findIdOfLink(db, linkHash);
  return id === undefined ? undefined : findAppointment(db, id);
}

/** Changes the appointment, unless the visit has begun, and reads it again. */
async function change(
  context: Context,
  found: AppointmentRow,
  wanted: AppointmentChange<object>,
): Promise<Result<AppointmentRow>> {
  const changed = await changeAppointmentOf(context, found, untilVisit(wanted));
  if (!changed.ok) return changed;
  const after = await findAppointment(context.db, found.id);
  return after === undefined ? refuse('not_found') : ok(after);
}

function shown(
  { clock, language }: Context,
  found: Result<AppointmentRow>,
): Result<{ appointment: LinkedAppointment }> {
  if (!found.ok) return found;
  const row = bookingIn(found.value, language);
  return ok({
    appointment: {
      state: stateOf(row, clock.now()),
      doctorId: row.doctor_id,
      doctorName: row.doctor_name,
      department: row.doctor_department,
      hospitalName: row.hospital_name,
      timeZone: row.time_zone,
      date: row.date,
      time: row.time,
      startsAt: row.starts_at.toISOString(),
      visitKind: row.visit_kind,
      isConfirmed: row.confirmed_at !== null,
      needsDigits: row.contact_phone !== null,
    },
  });
}

function stateOf(row: AppointmentRow, now: Date): LinkedAppointment['state'] {
  const status = statusOn(dayAt(now, row.time_zone), bookingOf(row));
  if (status === 'cancelled') return 'cancelled';
  return status === 'booked' && row.starts_at > now ? 'booked' : 'over';
}
