/**
 * Stores unsent form text as a draft, on this device only. The draft survives a reload and, unless
 * it is stored for the tab only, a closed tab. The draft is deleted when the form is sent, at
 * sign-out and when it expires. If the session ends with the browser, the draft is also deleted
 * when the tab closes. Passwords are never stored.
 */
import { deviceNow } from '../clock/clock.ts';
import { draftKeys } from './draft-keys.ts';
import { isVisit, removePersonal } from './personal-storage.ts';
import { keep, readKept, type StorageName } from './storage.ts';

/** Where and for how long the draft of a form is stored. */
export interface DraftPlace {
  readonly key: string;
  /**
   * The browser storage of the draft. Text that should not stay on a device unencrypted uses
   * `sessionStorage`, which ends with the tab.
   */
  readonly storage: StorageName;
  readonly keptMs: number;
}

const hourMs = 3_600_000;

export const draftPlaces = {
  hospital: { key: draftKeys.hospital, storage: 'localStorage', keptMs: 24 * hourMs },
  application: { key: draftKeys.application, storage: 'localStorage', keptMs: 24 * hourMs },
  /** The draft of a request to join a queue; it contains symptoms. */
  request: { key: draftKeys.request, storage: 'sessionStorage', keptMs: hourMs / 2 },
  phoneCode: { key: draftKeys.phoneCode, storage: 'sessionStorage', keptMs: hourMs / 6 },
} as const satisfies Record<string, DraftPlace>;

export type Draft = Readonly<Record<string, unknown>>;

export function keepDraft(place: DraftPlace, draft: Draft, now = deviceNow()): void {
  keep(place.key, JSON.stringify({ at: now, draft }), storageOf(place));
}

/** The storage of a draft. In a session that ends with the browser, no draft may outlive it. */
function storageOf({ storage }: DraftPlace): StorageName {
  return isVisit() ? 'sessionStorage' : storage;
}

/**
 * Returns the stored draft, or undefined if no draft is stored. Deletes a draft that has expired.
 */
export function readDraft(place: DraftPlace, now = deviceNow()): Draft | undefined {
  const { key, storage } = place;
  const kept = parsed(readKept(key, 'sessionStorage') ?? readKept(key, storage));
  if (kept === undefined) return undefined;
  const { at, draft } = kept;
  const isFresh = typeof at === 'number' && at <= now && now - at < place.keptMs;
  if (isFresh && isRecord(draft)) return draft;
  forgetDraft(place);
  return undefined;
}

export function forgetDraft({ key }: DraftPlace): void {
  removePersonal(key);
}

function parsed(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return isRecord(kept) ? kept : undefined;
  } catch {
    return undefined; // Not our format, so the form starts empty.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The draft's values of the named fields, if the values are text. */
export function textsOf<Name extends string>(
  draft: Draft | undefined,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = draft?.[name];
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}
