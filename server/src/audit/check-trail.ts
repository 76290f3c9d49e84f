/**
 * Verifies a hospital's seals from the first: each must match the previous seal, its row, the key and the
 * anchors. Runs in batches, each continuing the last one.
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
  /** The row's id; null if the row is gone and unknown. */
  readonly rowId: number | null;
  /** The seal's number; null for a row without one. */
  readonly number: number | null;
}

/** The progress of a check. */
export interface Walk {
  readonly part: 'seals' | 'rows' | 'done';
  /** The last seal checked, in hexadecimal digits; 0 and empty before the first. */
  readonly number: number;
  readonly seal: string;
  /** The last row checked for a missing seal. */
  readonly rowId: number;
  readonly unsealed: number;
  /** Rows sealed with an unknown key, which cannot be verified. */
  readonly unknownKeys: number;
  /** The first mismatch that was found. */
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

/** How many seals are checked at once: few enough not to delay other requests. */
const sealsAtOnce = 1000;
const rowsAtOnce = 5000;

/**
 * Known seals by their number. If two with one number differ, at least one of them does not match the database.
 */
export type KnownSeals = ReadonlyMap<number, readonly string[]>;

export interface Checking {
  readonly db: Queryable;
  readonly keys: TrailKeys;
  readonly hospitalId: string;
  /** Seals recorded elsewhere, besides the anchors in the database. */
  readonly known?: KnownSeals;
}

/** Runs the next step of a check. */
export async function walkOn(checking: Checking, walk: Walk): Promise<Walk> {
  if (walk.part === 'seals') return walkSeals(checking, walk);
  if (walk.part === 'rows') return walkRows(checking, walk);
  return walk;
}

/** Runs the whole check. */
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

/** The seals known from anchors; a stored anchor counts if the key signed it. */
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
  /** Seals up to this number are accepted without a key. */
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

/** The seal that a row should have; undefined if the key is unknown. */
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
