/**
 * Ensures that requests with the same Idempotency-Key have one effect and get one response. The
 * response is stored in the effect's transaction, so a retry after a crash either finds the
 * response or may run [INV-7]. Therefore a use case's transaction returns the response.
 */
import type { Language } from '@baari/contract/languages.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import { type AuditedAction, auditedWith, beginRecord } from '../audit/audit.store.ts';
import type { Context } from '../context.ts';
import { violates } from '../database/database.ts';
import {
  answeredIdempotencyKey,
  type Claim,
  claimIdempotencyKey,
  finishedIdempotencyKey,
  keepRefusal,
  releaseIdempotencyKey,
  shortHash,
  type StoredEvent,
} from './idempotency.store.ts';
import { type AsEvent, eventOfAnswer } from './kept-answer.ts';
import { ok, type Result, refuse } from '../result.ts';

/** How a response is built again for a use case that is exactly one transaction. */
export interface OneTransaction {
  /** Builds the response from an event's body, for the audience of the event and in a language. */
  readonly answerFrom: (
    body: object,
    audience: AsEvent['audience'],
    language: Language | undefined,
  ) => object;
}

interface Once<R> {
  readonly context: Context<Actor>;
  readonly key: string;
  readonly request: FastifyRequest;
  readonly within: OneTransaction | undefined;
  readonly run: (context: Context) => Promise<Result<R>>;
  /**
   * Called when a stored response is sent again, with the audit rows that the first request wrote.
   */
  readonly onReplay: (audited: readonly AuditedAction[]) => Promise<void>;
}

const keyLength = 200;

/** Carries a request out, or sends the response that is stored under its Idempotency-Key. */
export async function answerOnce<R>(once: Once<R>): Promise<Result<R>> {
  const { context, key, request } = once;
  if (key.length === 0 || key.length > keyLength) {
    return refuse('invalid_request', [
      { param: 'Idempotency-Key', msg: `1 to ${keyLength} characters.` },
    ]);
  }
  const { actor } = context;
  const { userId } = actor;
  const claim = { userId, key: shortHash(key), requestHash: hashOf(request, actor) };
  return once.within === undefined ? answerClaimed(once, claim) : answerWithin(once, claim);
}

/**
 * Claims the Idempotency-Key as the last statement of the effect's transaction. Of two concurrent
 * requests the second waits, rolls back and sends the same response. A refusal has no effect and is
 * stored separately.
 */
async function answerWithin<R>(once: Once<R>, claim: Claim): Promise<Result<R>> {
  const { context, run } = once;
  const { db, clock } = context;
  try {
    const keeping = db.beforeCommit((tx, value) => {
      const event = eventOfAnswer(value);
      const answer = event === undefined ? { ok: true, value } : { ok: true };
      return answeredIdempotencyKey(
        claim,
        { answer, event, audited: [...auditedWith(keeping), ...auditedWith(tx)] },
        clock.now(),
      );
    });
    beginRecord(keeping, db);
    const result = await run({ ...context, db: keeping });
    if (result.ok || (await keepRefusal(db, claim, result, clock.now()))) return result;
  } catch (error) {
    if (!violates(error, 'idempotency_key_pkey')) throw error;
  }
  // The Idempotency-Key is already stored. Its record decides the response, even if the record has
  // expired.
  return answerClaimed(once, claim);
}

/**
 * Claims the Idempotency-Key before the work begins, because parts of the work may lie outside the
 * key's transaction (decision 006).
 */
async function answerClaimed<R>(once: Once<R>, claim: Claim): Promise<Result<R>> {
  const { context, run } = once;
  const { db, clock } = context;
  const state = await claimIdempotencyKey(db, claim, clock.now());
  if (state.kind === 'other-request') return refuse('idempotency_key_reused');
  if (state.kind === 'running') return refuse('idempotency_key_running');
  if (state.kind === 'claimed') return answerFirst(context, claim, run);
  const before = state.event === undefined ? state.answer : answerFromEvent(once, state.event);
  if (before.ok) await once.onReplay(state.audited);
  // The stored response for a retry. If an event was stored instead, the response is built from it,
  // or is not_found if the event was erased.
  return before as Result<R>;
}

async function answerFirst<R>(
  context: Context<Actor>,
  claim: Claim,
  run: Once<R>['run'],
): Promise<Result<R>> {
  const { db } = context;
  try {
    let stored = false;
    const keeping = db.beforeCommit((tx, value) => {
      stored = true;
      const audited = [...auditedWith(keeping), ...auditedWith(tx)];
      return finishedIdempotencyKey(claim, { ok: true, value }, audited);
    });
    beginRecord(keeping, db);
    const result = await run({ ...context, db: keeping });
    if (!stored) await db.run(finishedIdempotencyKey(claim, result, auditedWith(keeping)));
    return result;
  } catch (error) {
    await releaseIdempotencyKey(db, claim);
    throw error;
  }
}

/**
 * Builds a response again from the event with the same content. Returns not_found if the event was
 * erased since.
 */
function answerFromEvent<R>(
  { within, context }: Once<R>,
  { body, audience }: StoredEvent,
): Result<object> {
  if (body === null || within === undefined) return refuse('not_found');
  return ok(within.answerFrom(body, audience, context.language));
}

/**
 * Hashes a request. The hash includes the hospital, so that a stored response is not sent again
 * after the person switched to another hospital.
 */
function hashOf(request: FastifyRequest, actor: Actor): Buffer {
  const { hospitalId } = actor;
  const at = actor.role !== 'key' && actor.isAtSeveral ? `${hospitalId} ` : '';
  const { method, url, body } = request;
  if (Buffer.isBuffer(body)) {
    const { 'content-type': type, 'x-file-name': name } = request.headers;
    return shortHash(at, JSON.stringify([method, url, type, name]), body);
  }
  return shortHash(at, JSON.stringify([method, url, body ?? null]));
}
