/**
 * The only visit data that outlives the page in this browser: the last known place, so that it can
 * be read offline (docs/decisions/013). Deleted at sign-out and when the visit is over.
 */
import { readPersonal, removePersonal, writePersonal } from './personal-storage.ts';

export interface LastPlace {
  /** 1…n in the line; 0 while the request waits for the staff. */
  readonly place: number;
  /** Minutes from `at`; null while it is being calculated. */
  readonly range: { readonly lower: number; readonly upper: number } | null;
  /**
   * Whether the place is the user's own; false for another person of the account, whose name is not stored.
   */
  readonly isOwn: boolean;
  readonly doctor: string;
  readonly hospital: string;
  /** The token; null without one, or if an earlier version stored the place. */
  readonly token: string | null;
  readonly room: string | null;
  /** When it was current, in ms since 1970 by this device's clock. */
  readonly at: number;
}

const key = 'baari_last_place';
/** Maximum age in ms: nobody needs a place older than a day at a hospital. */
const keptMs = 12 * 60 * 60_000;

export function keepLastPlace(place: LastPlace): void {
  writePersonal(key, JSON.stringify(place));
}

export function forgetLastPlace(): void {
  removePersonal(key);
}

/** The stored place; undefined if there is none, it has expired, or its format is unknown. */
export function readLastPlace(now: number): LastPlace | undefined {
  return parseLastPlace(readPersonal(key), now);
}

/** Parses the stored text. */
export function parseLastPlace(text: string | null, now: number): LastPlace | undefined {
  if (text === null) return undefined;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(kept)) return undefined;
  const { place, doctor, hospital, at } = kept;
  if (typeof place !== 'number' || typeof at !== 'number') return undefined;
  if (typeof doctor !== 'string' || typeof hospital !== 'string') return undefined;
  if (at > now || now - at > keptMs) return undefined;
  // An earlier version did not store this field.
  const isOwn = kept['isOwn'] !== false;
  const [token, room] = [textOrNull(kept['token']), textOrNull(kept['room'])];
  return { place, isOwn, doctor, hospital, token, room, at, range: rangeOf(kept['range']) };
}

function textOrNull(kept: unknown): string | null {
  return typeof kept === 'string' && kept !== '' ? kept : null;
}

function rangeOf(kept: unknown): LastPlace['range'] {
  if (!isRecord(kept)) return null;
  const { lower, upper } = kept;
  return typeof lower === 'number' && typeof upper === 'number' ? { lower, upper } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
