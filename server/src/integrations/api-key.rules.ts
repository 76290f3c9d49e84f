/** When an API key works, when its use is written down, and which reminders are due. */
import { type AgeBand, ageBands } from '@baari/contract/keys/answers.ts';
import type { KeyLifetime } from '@baari/contract/keys/api-keys.ts';

const dayMs = 86_400_000;
const lifetimeDays: Readonly<Record<KeyLifetime, number | null>> = {
  '30 days': 30,
  '90 days': 90,
  year: 365,
  unlimited: null,
};

/** The time from which a key made now is refused; null for a key without an end. */
export function expiryOf(lifetime: KeyLifetime, now: Date): Date | null {
  const days = lifetimeDays[lifetime];
  return days === null ? null : new Date(now.getTime() + days * dayMs);
}

/** How seldom the use of a key is written, so that reads cost no write. */
const noteEveryMs = 60_000;

interface Use {
  readonly last_used_at: Date | null;
  readonly last_network: string | null;
}

/** Whether this use of the key must be written: the first in a minute, or from another network. */
export function isUseNoted(key: Use, network: string, now: Date): boolean {
  const at = key.last_used_at?.getTime() ?? 0;
  return key.last_network !== network || now.getTime() - at >= noteEveryMs;
}

/** The reminders that administrators get about a key, each once. */
export const reminders = ['30 days', '7 days', 'unused'] as const;
export type Reminder = (typeof reminders)[number];

/** A key without a use for this long is probably forgotten. */
const unusedMs = 90 * dayMs;

/** The keys to look at: those that end within 30 days, and those without a use for 90. */
export function watchWindow(now: Date): { readonly soon: Date; readonly idleSince: Date } {
  return {
    soon: new Date(now.getTime() + 30 * dayMs),
    idleSince: new Date(now.getTime() - unusedMs),
  };
}

interface Watched {
  readonly made_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly reminded: readonly string[];
}

/** The reminder that is due for a working key; undefined if none is. */
export function dueReminder(key: Watched, now: Date): Reminder | undefined {
  const left = key.expires_at === null ? Infinity : key.expires_at.getTime() - now.getTime();
  // A key made for 30 days ends soon on purpose.
  const isShort = key.expires_at !== null && +key.expires_at - +key.made_at <= 30 * dayMs;
  const idle = now.getTime() - (key.last_used_at ?? key.made_at).getTime();
  const due: Readonly<Record<Reminder, boolean>> = {
    '7 days': left <= 7 * dayMs,
    '30 days': left <= 30 * dayMs && left > 7 * dayMs && !isShort,
    unused: idle >= unusedMs,
  };
  return reminders.find((reminder) => due[reminder] && !key.reminded.includes(reminder));
}

/** The age band of an age in whole years. */
export function ageBandOf(age: number): AgeBand {
  const found = ageBands.findLast((band) => age >= Number.parseInt(band, 10));
  return found ?? ageBands[0];
}
