/** A software authenticator: produces the answers of a browser's credential API. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface TestAuthenticator {
  /** Creates a passkey. Returns the browser's answer to creation options, as JSON. */
  readonly create: (challenge: string, given?: AuthenticatorGiven) => CredentialAnswer;
  /** Signs in with a passkey. Returns the browser's answer to request options, as JSON. */
  readonly get: (challenge: string, given?: AuthenticatorGiven) => CredentialAnswer;
}

export interface AuthenticatorGiven {
  /** The calling page; the site itself by default. */
  readonly origin?: string;
  /** Whether the user was verified; yes by default. */
  readonly isUnlocked?: boolean;
}

export interface CredentialAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
  readonly clientExtensionResults: object;
}

const present = 0x01;
const unlocked = 0x04;
const holdsKey = 0x40;

/** Makes a software authenticator for a site; `site` is an origin such as https://baari.example. */
export function makeAuthenticator(site: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const rpIdHash = createHash('sha256').update(new URL(site).hostname).digest();
  let uses = 0;

  function clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(isUnlocked: boolean, key = Buffer.alloc(0)): Buffer {
    uses += 1;
    const flags = present | (isUnlocked ? unlocked : 0) | (key.length > 0 ? holdsKey : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(uses);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, key]);
  }

  function answer(response: CredentialAnswer['response']): CredentialAnswer {
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  return {
    create(challenge, { origin = site, isUnlocked = true } = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const length = Buffer.from([0, credentialId.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(x, y)]);
      const data = authenticatorData(isUnlocked, key);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(challenge, { origin = site, isUnlocked = true } = {}) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(isUnlocked);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}

/** CBOR of {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** CBOR of {fmt: 'none', attStmt: {}, authData}. */
function attestation(data: Buffer): Buffer {
  const length = Buffer.from([0x59, data.length >> 8, data.length & 255]);
  const head = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
  ]);
  return Buffer.concat([head, length, data]);
}
