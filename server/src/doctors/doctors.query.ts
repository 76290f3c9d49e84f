/** What anyone reads of doctors, and staff of their colleagues [API-20, API-25, ROUTE-16]. */
import type { Colleague, Doctor } from '@baari/contract/doctor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  findDoctor,
  isShownHospital,
  listDoctorsOfHospital,
  listFormerDoctors,
} from './doctors.store.ts';
import { colleagueView, doctorView } from './doctors.view.ts';

export async function listHospitalDoctors(
  context: Context,
  hospitalId: string,
): Promise<Result<{ doctors: Doctor[] }>> {
  const now = context.clock.now();
  const rows = await listDoctorsOfHospital(context.db, hospitalId, now);
  const isShown =
    rows[0] === undefined
      ? await isShownHospital(context.db, hospitalId)
      : rows[0].hospital_standing !== 'hidden';
  if (!isShown) return refuse('not_found');
  return ok({ doctors: rows.map((row) => doctorView(row, now)) });
}

export async function getDoctor(context: Context, id: string): Promise<Result<{ doctor: Doctor }>> {
  const now = context.clock.now();
  const row = await findDoctor(context.db, id, now);
  if (row === undefined || row.deactivated_at !== null) return refuse('not_found');
  return ok({ doctor: doctorView(row, now) });
}

export async function listColleagues(
  context: StaffContext,
): Promise<Result<{ doctors: Colleague[] }>> {
  const now = context.clock.now();
  const rows = await listDoctorsOfHospital(context.db, context.actor.hospitalId, now);
  return ok({ doctors: rows.map((row) => colleagueView(row, now)) });
}

/** Those who practised at the caller's hospital and may again. */
export async function listFormerColleagues(
  context: StaffContext,
): Promise<Result<{ doctors: Colleague[] }>> {
  const now = context.clock.now();
  const rows = await listFormerDoctors(context.db, context.actor.hospitalId, now);
  return ok({ doctors: rows.map((row) => colleagueView(row, now)) });
}
