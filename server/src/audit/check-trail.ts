/**
 * Walks a hospital's seals from the first: each must follow from the one before and from its row, be made
 * with the key, and agree with the anchors. In batches, each of which goes on where the last one ended.
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
  /** Of the trail; null where it is gone and nobody knows which it was. */
  readonly rowId: number | null;
  /** Of the seal; null for a row that has none. */
  readonly number: number | null;
}

/** How far a check has come. */
export interface Walk {
  readonly part: 'seals' | 'rows' | 'done';
  /** The last seal looked at, in hexadecimal digits; 0 and empty before the first. */
  readonly number: number;
  readonly seal: string;
  /** The last row looked at for one without a seal. */
  readonly rowId: number;
  readonly unsealed: number;
  /** Rows whose seal was made with a key that is not known here, so that it tells nothing. */
  readonly unknownKeys: number;
  /** The first thing that is not as it was sealed. */
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

/** Small enough not to be felt by whoever is served meanwhile. */
const sealsAtOnce = 1000;
const rowsAtOnce = 5000;

/** By number; of two that differ at least one is not what the database has. */
export type KnownSeals = ReadonlyMap<number, readonly string[]>;

export interface Checking {
  readonly db: Queryable;
  readonly keys: TrailKeys;
  readonly hospitalId: string;
  /** Seals as they were written down elsewhere, besides the anchors kept in the database. */
  readonly known?: KnownSeals;
}

/** The next step of a check. */
export async function walkOn(checking: Checking, walk: Walk): Promise<Walk> {
  if (walk.part === 'seals') return walkSeals(checking, walk);
  if (walk.part === 'rows') return walkRows(checking, walk);
  return walk;
}

/** All of it at once. */
export async function checkTrail(checking: Checking, tell?: (walk: Walk) => void): Promise<Walk> {
  let walk = walkBegins;
  while (walk.part !== 'done') {
    walk = await walkOn(checking, walk);
    tell?.(walk);
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

/** What is known of seals from elsewhere; an anchor counts that the key vouches for. */
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
  /** The number up to which seals without a key are believed. */
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

/** undefined where it cannot be told, as the key is not known. */
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
