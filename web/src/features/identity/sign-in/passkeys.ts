/** Passkeys: a key that the device keeps and its owner unlocks, in place of password and second step. */
import { identityCall } from '../../../api/identity.ts';

/** The credential as it is sent to the server (WebAuthn Level 3). */
export interface PasskeyAnswer extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
}

/** Whether this browser has passkeys and speaks of them in JSON. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Has the device make a key; rejects with a DOMException when its owner does not. */
export async function makePasskey(): Promise<PasskeyAnswer> {
  const options = await identityCall('getPasskeyCreation');
  if (!isCreation(options)) throw new TypeError('The server asked for no passkey.');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** Has the device answer with one of its keys for this site. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const options = await identityCall('getPasskeyRequest');
  if (!isRequest(options)) throw new TypeError('The server asked for no passkey.');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answerOf(await navigator.credentials.get({ publicKey }));
}

/** The owner said no, or took too long; browsers do not tell which. */
export function isDeclined(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'NotAllowedError';
}

/** The device has a key for this account already. */
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
