/**
 * Stores the last known place in the queue in this browser, so that it can be read offline
 * (docs/decisions/013). No other visit data outlives the page. The place is deleted at sign-out and
 * when the visit is over.
 */
import { readPersonal, removePersonal, writePersonal } from './personal-storage.ts';

export interface LastPlace {
  /** The place in the queue, from 1; 0 while the request waits for the staff's approval. */
  readonly place: number;
  /** The range of the wait in minutes, counted from `at`; null while it is being calculated. */
  readonly range: { readonly lower: number; readonly upper: number } | null;
  /**
   * Whether the place in the queue is the user's own; false for another person of the account,
   * whose name is not stored.
   */
  readonly isOwn: boolean;
  readonly doctor: string;
  readonly hospital: string;
  /**
   * The patient's token number; null without a token number, or if an earlier version stored the
   * place.
   */
  readonly token: string | null;
  readonly room: string | null;
  /**
   * When this place in the queue was current, in milliseconds since 1970 by this device's clock.
   */
  readonly at: number;
}

const key = 'baari_last_place';
/** How long the place is stored, in milliseconds. After twelve hours the visit is over. */
const keptMs = 12 * 60 * 60_000;

export function keepLastPlace(place: LastPlace): void {
  writePersonal(key, JSON.stringify(place));
}

export function forgetLastPlace(): void {
  removePersonal(key);
}

/**
 * The stored place in the queue. Undefined if no place is stored, the place has expired, or its
 * format is unknown.
 */
export function readLastPlace(now: number): LastPlace | undefined {
  return parseLastPlace(readPersonal(key), now);
}

/** Parses the stored text of the last known place in the queue. */
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
  // An earlier version did not store the field `isOwn`.
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
