/**
 * The invisible bot check, before a code is sent or after too many attempts, such as sign-ins, from
 * this network. The server signs an ALTCHA proof of work; the browser tries numbers until one fits,
 * and no data leaves this site.
 */
import { z } from 'zod';

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/u);

const riddle = z.object({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: hex,
  salt: hex,
  /** The number of iterations of each key derivation. */
  cost: z.number().int().positive(),
  /** The length of the key in bytes. */
  keyLength: z.number().int().positive(),
  /** The required prefix of the derived key. */
  keyPrefix: hex,
});

const challengeShape = z.object({ parameters: z.looseObject({}), signature: z.string() });

/**
 * Parses the bot-check challenge in the header of a refusal. Throws if the challenge is invalid.
 */
export function readChallenge(header: string): z.infer<typeof challengeShape> {
  return challengeShape.parse(JSON.parse(atob(header)));
}

/**
 * The most numbers that the browser tries before it gives up. The limit is far above the server's
 * difficulty, so only an unsolvable challenge reaches it.
 */
const mostTries = 100_000;

/**
 * Solves the server's bot-check challenge and returns the solution to send. Rejects an unknown kind
 * of challenge.
 */
export async function answerBotCheck(challenge: {
  readonly parameters: unknown;
  readonly signature: string;
}): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = riddle.parse(challenge.parameters);
  const start = bytesOf(nonce);
  const guess = new Uint8Array(start.length + 4);
  guess.set(start);
  const counterAt = new DataView(guess.buffer);
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: bytesOf(salt),
    iterations: cost,
  };
  for (let counter = 0; counter < mostTries; counter += 1) {
    counterAt.setUint32(start.length, counter);
    const key = await crypto.subtle.importKey('raw', guess, 'PBKDF2', false, ['deriveBits']);
    const bits = await crypto.subtle.deriveBits(derivation, key, keyLength * 8);
    const derivedKey = hexOf(new Uint8Array(bits));
    if (derivedKey.startsWith(keyPrefix)) {
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    }
  }
  throw new Error('The bot check has no answer.');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
