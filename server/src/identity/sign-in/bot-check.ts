/**
 * The invisible bot check before a code is sent, and before an attempt from a network whose limit
 * is used up. ALTCHA's proof of work takes a second or two. Each challenge is signed, valid for ten
 * minutes and usable once; a challenge for an attempt can be used only for that request.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { spendChallenge } from './bot-check.store.ts';

/**
 * How much work the bot check gives the browser: a number of key derivations with a number of
 * iterations each.
 */
export interface Difficulty {
  readonly iterations: number;
  readonly fewest: number;
  readonly most: number;
}

/**
 * The usual difficulty of the bot check. The browser solves it in the background, in about a second
 * on a laptop and a few seconds on a cheap phone.
 */
const usualDifficulty: Difficulty = { iterations: 2000, fewest: 500, most: 1500 };

/**
 * The difficulty of the bot check for a sign-in attempt: a fraction of a second on a cheap phone.
 * Each level doubles the work.
 */
const tryDifficulty: Difficulty = { iterations: 2000, fewest: 75, most: 225 };

const validMs = 10 * 60_000;

export interface BotCheckOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly difficulty: Difficulty | undefined;
}

export interface BotCheck {
  readonly challenge: () => Promise<Challenge>;
  /**
   * Whether the browser's answer solves a challenge that this server made and that was not used
   * before.
   */
  readonly isPassed: (answer: string) => Promise<boolean>;
  /** Makes a challenge whose solution admits one request; `request` identifies that request. */
  readonly challengeFor: (request: string, level: number) => Promise<Challenge>;
  /**
   * Whether the answer solves an unused challenge that was made for this request. The challenge's
   * level may be one below `level`.
   */
  readonly isPassedFor: (answer: string, request: string, level: number) => Promise<boolean>;
}

/** The answer that the bot-check widget sends: base64 of JSON. */
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
      data: z.object({ for: z.string(), level: z.number() }).exactOptional(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export function makeBotCheck(options: BotCheckOptions): BotCheck {
  const { db, clock, difficulty = usualDifficulty } = options;
  const [present] = options.secrets;
  const ofTries = options.difficulty ?? tryDifficulty;

  function challenge({ iterations, fewest, most }: Difficulty, data?: Bound): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: iterations,
      counter: randomInt(most, fewest),
      deriveKey,
      expiresAt: new Date(clock.now().getTime() + validMs),
      ...signaturesBy(present),
      ...(data === undefined ? {} : { data: { ...data } }),
    });
  }

  async function isPassed(answer: string, isMeant: (data: Bound | undefined) => boolean) {
    const parsed = answerShape.safeParse(readAnswer(answer));
    if (!parsed.success) return false;
    const { challenge: asked, solution } = parsed.data;
    if (!isMeant(asked.parameters.data)) return false;
    const expiresAt = new Date(asked.parameters.expiresAt * 1000);
    if (!(expiresAt > clock.now())) return false;
    const given = { challenge: asked, solution, deriveKey };
    if (!(await isSolved(given, options.secrets))) return false;
    const hash = createHash('sha256').update(asked.signature).digest('base64url');
    return spendChallenge(db, hash, expiresAt);
  }

  return {
    challenge: () => challenge(difficulty),
    isPassed: (answer) => isPassed(answer, (data) => data === undefined),
    challengeFor: (request, level) =>
      challenge(
        { ...ofTries, fewest: ofTries.fewest * 2 ** level, most: ofTries.most * 2 ** level },
        { for: boundTo(present, request), level },
      ),
    isPassedFor: (answer, request, level) =>
      isPassed(
        answer,
        // A level one lower is accepted, because other attempts may have raised the required level
        // while the browser worked.
        (data) =>
          data !== undefined &&
          data.level >= level - 1 &&
          options.secrets.some((secret) => isSame(data.for, boundTo(secret, request))),
      ),
  };
}

/** The request and the level that a challenge is bound to. */
interface Bound {
  readonly for: string;
  readonly level: number;
}

/**
 * A keyed hash of the request, since the request may hold a password, which must not be guessable from the hash.
 */
function boundTo(secret: string, request: string): string {
  const key = derived(secret, 'bot-check-request');
  return createHmac('sha256', key).update(request).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
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
    // The answer is not in the widget's format, so it counts as wrong.
    return undefined;
  }
}

/** Derives a secret for one purpose from the installation's secret. */
function derived(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
