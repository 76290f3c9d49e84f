/**
 * What happens to an account is kept for its owner, mailed where it changes who can get in, and for
 * staff on record in their hospital's trail [guarantees, security 13, 17].
 */
import type { Language } from '@baari/contract/languages.ts';
import type { SecurityEventKind } from '@baari/contract/account/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../platform/audit.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { languageAskedFor } from '../../platform/http/language-asked-for.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { enqueueSms } from '../../platform/messages/sms.ts';
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
import { isTold, securityMail, securitySms } from '../messages/security-texts.ts';
import { isTechnicalEmail } from './technical-email.rules.ts';

/** Where a change was asked from. */
export interface Origin extends Device {
  readonly address: string;
  /** Its Accept-Language, for an owner who chose no language. */
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
 * In which a message about an account speaks: as its owner chose, else as the page or browser that asks for it, else
 * as the hospital that the owner works at.
 */
export async function languageForOwner(
  db: Queryable,
  account: AccountKey,
  acceptLanguage: string | null | undefined,
): Promise<Language> {
  return spokenTo(await findOwnerLanguages(db, account), acceptLanguage);
}

/** The same where the owner has been read. */
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
  /** What came of it; 'ok' unless told. */
  readonly outcome?: RefusalCode;
}

export interface Telling {
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** A text that nobody could deliver for this long would only frighten. */
const smsForMs = 60 * 60_000;

/** Run inside the transaction of the change. Call `onQueued` after the commit. */
export async function recordSecurityEvent(
  tx: Queryable,
  { clock, publicUrl }: Telling,
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
  if (!isTold(kind)) return;
  const language = spokenTo(owner, origin.asksFor);
  const told = { kind, subject, at, browser, system, network, timeZone: owner.timeZone };
  // An address that nobody proved may be a stranger's.
  if (owner.isEmailVerified && !isTechnicalEmail(owner.email)) {
    await enqueueMail(tx, securityMail(language, owner, told, publicUrl), at);
  } else if (owner.phone !== null) {
    const text = securitySms(language, kind);
    const notAfter = at.getTime() + smsForMs;
    await enqueueSms(tx, { kind: 'security_notice', to: owner.phone, text, notAfter }, at);
  }
}

interface OfStaff {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  readonly outcome: 'ok' | RefusalCode;
}

/** In the trail of every hospital that the account opens. */
async function recordForHospitals(
  tx: Queryable,
  clock: Clock,
  { address }: Origin,
  { userId, kind, outcome }: OfStaff,
): Promise<void> {
  // Each way in, and each try of one, has its row by sign-in-record.plugin.ts.
  if (isWayIn(kind)) return;
  const action = actionOfEvent[kind];
  for (const { hospitalId, role } of await listMemberships(tx, userId)) {
    const context = { actor: { userId, role, hospitalId }, address, clock };
    await recordAudit(tx, context, { action, outcome });
  }
}
