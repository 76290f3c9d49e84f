/**
 * Sends answers to the shares of patients [API-38]. Every process does it. An answer is a row that
 * was written with the place, so it is sent even if the process that made the place is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, isTimeSure } from '../../platform/clock.ts';
import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import { describeError, type Log } from '../../platform/log.ts';
import { type Gateway, GatewayProblem } from '../gateway/gateway.ts';
import type { GatewayError } from '../gateway/gateway-error.rules.ts';
import { nextTry, onShareBody } from './answer.rules.ts';
import {
  claimAnswers,
  type DueAnswer,
  markAnswered,
  markTried,
  releaseAnswer,
} from './answers.store.ts';

/** How many answers one process sends at once. */
const sentAtOnce = 20;
/** The time limit of one attempt in ms; shorter than the lease of the claim. */
const attemptMs = 10_000;
/** The polling interval for retries and for answers of other processes in ms. */
const lookEveryMs = 1000;
/** How long a process that stops waits for its answers, in ms. */
const stopWaitsMs = 2000;

export interface Answering {
  /** Looks for due answers at once instead of at the next poll. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts to send answers until stopped. */
export function startAnswering(options: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: Gateway;
}): Answering {
  const { db, clock, log, gateway } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const looking = coalesce(async () => {
    if (isStopped || !(await isTimeSure(clock, db))) return;
    const places = sentAtOnce - running.size;
    if (places <= 0) return;
    for (const answer of await claimAnswers(db, clock.now(), places)) begin(answer);
  }, warn('Answers to ABDM could not be read from the database.'));

  function warn(what: string): (error: unknown) => void {
    return (error) =>
      log.warn(
        describeError(error),
        `${what} The server tries again in seconds; if this repeats, check PostgreSQL.`,
      );
  }

  function begin(answer: DueAnswer): void {
    const work = send(answer)
      .catch(warn('The result of an answer to ABDM could not be recorded.'))
      .finally(() => {
        running.delete(work);
        if (running.size === sentAtOnce - 1) wake();
      });
    running.add(work);
  }

  async function send(answer: DueAnswer): Promise<void> {
    const outcome = await attempt(answer);
    if (outcome === 'sent') return markAnswered(db, answer.id);
    if (outcome === 'stopped') return releaseAnswer(db, answer);
    const { error } = outcome;
    const nextAt = nextTry(answer.tries, error, clock.now());
    const facts = { status: error?.status, abdmCode: error?.code, attempt: answer.tries };
    log.warn(
      facts,
      nextAt === undefined
        ? 'ABDM did not take the answer to a scanned QR code; the patient has the place, but no token in the app. docs/optional-features.md lists the causes.'
        : 'ABDM did not take the answer to a scanned QR code. The server tries again in seconds.',
    );
    return markTried(db, answer, nextAt);
  }

  async function attempt(
    answer: DueAnswer,
  ): Promise<'sent' | 'stopped' | { readonly error: GatewayError | undefined }> {
    const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), stopping.signal]);
    try {
      const error = await gateway.answerShare(bodyOf(answer), signal);
      return error === undefined ? 'sent' : { error };
    } catch (error) {
      if (isStopped) return 'stopped';
      return { error: error instanceof GatewayProblem ? asRetried(error.found) : undefined };
    }
  }

  function wake(): void {
    if (!isStopped) void looking.run();
  }

  const timer = setInterval(wake, lookEveryMs).unref();
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const ended = looking.idle().then(() => Promise.all(running));
      await Promise.race([ended, sleep(stopWaitsMs, undefined, { ref: false })]);
      stopping.abort();
      await ended;
    },
  };
}

/** A refused session is the operator's matter, so the answer itself may still be taken later. */
function asRetried(found: GatewayError): GatewayError {
  return { ...found, status: 503 };
}

function bodyOf(answer: DueAnswer): object {
  const { request_id: requestId, counter_code: counterCode, token, abha_address: address } = answer;
  const place = token === null || address === null ? undefined : { token, abhaAddress: address };
  return onShareBody({ requestId, counterCode, place, refusal: answer.refusal });
}
