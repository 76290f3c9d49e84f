/**
 * What somebody has typed into a form and not sent yet, on this device alone: it outlives a reload and,
 * unless it is kept for the tab, a closed tab. Gone when it is sent, at sign-out and after its time; in a
 * session that ends with the browser, with the tab. Passwords are never given here.
 */
import { deviceNow } from '../clock/clock.ts';
import { draftKeys } from './draft-keys.ts';
import { isVisit, removePersonal } from './personal-storage.ts';
import { keep, readKept, type StorageName } from './storage.ts';

/** A form that keeps a draft. */
export interface DraftPlace {
  readonly key: string;
  /** `sessionStorage` goes with the tab: for what should not lie on a device in clear. */
  readonly storage: StorageName;
  readonly keptMs: number;
}

const hourMs = 3_600_000;

export const draftPlaces = {
  hospital: { key: draftKeys.hospital, storage: 'localStorage', keptMs: 24 * hourMs },
  application: { key: draftKeys.application, storage: 'localStorage', keptMs: 24 * hourMs },
  /** Holds symptoms. */
  request: { key: draftKeys.request, storage: 'sessionStorage', keptMs: hourMs / 2 },
  phoneCode: { key: draftKeys.phoneCode, storage: 'sessionStorage', keptMs: hourMs / 6 },
} as const satisfies Record<string, DraftPlace>;

export type Draft = Readonly<Record<string, unknown>>;

export function keepDraft(place: DraftPlace, draft: Draft, now = deviceNow()): void {
  keep(place.key, JSON.stringify({ at: now, draft }), storageOf(place));
}

/** What was typed in a session of one visit must not outlive it. */
function storageOf({ storage }: DraftPlace): StorageName {
  return isVisit() ? 'sessionStorage' : storage;
}

/** Undefined where none is kept, or one that is too old, which is thrown away. */
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
    return undefined; // not ours: the form starts empty
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Those fields of a draft that are text, under their names. */
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
