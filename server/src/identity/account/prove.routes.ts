/**
 * Asks owners to prove their identity again before they change who can get into the account. The
 * session remembers the proof for five minutes [guarantees, security 17].
 */
import type { SignInWay } from '@baari/contract/account/audit.ts';
import { identityCalls, type ProofKind } from '@baari/contract/account/identity.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { recordAuditOfAccount } from '../../platform/audit/audit.store.ts';
import { provedUntil } from '../../platform/proof.rules.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { mayCause } from '../../platform/messages/send-budget.ts';
import { changeFactorBudgets, proofCodeBudgets } from '../attempts/attempts.rules.ts';
import type { IdentityParts } from '../identity.ts';
import { getOwnAccount, type OwnAccount } from './own-contact.store.ts';
import { asOfDevice } from '../sign-in/passkey-answer.ts';
import { listPasskeysOf, countPasskeyUse } from '../sign-in/passkey.store.ts';
import { isPassword } from '../provider/passwords.ts';
import { codeSeconds, resendAfterSeconds } from '../provider/phone-codes.ts';
import { proofContact, waysToProve } from './proof.rules.ts';
import { checkingPasskey } from '../provider/proof-scope.ts';
import {
  ask,
  readBody,
  refuseOtherOrigin,
  type SessionPerson,
  sendProblem,
  sendTooMany,
  signedIn,
} from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { type Proof, setProved } from '../sessions/session-facts.store.ts';
import { refuseCode } from '../sign-in/two-factor.routes.ts';
import { languageForOwner } from '../security-events/security-events.ts';

type Given = z.output<(typeof identityCalls)['prove']['body']>;

export function mountProof(app: FastifyInstance, parts: IdentityParts): void {
  const { prove, sendProofCode } = identityCalls;
  const { attempts, clock, database } = parts;

  app.post(`${basePath}${prove.path}`, async (request, reply) => {
    const body = readBody(prove.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const said = body.value.by === 'passkey' ? asOfDevice(body.value.response) : ok(undefined);
    if (!said.ok) return sendProblem(reply, said);
    const person = await asker(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const admission = await attempts.admit(changeFactorBudgets(person.value.id));
    if (!admission.admitted) return sendTooMany(reply, admission);
    const proof = await check(parts, request, person.value, body.value);
    await admission.settle(proof.ok ? 'won' : proof.code === 'unavailable' ? 'free' : 'counts');
    await noteTry(parts, request, person.value.id, { by: body.value.by, proof });
    if (!proof.ok) return sendProblem(reply, proof);
    const now = clock.now();
    await setProved(database, person.value.sessionId, proof.value, now);
    return reply
      .header('cache-control', 'no-store')
      .send({ provedUntil: provedUntil(now).toISOString() });
  });

  app.post(`${basePath}${sendProofCode.path}`, async (request, reply) => {
    const person = await asker(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const userId = person.value.id;
    const account = await getOwnAccount(database, userId);
    const contact = proofContact(account);
    const ways = await waysOf(parts, userId, account);
    if (contact === null || !ways.includes('code')) {
      return sendProblem(reply, refuse('proof_required'));
    }
    const sending = await attempts.admit(proofCodeBudgets(userId));
    if (!sending.admitted) return sendTooMany(reply, sending);
    const today = await mayCause(database, 'proof_code', { sender: userId }, clock.now());
    if (!today.ok) return sendProblem(reply, today);
    const accept = request.headers['accept-language'];
    const language = await languageForOwner(database, { userId }, accept);
    const confirmation = await parts.phoneCodes.sendProof({ userId, ...contact }, language);
    parts.onQueued();
    return reply
      .header('cache-control', 'no-store')
      .send({ confirmation, resendAfterSeconds, expiresInSeconds: codeSeconds });
  });
}

const wayOf = {
  password: 'password',
  second_factor: 'authenticator',
  passkey: 'passkey',
  code: 'other',
} as const satisfies Record<ProofKind, SignInWay>;

/**
 * Audits failed identity proofs of staff, like failed sign-ins. Somebody may be guessing a password
 * at a browser that was left signed in.
 */
function noteTry(
  { clock, database }: IdentityParts,
  request: FastifyRequest,
  userId: string,
  { by, proof }: { readonly by: ProofKind; readonly proof: Result<Proof> },
): Promise<void> {
  return recordAuditOfAccount(
    database,
    { userId, address: request.ip, at: clock.now() },
    {
      action: 'prove who one is',
      outcome: proof.ok ? 'ok' : proof.code,
      details: { way: wayOf[by] },
    },
  );
}

async function asker(
  parts: IdentityParts,
  request: FastifyRequest,
): Promise<Result<SessionPerson>> {
  return refuseOtherOrigin(parts, request) ?? signedIn(parts, request);
}

async function waysOf(
  { database }: IdentityParts,
  userId: string,
  { passwordHash, hasTwoFactor }: OwnAccount,
): Promise<ProofKind[]> {
  const passkeys = (await listPasskeysOf(database, userId)).length;
  return waysToProve({ hasPassword: passwordHash !== null, hasTwoFactor, passkeys });
}

/**
 * Checks an identity proof. Refuses with proof_required if this kind of proof is too weak for the
 * account, otherwise with the reason why the proof failed.
 */
async function check(
  parts: IdentityParts,
  request: FastifyRequest,
  person: SessionPerson,
  given: Given,
): Promise<Result<Proof>> {
  const userId = person.id;
  const account = await getOwnAccount(parts.database, userId);
  const ways = await waysOf(parts, userId, account);
  if (!ways.includes(given.by)) return refuse('proof_required');
  switch (given.by) {
    case 'password': {
      const hash = account.passwordHash;
      const isRight = hash !== null && (await isPassword({ hash, password: given.password }));
      return isRight ? ok({ by: given.by }) : refuse('wrong_password');
    }
    case 'second_factor': {
      const wrong = await refuseCode(parts, request, person, given.code);
      return wrong ?? ok({ by: given.by });
    }
    case 'passkey':
      return checkPasskey(parts, request, userId, given.response);
    case 'code': {
      const contact = proofContact(account);
      if (contact === null) return refuse('proof_required');
      const used = await parts.phoneCodes.useProof({ userId, ...contact }, given);
      return used.ok ? ok({ by: given.by }) : used;
    }
  }
}

/**
 * Checks that the passkey belongs to this account. The library refuses a passkey that was used
 * without user verification.
 */
async function checkPasskey(
  parts: IdentityParts,
  request: FastifyRequest,
  userId: string,
  response: object,
): Promise<Result<Proof>> {
  const answered = await checkingPasskey(() =>
    ask(parts, request, identityCalls.signInWithPasskey.path, { response }),
  );
  if (answered === undefined) return refuse('passkey_failed');
  const passkeyId = await countPasskeyUse(parts.database, userId, answered);
  return passkeyId === undefined ? refuse('passkey_failed') : ok({ by: 'passkey', passkeyId });
}
