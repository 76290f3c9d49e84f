import { abdmPersonId } from '@baari/contract/account/audit.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import { withinLimits } from '../limits/within-limits.ts';
import { likeliestFirst, phoneEndOf, spellingsToSeek } from '../patients/alike.rules.ts';
import { listCandidates } from '../patients/patients.store.ts';
import { insertWalkInPatient } from '../people/people.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { joinLine } from '../queue/join-line.ts';
import { findLine, findOpenEntryOfPatient } from '../queue/queue.store.ts';
import {
  findDestination,
  hasShare,
  insertShare,
  lockAddress,
  lockPatientOfAddress,
  noteCallback,
  writeAddress,
} from './abdm.store.ts';
import { likelyDouble } from './share.rules.ts';
import type { Share, SharedPerson } from './share-body.ts';

export interface Receiving {
  readonly db: Database;
  readonly clock: Clock;
  /** The network address of the caller, for the audit trail. */
  readonly address: string;
}

interface Wanted {
  readonly requestId: string;
  readonly hospitalId: string;
  readonly lineId: string;
  readonly counterCode: string;
  readonly person: SharedPerson;
}

/**
 * Receives a share that ABDM has signed [API-38]. The place, the patient and the answer that ABDM
 * waits for are one transaction. A share that was received before changes nothing. Where no place
 * can be made, only the answer is written.
 */
export async function receiveShare(receiving: Receiving, share: Share): Promise<void> {
  const { db, clock } = receiving;
  await noteCallback(db, share.hipId, clock.now());
  const to = await findDestination(db, share.hipId, share.counterCode);
  if (to === undefined) return noteRefused(receiving, share, null, 'unknown_hospital');
  const { hospitalId, lineId } = to;
  const { requestId, counterCode, person } = share;
  if (person === undefined) return noteRefused(receiving, share, hospitalId, 'other_intent');
  if (lineId === null) return noteRefused(receiving, share, hospitalId, 'unknown_counter');
  const wanted = { requestId, hospitalId, lineId, counterCode, person };
  const placed = await db.transaction((tx) => place(tx, receiving, wanted));
  if (placed.ok) return undefined;
  const why = placed.code === 'not_found' ? 'unknown_counter' : placed.code;
  return noteRefused(receiving, share, hospitalId, why);
}

async function place(tx: Queryable, receiving: Receiving, wanted: Wanted): Promise<Result<void>> {
  const { hospitalId, lineId, person } = wanted;
  await lockAddress(tx, hospitalId, person.abhaAddress);
  await lockLine(tx, lineId);
  if (await hasShare(tx, wanted.requestId)) return ok(undefined);
  const line = await findLine(tx, lineId);
  if (line?.hospital_id !== hospitalId) return refuse('not_found');
  const now = receiving.clock.now();
  const known = await lockPatientOfAddress(tx, hospitalId, person.abhaAddress);
  const open = known && (await findOpenEntryOfPatient(tx, known.id));
  if (known !== undefined && open !== undefined) {
    // Only the place in this line has a token that this counter may show.
    if (open.line_id !== lineId || open.token === null) return refuse('already_in_queue');
    return recordPlace(tx, receiving, wanted, { entryId: open.id, patientId: known.id });
  }
  const within = await withinLimits(tx, line, undefined, now);
  if (!within.ok) return within;
  const likeId = known === undefined ? await findDouble(tx, hospitalId, person) : undefined;
  const patient = known ?? (await addPatient(tx, hospitalId, person, now));
  const joined = await joinLine(
    tx,
    line,
    { id: patient.id, accountId: patient.account_id },
    { by: 'patient' },
    now,
  );
  if (!joined.ok) return joined;
  const made = { entryId: joined.value.id, patientId: patient.id, likeId, isNew: true };
  return recordPlace(tx, receiving, wanted, made);
}

async function addPatient(
  tx: Queryable,
  hospitalId: string,
  person: SharedPerson,
  now: Date,
): Promise<{ id: string; account_id: null }> {
  const id = await insertWalkInPatient(tx, person, now);
  await writeAddress(tx, hospitalId, person.abhaAddress, id);
  return { id, account_id: null };
}

/** A known patient who may be the same person. The desk decides; nothing is merged here. */
async function findDouble(
  tx: Queryable,
  hospitalId: string,
  { name, phone, birthYear }: SharedPerson,
): Promise<string | undefined> {
  const rows = await listCandidates(tx, {
    hospitalId,
    spellings: spellingsToSeek(name),
    phoneEnd: phone === null ? undefined : phoneEndOf(phone),
  });
  const candidates = rows.map((row) => ({
    id: row.id,
    name: row.name,
    hasPhone: row.has_phone,
    birthYear: row.birth_year ?? yearOf(row.date_of_birth),
    lastSeen: row.last_visit === null ? null : new Date(row.last_visit.day),
  }));
  return likelyDouble(likeliestFirst(name, candidates), birthYear);
}

function yearOf(dateOfBirth: string | null): number | null {
  return dateOfBirth === null ? null : Number(dateOfBirth.slice(0, 4));
}

interface Placed {
  readonly entryId: string;
  readonly patientId: string;
  readonly likeId?: string | undefined;
  readonly isNew?: boolean;
}

async function recordPlace(
  tx: Queryable,
  receiving: Receiving,
  { requestId, hospitalId, counterCode, person }: Wanted,
  { entryId, patientId, likeId, isNew = false }: Placed,
): Promise<Result<void>> {
  const { abhaAddress } = person;
  const isStored = await insertShare(tx, {
    requestId,
    hospitalId,
    counterCode,
    receivedAt: receiving.clock.now(),
    place: { entryId, abhaAddress, isAgain: !isNew, likeId },
  });
  // Another process has stored the same call for another counter.
  if (!isStored) return refuse('already_in_queue');
  await recordAudit(tx, actingFor(receiving, hospitalId), {
    action: 'register through ABDM',
    patientIds: [patientId],
    entryId,
  });
  return ok(undefined);
}

type Reason = RefusalCode | 'unknown_hospital' | 'unknown_counter' | 'other_intent';

/** Writes why no place was made, for ABDM and for the desk. */
async function noteRefused(
  receiving: Receiving,
  { requestId, counterCode }: Share,
  hospitalId: string | null,
  refusal: Reason,
): Promise<void> {
  await receiving.db.transaction(async (tx) => {
    const receivedAt = receiving.clock.now();
    const given = { requestId, hospitalId, counterCode, receivedAt, refusal };
    const isNew = await insertShare(tx, given);
    if (isNew && hospitalId !== null) {
      await recordAudit(tx, actingFor(receiving, hospitalId), {
        action: 'register through ABDM',
        outcome: isOwn(refusal) ? 'not_found' : refusal,
      });
    }
    return ok(undefined);
  });
}

function isOwn(reason: Reason): reason is Exclude<Reason, RefusalCode> {
  return ['unknown_hospital', 'unknown_counter', 'other_intent'].includes(reason);
}

function actingFor({ clock, address }: Receiving, hospitalId: string) {
  return { clock, address, actor: { userId: abdmPersonId, role: 'abdm' as const, hospitalId } };
}
