/**
 * The signatures of webhooks by Standard Webhooks 1.0.0: HMAC (v1) and Ed25519 (v1a) [API-30]. The
 * Ed25519 key is derived from the secret, so one stored secret makes both.
 */
import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { seal, unseal } from '../../../platform/secrets/seal.ts';
import type { Secrets } from '../../../platform/secrets/secret.ts';

const secretBytes = 32;
const prefix = 'whsec_';
const purpose = 'webhook secret';
/** The DER of an Ed25519 private key without its 32 bytes of seed. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The length of the head before the 32 bytes of an Ed25519 public key in DER. */
const spkiHead = 12;

/** A new secret in the format of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** The public key with which a receiver checks v1a signatures, as whpk_ and base64. */
export function publicKeyOf(secret: string): string {
  const der = createPublicKey(privateKeyOf(secret)).export({ type: 'spki', format: 'der' });
  return `whpk_${der.subarray(spkiHead).toString('base64')}`;
}

function privateKeyOf(secret: string): KeyObject {
  const bytes = Buffer.from(secret.slice(prefix.length), 'base64');
  const seed = Buffer.from(hkdfSync('sha256', bytes, 'baari', 'webhook ed25519', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

export interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers of a delivery, signed with each of the secrets. */
export function signedHeaders(
  { id, at, body }: Signed,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.flatMap((secret) => {
    const content = Buffer.from(`${id}.${timestamp}.${body}`);
    const asymmetric = sign(null, content, privateKeyOf(secret)).toString('base64');
    return [new Webhook(secret).sign(id, at, body), `v1a,${asymmetric}`];
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Encrypts a secret for the database. */
export function sealWebhookSecret(secret: string, [present]: Secrets): string {
  return seal(secret, present, purpose);
}

/** Decrypts a stored secret; undefined if none of the installation's secrets encrypted it. */
export function openWebhookSecret(sealed: string, secrets: Secrets): string | undefined {
  for (const secret of secrets) {
    const opened = unseal(sealed, secret, purpose);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

/** Whether a stored secret must be encrypted again, because a former SECRET encrypted it. */
export function isSealedBefore(sealed: string, [present]: Secrets): boolean {
  return unseal(sealed, present, purpose) === undefined;
}
