/**
 * The invisible check before a code is sent: the browser works for a second or two (ALTCHA's proof
 * of work). Each challenge is signed, works for ten minutes and counts once.
 */
import { createHash, createHmac } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import type { Secrets } from '../platform/secret.ts';
import { spendChallenge } from './bot-check.store.ts';

/** How much a browser has to work: so many derivations, each of so many iterations. */
export interface Difficulty {
  readonly iterations: number;
  readonly fewest: number;
  readonly most: number;
}

/** About a second on a laptop and a few on a cheap phone, in the background. */
const usualDifficulty: Difficulty = { iterations: 2000, fewest: 500, most: 1500 };

const validMs = 10 * 60_000;

export interface BotCheckOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly difficulty: Difficulty | undefined;
}

export interface BotCheck {
  readonly challenge: () => Promise<Challenge>;
  /** Whether this answers one of our challenges, for the first time. */
  readonly isPassed: (answer: string) => Promise<boolean>;
}

/** What the widget sends: base64 of JSON. */
const answerShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export function makeBotCheck(options: BotCheckOptions): BotCheck {
  const { db, clock, difficulty = usualDifficulty } = options;
  const [present] = options.secrets;
  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: difficulty.iterations,
        counter: randomInt(difficulty.most, difficulty.fewest),
        deriveKey,
        expiresAt: new Date(clock.now().getTime() + validMs),
        ...signaturesBy(present),
      }),
    async isPassed(answer) {
      const parsed = answerShape.safeParse(readAnswer(answer));
      if (!parsed.success) return false;
      const { challenge, solution } = parsed.data;
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
      if (!(expiresAt > clock.now())) return false;
      if (!(await isSolved({ challenge, solution, deriveKey }, options.secrets))) return false;
      const hash = createHash('sha256').update(challenge.signature).digest('base64url');
      return spendChallenge(db, hash, expiresAt);
    },
  };
}

async function isSolved(
  given: Omit<Parameters<typeof verifySolution>[0], 'hmacSignatureSecret'>,
  secrets: Secrets,
): Promise<boolean> {
  for (const secret of secrets) {
    const { verified } = await verifySolution({ ...given, ...signaturesBy(secret) });
    if (verified) return true;
  }
  return false;
}

function signaturesBy(secret: string) {
  return {
    hmacSignatureSecret: derived(secret, 'bot-check'),
    hmacKeySignatureSecret: derived(secret, 'bot-check-key'),
  };
}

function readAnswer(answer: string): unknown {
  try {
    return JSON.parse(Buffer.from(answer, 'base64').toString('utf8'));
  } catch {
    // Not what the widget sends: the same as a wrong answer.
    return undefined;
  }
}

/** A secret for one purpose, from the one everything is signed with. */
function derived(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
