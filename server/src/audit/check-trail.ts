/**
 * Verifies a hospital's audit hashes from the first one on. Each hash must match the previous hash,
 * its row, the key and the anchors. The check runs in batches; each batch continues where the
 * previous batch ended.
 */
import type { BrokenSeal } from '@baari/contract/account/audit.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isGenuine } from './anchors.ts';
import {
  type AnchorRow,
  findFirstAnchor,
  findUnsealed,
  listAnchors,
  listSeals,
  type SealRow,
} from './audit-trail.store.ts';
import { sealOf, sealWithoutKey } from './seal.ts';
import { findTrailKey, type TrailKeys } from './trail-keys.ts';

export interface Finding {
  readonly what: BrokenSeal;
  /** The audit row's id; null if the row is missing and its id is not known. */
  readonly rowId: number | null;
  /** The number of the audit row's hash; null for a row without a hash. */
  readonly number: number | null;
}

/** The progress of a check of the audit hashes. */
export interface Walk {
  readonly part: 'seals' | 'rows' | 'done';
  /**
   * The number of the last checked hash, and that hash in hexadecimal digits. 0 and empty before
   * the first hash is checked.
   */
  readonly number: number;
  readonly seal: string;
  /** The id of the last row that was checked for a missing hash. */
  readonly rowId: number;
  readonly unsealed: number;
  /** How many rows have a hash made with an unknown key. Such hashes cannot be verified. */
  readonly unknownKeys: number;
  /** The first mismatch that the check found; null if none was found. */
  readonly finding: Finding | null;
}

export const walkBegins: Walk = {
  part: 'seals',
  number: 0,
  seal: '',
  rowId: 0,
  unsealed: 0,
  unknownKeys: 0,
  finding: null,
};

/**
 * How many hashes are checked in one batch. The number is small, so that other requests are not
 * delayed.
 */
const sealsAtOnce = 1000;
const rowsAtOnce = 5000;

/**
 * Known hashes of the audit trail by their number. If two hashes have the same number but differ,
 * at least one of them does not match the database.
 */
export type KnownSeals = ReadonlyMap<number, readonly string[]>;

export interface Checking {
  readonly db: Queryable;
  readonly keys: TrailKeys;
  readonly hospitalId: string;
  /**
   * Hashes of the audit trail that were recorded outside the database, in addition to the anchors
   * in the database.
   */
  readonly known?: KnownSeals;
}

/** Runs the next batch of a check of the audit trail. */
export async function walkOn(checking: Checking, walk: Walk): Promise<Walk> {
  if (walk.part === 'seals') return walkSeals(checking, walk);
  if (walk.part === 'rows') return walkRows(checking, walk);
  return walk;
}

/** Runs a whole check of the audit trail, all batches in sequence. */
export async function checkTrail(
  checking: Checking,
  onProgress?: (walk: Walk) => void,
): Promise<Walk> {
  let walk = walkBegins;
  while (walk.part !== 'done') {
    walk = await walkOn(checking, walk);
    onProgress?.(walk);
  }
  return walk;
}

async function walkSeals(checking: Checking, walk: Walk): Promise<Walk> {
  const { db, keys, hospitalId } = checking;
  const seals = await listSeals(db, hospitalId, walk.number, sealsAtOnce);
  const isLast = seals.length < sealsAtOnce;
  const upTo = isLast ? Number.MAX_SAFE_INTEGER : (seals.at(-1)?.number ?? walk.number);
  const anchors = await listAnchors(db, hospitalId, walk.number, upTo);
  const first = await findFirstAnchor(db, hospitalId);
  const believed = first !== undefined && isGenuine(keys, first) === true ? first.number : 0;
  const known = knownSeals(checking, anchors);
  const after = seals.reduce((so, seal) => judged(so, seal, { keys, believed, known }), walk);
  const forged = anchors.find((anchor) => isGenuine(keys, anchor) === false);
  const beyond = isLast ? [...known.keys()].find((number) => number > after.number) : undefined;
  const finding =
    after.finding ??
    (forged === undefined ? null : found('anchor', null, forged.number)) ??
    (beyond === undefined ? null : found('cut', null, beyond));
  return { ...after, finding, part: isLast ? 'rows' : 'seals' };
}

/**
 * Collects the known hashes: hashes recorded outside the database, and hashes of stored anchors
 * with a valid signature.
 */
function knownSeals(
  { keys, known = new Map() }: Checking,
  anchors: readonly AnchorRow[],
): KnownSeals {
  const all = new Map(known);
  for (const anchor of anchors) {
    if (isGenuine(keys, anchor) !== true) continue;
    const { number, hash } = anchor;
    all.set(number, [...(all.get(number) ?? []), hash.toString('hex')]);
  }
  return all;
}

interface Judging {
  readonly keys: TrailKeys;
  /** Hashes up to this number are accepted although they were made without a key. */
  readonly believed: number;
  readonly known: KnownSeals;
}

function judged(walk: Walk, seal: SealRow, judging: Judging): Walk {
  const what = judge(walk, seal, judging);
  const isUnknown = seal.key_id !== null && findTrailKey(judging.keys, seal.key_id) === undefined;
  return {
    ...walk,
    number: seal.number,
    seal: seal.hash.toString('hex'),
    unknownKeys: walk.unknownKeys + (isUnknown ? 1 : 0),
    finding: walk.finding ?? (what === null ? null : found(what, seal.audit_id, seal.number)),
  };
}

function judge(walk: Walk, seal: SealRow, judging: Judging): BrokenSeal | null {
  const { number, hash, content } = seal;
  if (number !== walk.number + 1 || content === null) return 'gone';
  const known = judging.known.get(number) ?? [];
  if (known.some((seal) => seal !== hash.toString('hex'))) return 'anchor';
  const expected = expectedSeal(walk, seal, content, judging);
  if (expected === 'no_key') return 'no_key';
  return expected === undefined || expected.equals(hash) ? null : 'altered';
}

/** The hash that an audit row should have; undefined if the key of the hash is unknown. */
function expectedSeal(
  walk: Walk,
  { key_id: keyId, number }: SealRow,
  content: string,
  { keys, believed }: Judging,
): Buffer | 'no_key' | undefined {
  const before = walk.seal === '' ? undefined : Buffer.from(walk.seal, 'hex');
  if (keyId === null) return number > believed ? 'no_key' : sealWithoutKey(before, content);
  const key = findTrailKey(keys, keyId);
  return key === undefined ? undefined : sealOf(key, before, content);
}

function found(what: BrokenSeal, rowId: number | null, number: number | null): Finding {
  return { what, rowId, number };
}

async function walkRows({ db, hospitalId }: Checking, walk: Walk): Promise<Walk> {
  const among = await findUnsealed(db, hospitalId, walk.rowId, rowsAtOnce);
  if (among.last_id === null) return { ...walk, part: 'done' };
  const { slipped_in: slippedIn } = among;
  return {
    ...walk,
    rowId: among.last_id,
    unsealed: walk.unsealed + among.unsealed,
    finding: walk.finding ?? (slippedIn === null ? null : found('slipped_in', slippedIn, null)),
  };
}
