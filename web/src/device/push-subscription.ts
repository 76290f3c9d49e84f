/** Whether this browser supports web push, and whether it is subscribed. */
import { readyWorker } from './service-worker.ts';

/**
 * The state of push notifications on this device. `homeScreen` is an iPhone, which supports push
 * only for an app added to the home screen.
 */
export type DeviceState = 'unsupported' | 'homeScreen' | 'blocked' | 'off' | 'on';

export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** How long a sign-out waits for the browser to cancel its push subscription, in milliseconds. */
const giveUpMs = 1500;

export async function readDeviceState(): Promise<DeviceState> {
  if (!canNotify() || !('PushManager' in window)) return isIPhone() ? 'homeScreen' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission !== 'granted') return 'off';
  return (await findSubscription()) === null ? 'off' : 'on';
}

/** Whether the browser can show notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in window && 'serviceWorker' in navigator;
}

export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await knownWorker();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Subscribes to push notifications with this key. A subscription with another key is cancelled
 * first. Rejects when the browser refuses.
 */
export async function subscribe(publicKey: string): Promise<PushAddress> {
  const registration = await readyWorker();
  if (!registration) throw new Error('This browser runs no service worker here.');
  const key = bytesOf(publicKey);
  const known = await registration.pushManager.getSubscription();
  if (known && !isMadeWith(known, key)) await known.unsubscribe();
  return addressOf(
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  );
}

/** Whether the subscription was made with the installation's key. */
export function fits(subscription: PushSubscription, publicKey: string): boolean {
  return isMadeWith(subscription, bytesOf(publicKey));
}

/** The subscription in the server's format. */
export function addressOf(subscription: PushSubscription): PushAddress {
  return {
    endpoint: subscription.endpoint,
    keys: {
      p256dh: textOf(subscription.getKey('p256dh')),
      auth: textOf(subscription.getKey('auth')),
    },
  };
}

/**
 * Cancels the push subscription, so that the next person who signs in on this device gets no
 * notifications of the previous person.
 */
export async function giveUpSubscription(): Promise<void> {
  const done = (async () => {
    await (await findSubscription())?.unsubscribe();
  })();
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, giveUpMs);
  });
  try {
    await Promise.race([done, late]);
  } catch (failure) {
    // The server deletes its record of the subscription together with the session in any case.
    console.warn('The subscription of this browser could not be given up', failure);
  }
}

async function knownWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration();
}

function isIPhone(): boolean {
  return /iPhone|iPad/u.test(navigator.userAgent);
}

function isMadeWith(subscription: PushSubscription, key: Uint8Array): boolean {
  const { applicationServerKey } = subscription.options;
  if (!applicationServerKey) return false;
  const used = new Uint8Array(applicationServerKey);
  return used.length === key.length && used.every((byte, index) => byte === key[index]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer | null): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
