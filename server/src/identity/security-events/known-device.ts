/**
 * Recognises a device that signed in before: by the device's cookie, or without a cookie by
 * browser, system and network.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../platform/database/database.ts';
import { coarseAddress, type Device } from './device.rules.ts';
import { network as networkOf } from '../../platform/network.rules.ts';
import { isKnownMark, rememberDevice } from './known-device.store.ts';
import type { TriedBy } from './sign-in-record.plugin.ts';

const cookieName = 'baari.device';
/** The longest time for which browsers keep a cookie, in seconds. */
const keptSeconds = 400 * 24 * 60 * 60;

/** A device as the server saw it at one sign-in. */
export interface SeenDevice extends Device {
  readonly network: string | null;
  readonly address: string;
  /** The value of the device's cookie, existing or new. */
  readonly cookie: string;
}

export function seenDevice(cookies: string, device: Device, address: string): SeenDevice {
  const cookie = broughtCookie(cookies) ?? randomBytes(32).toString('base64url');
  return { ...device, network: coarseAddress(address), address, cookie };
}

function broughtCookie(cookies: string): string | undefined {
  return /(?:^|; )baari\.device=([\w-]{43})(?:;|$)/u.exec(cookies)?.[1];
}

/**
 * Returns the hash of the device if the device's cookie proves that this account signed in on it
 * before. The cookie is random, so nobody else can present it.
 */
export async function knownDeviceOf(
  db: Queryable,
  cookies: string,
  by: TriedBy,
): Promise<string | undefined> {
  const brought = broughtCookie(cookies);
  if (brought === undefined) return undefined;
  const shown = mark('cookie', brought);
  return (await isKnownMark(db, by, shown)) ? shown : undefined;
}

/** Whether the account has signed in from this network before, even if that session has ended. */
export function isKnownNetwork(db: Queryable, by: TriedBy, address: string): Promise<boolean> {
  return isKnownMark(db, by, mark('network', networkOf(address)));
}

/** The Set-Cookie header that lets the server recognise the device at its next sign-in. */
export function deviceCookie({ cookie }: SeenDevice, path: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName}=${cookie}; Max-Age=${keptSeconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Whether the device is new to an account that has used other devices. The device is stored as known.
 */
export async function isNewDevice(
  tx: Queryable,
  userId: string,
  device: SeenDevice,
  now: Date,
): Promise<boolean> {
  const { cookie, browser, system, network, address } = device;
  const marks = {
    device: [mark('cookie', cookie), mark('traits', browser, system, network)],
    network: mark('network', networkOf(address)),
  };
  const known = await rememberDevice(tx, userId, marks, now);
  // The account was created on its first device, so no notice is needed.
  return known.had > 0 && known.ofThese === 0;
}

function mark(...parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
