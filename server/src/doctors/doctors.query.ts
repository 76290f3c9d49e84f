/** Queries on doctors, for the public and for colleagues [API-20, API-25, ROUTE-16]. */
import type { Colleague, Doctor } from '@baari/contract/doctor/doctor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { type Page, pageOf, type PageWanted } from '../platform/database/page.rules.ts';
import { sharedRead } from '../platform/database/shared-read.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  type DoctorRow,
  findDoctor,
  isShownHospital,
  listDoctorsOfHospital,
  type Named,
} from './doctors.store.ts';
import { colleagueView, doctorView } from './doctors.view.ts';

/** One page of a hospital's doctors; empty for a hidden hospital [SEC-20, KEEP-9]. */
export async function listHospitalDoctors(
  context: Context,
  hospitalId: string,
  wanted: PageWanted & Named,
): Promise<Result<{ doctors: Doctor[]; next: string | null }>> {
  const now = context.clock.now();
  const { rows, next } = await readPage(context, hospitalId, 'present', wanted);
  const isShown =
    rows[0] === undefined
      ? await isShownHospital(context.db, hospitalId)
      : rows[0].hospital_standing !== 'hidden';
  if (!isShown) return refuse('not_found');
  return ok({ doctors: rows.map((row) => doctorView(row, now)), next });
}

async function readPage(
  { db, clock }: Context,
  hospitalId: string,
  who: 'present' | 'former',
  { after, limit, search }: PageWanted & Named,
): Promise<Page<DoctorRow>> {
  const one = { after, limit: limit + 1, search };
  const asked = ['doctors', hospitalId, who, after, limit, search].join(' ');
  const rows = await sharedRead(db, asked, () =>
    listDoctorsOfHospital(db, hospitalId, who, one, clock.now()),
  );
  return pageOf(rows, limit, ({ id }) => id);
}

export async function getDoctor(context: Context, id: string): Promise<Result<{ doctor: Doctor }>> {
  const now = context.clock.now();
  const row = await findDoctor(context.db, id, now);
  if (row === undefined || row.deactivated_at !== null) return refuse('not_found');
  // A doctor of a practice hospital is invented, so the public page does not exist.
  if (row.practice_of !== null) return refuse('not_found');
  return ok({ doctor: doctorView(row, now) });
}

export function listColleagues(
  context: StaffContext,
  wanted: PageWanted & Named,
): Promise<Result<{ doctors: Colleague[]; next: string | null }>> {
  return readColleagues(context, 'present', wanted);
}

/** Deactivated doctors of the caller's hospital, who can be reactivated. */
export function listFormerColleagues(
  context: StaffContext,
  wanted: PageWanted,
): Promise<Result<{ doctors: Colleague[]; next: string | null }>> {
  return readColleagues(context, 'former', wanted);
}

async function readColleagues(
  context: StaffContext,
  who: 'present' | 'former',
  wanted: PageWanted & Named,
): Promise<Result<{ doctors: Colleague[]; next: string | null }>> {
  const now = context.clock.now();
  const { rows, next } = await readPage(context, context.actor.hospitalId, who, wanted);
  return ok({ doctors: rows.map((row) => colleagueView(row, now)), next });
}
