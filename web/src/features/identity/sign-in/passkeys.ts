/**
 * Passkeys: a passkey is a key on the user's device, unlocked by its owner. It replaces password
 * and second factor.
 */
import { identityCall } from '../../../api/identity.ts';

/** The passkey credential as sent to the server (WebAuthn Level 3). */
export interface PasskeyAnswer extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
}

/** Whether this browser supports passkeys and can convert them to JSON. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Creates a passkey on the device. Rejects with a DOMException if the owner declines. */
export async function makePasskey(): Promise<PasskeyAnswer> {
  const options = await identityCall('getPasskeyCreation');
  if (!isCreation(options)) throw new TypeError('The server asked for no passkey.');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** Asks the device for a passkey of this site, with which the user signs in. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const options = await identityCall('getPasskeyRequest');
  if (!isRequest(options)) throw new TypeError('The server asked for no passkey.');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answerOf(await navigator.credentials.get({ publicKey }));
}

/**
 * Whether the owner declined the passkey prompt or took too long. Browsers do not distinguish these
 * two cases.
 */
export function isDeclined(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'NotAllowedError';
}

/** Whether creating a passkey failed because the device already has a passkey for this account. */
export function isThereAlready(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'InvalidStateError';
}

function isCreation(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'challenge' in options && 'rp' in options && 'user' in options;
}

function isRequest(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options;
}

function answerOf(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential)) {
    throw new TypeError('The browser answered with no passkey.');
  }
  // oxlint-disable-next-line no-unsafe-return -- the browser's own JSON form; the server checks it
  return JSON.parse(JSON.stringify(credential));
}
