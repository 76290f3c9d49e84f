/**
 * Lists hospitals for the operator, with the hospitals that each resembles and its changes since
 * the review [SEC-20].
 */
import type { Claim } from '../hospitals/claims.rules.ts';
import { resemblancesOf } from '../hospitals/review-verification.ts';
import { changedSinceLooked, newClaims } from '../hospitals/verification.rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { HospitalLine } from './hospital-table.rules.ts';
import {
  type HospitalFilter,
  type ListedHospital,
  listForOperator,
  listNames,
} from './operator.store.ts';

/** The most hospitals in one listing; those that wait for a decision come first. */
export const hospitalsListed = 200;

/** Lists the newest hospitals that wait for a decision, then the others. */
export async function listHospitals(
  db: Queryable,
  filter: HospitalFilter,
): Promise<HospitalLine[]> {
  const lines: HospitalLine[] = [];
  for (const hospital of await listForOperator(db, filter, hospitalsListed)) {
    const { essentials } = hospital;
    lines.push({
      id: hospital.id,
      state: hospital.state,
      founded: hospital.created_at,
      name: essentials.name,
      place: `${essentials.address}, ${essentials.city} ${essentials.zipCode}`,
      notes: await notesOn(db, hospital),
    });
  }
  return lines;
}

async function notesOn(db: Queryable, hospital: ListedHospital): Promise<string[]> {
  const { essentials, founder, admins, doctors, visits, website } = hospital;
  const contact = [essentials.phone, essentials.email, ...(website === null ? [] : [website])];
  const changed = changedSinceLooked(hospital);
  return [
    contact.join(' · '),
    `founded by ${founder ?? 'the seed'} · ${admins} administrators · ${doctors} doctors · ${visits < 1000 ? visits : '1000 or more'} visits`,
    ...(await resemblanceNotes(db, hospital)),
    ...newClaims(hospital).map((claim) => claimNotes[claim]),
    ...changed.map(
      (key) =>
        `${key} changed since you looked: ${hospital.lookedAs?.[key] ?? 'none'} → ${essentials[key] ?? 'none'}`,
    ),
    ...(hospital.close_reason === null ? [] : [`closed: ${hospital.close_reason}`]),
  ];
}

const claimNotes: Readonly<Record<Claim, string>> = {
  product: 'its name contains the name of this product',
  official: 'its name contains a word that sounds official',
};

async function resemblanceNotes(db: Queryable, hospital: ListedHospital): Promise<string[]> {
  if (hospital.closed_at !== null) return [];
  const found = await resemblancesOf(db, hospital.id, hospital);
  const names = await listNames(
    db,
    found.map(({ hospitalId }) => hospitalId),
  );
  return found.map(
    ({ hospitalId, likenesses }) =>
      `resembles the confirmed ${hospitalId} (${names.get(hospitalId) ?? ''}) by ${likenesses.join(', ')}`,
  );
}
