/**
 * Records security events, such as a sign-in or a new passkey, and notifies the account's owner.
 * Events of staff accounts are also written into their hospital's audit trail [guarantees, security
 * 13, 17].
 */
import type { Language } from '@baari/contract/languages.ts';
import type { SecurityEventKind } from '@baari/contract/account/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { languageAskedFor } from '../../platform/http/language-asked-for.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { enqueueSms } from '../../platform/messages/sms/sms.ts';
import { coarseAddress, type Device, deviceOf } from './device.rules.ts';
import { listMemberships } from './acting.store.ts';
import {
  type AccountKey,
  findEventOwner,
  findOwnerLanguages,
  insertSecurityEvent,
  type OwnerLanguages,
} from './security-event.store.ts';
import { actionOfEvent, isWayIn } from './security-event-actions.rules.ts';
import { isNotified, securityMail, securitySms } from '../messages/security-texts.ts';
import { isTechnicalEmail } from './technical-email.rules.ts';

/** Where a change was requested from. */
export interface Origin extends Device {
  readonly address: string;
  /** The request's Accept-Language header, used for an account owner who chose no language. */
  readonly asksFor: string | undefined;
}

export function originOf(request: Pick<FastifyRequest, 'headers' | 'ip'>): Origin {
  const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = request.headers;
  return {
    ...deviceOf(userAgent ?? null),
    address: request.ip,
    asksFor: acceptLanguage,
  };
}

/**
 * The language of a message about an account: the owner's choice, else the request's, else that of the
 * owner's hospital.
 */
export async function languageForOwner(
  db: Queryable,
  account: AccountKey,
  acceptLanguage: string | null | undefined,
): Promise<Language> {
  return spokenTo(await findOwnerLanguages(db, account), acceptLanguage);
}

/**
 * Chooses the language of a message to an account's owner, from the languages that were already
 * read from the database.
 */
function spokenTo(
  owner: OwnerLanguages | undefined,
  acceptLanguage: string | null | undefined,
): Language {
  return owner?.language ?? languageAskedFor(acceptLanguage, owner?.otherwise);
}

export interface Happening {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  readonly subject?: string | null;
  /** The outcome of the event; 'ok' by default. */
  readonly outcome?: RefusalCode;
}

export interface Notifying {
  readonly clock: Clock;
  readonly publicUrl: string;
}

/**
 * How long after a security event an SMS about it is still sent, in milliseconds. A later one would
 * only frighten.
 */
const smsForMs = 60 * 60_000;

/**
 * Records a security event. Run it inside the transaction of the change, and call `onQueued` after
 * the commit.
 */
export async function recordSecurityEvent(
  tx: Queryable,
  { clock, publicUrl }: Notifying,
  origin: Origin,
  { userId, kind, subject = null, outcome }: Happening,
): Promise<void> {
  const owner = await findEventOwner(tx, userId);
  if (owner === undefined) return;
  const at = clock.now();
  const { browser, system, address } = origin;
  const network = coarseAddress(address);
  await insertSecurityEvent(tx, { userId, at, kind, subject, browser, system, network });
  await recordForHospitals(tx, clock, origin, { userId, kind, outcome: outcome ?? 'ok' });
  if (!isNotified(kind)) return;
  const language = spokenTo(owner, origin.asksFor);
  const facts = { kind, subject, at, browser, system, network, timeZone: owner.timeZone };
  // An unverified address may belong to a stranger.
  if (owner.isEmailVerified && !isTechnicalEmail(owner.email)) {
    await enqueueMail(tx, securityMail(language, owner, facts, publicUrl), at);
  } else if (owner.phone !== null) {
    await enqueueSms(
      tx,
      {
        kind: 'security_notice',
        to: owner.phone,
        content: securitySms(kind),
        language,
        notAfter: at.getTime() + smsForMs,
      },
      at,
    );
  }
}

interface OfStaff {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  readonly outcome: 'ok' | RefusalCode;
}

/** Writes the event into the audit trail of every hospital where the account works. */
async function recordForHospitals(
  tx: Queryable,
  clock: Clock,
  { address }: Origin,
  { userId, kind, outcome }: OfStaff,
): Promise<void> {
  // sign-in-record.plugin.ts audits sign-ins and attempts.
  if (isWayIn(kind)) return;
  const action = actionOfEvent[kind];
  for (const { hospitalId, role } of await listMemberships(tx, userId)) {
    const context = { actor: { userId, role, hospitalId }, address, clock };
    await recordAudit(tx, context, { action, outcome });
  }
}
