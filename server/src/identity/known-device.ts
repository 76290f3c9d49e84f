/**
 * Whether somebody has signed in from a device before: by a cookie that the device keeps, or by the
 * same browser and system in the same network, for those whose browser keeps none.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../platform/database.ts';
import { coarseAddress, type Device } from './device.rules.ts';
import { rememberDevice } from './known-device.store.ts';

const cookieName = 'baari.device';
/** As long as browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60;

/** A device as one sign-in showed it. */
export interface SeenDevice extends Device {
  readonly network: string | null;
  /** What its cookie holds, whether it brought it or is given it now. */
  readonly cookie: string;
}

export function seenDevice(cookies: string, device: Device, address: string): SeenDevice {
  const brought = /(?:^|; )baari\.device=([\w-]{43})(?:;|$)/u.exec(cookies)?.[1];
  const cookie = brought ?? randomBytes(32).toString('base64url');
  return { ...device, network: coarseAddress(address), cookie };
}

/** The Set-Cookie line that lets the device be known again. */
export function deviceCookie({ cookie }: SeenDevice, path: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName}=${cookie}; Max-Age=${keptSeconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether it is new to an account that knows others; from now on it is known. */
export async function isNewDevice(
  tx: Queryable,
  userId: string,
  device: SeenDevice,
  now: Date,
): Promise<boolean> {
  const { cookie, browser, system, network } = device;
  const marks = [mark('cookie', cookie), mark('traits', browser, system, network)];
  const known = await rememberDevice(tx, userId, marks, now);
  // An account's first device is where it was made: nobody needs to be told.
  return known.had > 0 && known.ofThese === 0;
}

function mark(...parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
