/**
 * Assembles the identity module: the identity library behind /api/identity, and the function that
 * resolves bearer tokens.
 */
import { passwordMinLength } from '@baari/contract/constants.ts';
import type { HospitalWayIn } from '@baari/contract/hospital/site.ts';
import type { PersonActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabaseOptions } from '../platform/database/database.ts';
import { describeError, type Log } from '../platform/log.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { lazily } from '../platform/lazily.ts';
import { ok } from '../platform/result.ts';
import type { Authenticate } from '../platform/http/route.ts';
import type { SmsLimits } from '../platform/messages/sms/calling-code.rules.ts';
import type { Secrets } from '../platform/secrets/secret.ts';
import { type Attempts, makeAttempts } from './attempts/attempts.ts';
import { deleteEndedWindows, isFirstTry } from './attempts/attempts.store.ts';
import { findLastActed } from './security-events/acting.store.ts';
import { authenticate, endedAmong } from './sessions/authenticate.ts';
import { type BotCheck, type Difficulty, makeBotCheck } from './sign-in/bot-check.ts';
import { deleteEndedChallenges } from './sign-in/bot-check.store.ts';
import type { HospitalDoor } from './provider/hospital-sign-in.plugin.ts';
import {
  deleteEndedSessions,
  findEmail,
  getRole,
  hasTwoFactor,
  isOnlyWayIn,
} from './sessions/identity.store.ts';
import { deleteOldDevices } from './security-events/known-device.store.ts';
import { accountExistsMail, verificationMail } from './messages/mail-texts.ts';
import { findPasskeyId } from './sign-in/passkey.store.ts';
import { makePasswordRule, type PasswordRule } from './provider/password-rule.ts';
import { deleteEndedCleanups, deleteEndedResets } from './sign-in/password-reset.store.ts';
import { deleteEndedCodes } from './provider/phone-code.store.ts';
import { makePhoneCodes, type PhoneCodes } from './provider/phone-codes.ts';
import type { HospitalProvider, OpenIdProvider } from './provider/open-id.ts';
import { addressHeader } from './provider/provider.address.ts';
import type { Provider, ProviderOptions } from './provider/provider.ts';
import { openProviderPool, type ProviderPool } from './provider/provider-pool.store.ts';
import { listPublicKeys } from './sessions/public-keys.store.ts';
import { recordSignIn } from './security-events/sign-in-record.store.ts';
import { deleteOldEvents } from './security-events/security-event.store.ts';
import {
  languageForOwner,
  type Origin,
  originOf,
  recordSecurityEvent,
} from './security-events/security-events.ts';
import { deleteIdleSessions } from './sessions/session-facts.store.ts';
import { isTechnicalEmail } from './security-events/technical-email.rules.ts';
import { makeTokenVerifier } from './sessions/tokens.ts';

export interface IdentityOptions {
  readonly connection: DatabaseOptions['connection'];
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  /**
   * The secrets, each of at least 32 characters. They are the same for every process and every
   * start.
   */
  readonly secrets: Secrets;
  /** Whether attempts to sign in are limited. */
  readonly rateLimit: boolean;
  /**
   * Whether sign-in and sign-up give the same answers for known and unknown accounts [guarantees,
   * security 8].
   */
  readonly hideAccounts?: boolean;
  /** The shortest allowed new password in characters; six by default, as in the specification. */
  readonly passwordMin?: number;
  /** Google as an OpenID provider. If undefined, signing in with Google is not offered. */
  readonly google?: OpenIdProvider | undefined;
  /**
   * The OpenID providers of hospitals, and who may sign in with each of them. By default no
   * hospital has a provider.
   */
  readonly hospitals?: {
    readonly providers: readonly HospitalProvider[];
    readonly door: HospitalDoor;
  };
  /**
   * Whether the installation can send codes to phones. If it cannot, signing in by phone is not
   * offered.
   */
  readonly canSendSms?: boolean;
  /** The limits on text messages per day and country; unlimited by default. */
  readonly smsLimits?: SmsLimits;
  /** How much work a bot check is for the browser; the usual amount by default. */
  readonly botCheckDifficulty?: Difficulty;
  /** Called after a message was queued, to wake the job that sends messages. */
  readonly onMailQueued?: () => void;
}

/** The sign-in methods besides email and password. */
export interface WaysIn {
  readonly google: boolean;
  readonly phone: boolean;
  /** The hospitals whose staff sign in through the hospital's own provider. */
  readonly hospitals: HospitalWayIn[];
}

export interface Identity {
  /** Resolves a bearer token. Refuses: not_authenticated, session_ended, session_idle. */
  readonly authenticate: Authenticate;
  /**
   * Finds those of the given people whose session has ended or whose role has changed, so that
   * their live streams are ended.
   */
  readonly endedAmong: (actors: readonly PersonActor[]) => Promise<PersonActor[]>;
  /** Deletes expired sessions and attempt counters. It is called by the hourly clean-up. */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly waysIn: WaysIn;
  /** The rule for new passwords. Every API call that sets a password must apply it. */
  readonly passwordRule: PasswordRule;
  /** The parts that mountIdentityProvider needs. */
  readonly parts: IdentityParts;
}

export interface IdentityParts {
  /** Loads the identity library on the first call. */
  readonly provider: () => Promise<Provider>;
  /** Loads the identity library with the passkey plugin on the first call. */
  readonly passkeyProvider: () => Promise<Provider>;
  readonly pool: ProviderPool;
  readonly attempts: Attempts;
  readonly botCheck: BotCheck;
  readonly phoneCodes: PhoneCodes;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly secrets: Secrets;
  readonly hideAccounts: boolean;
  readonly smsLimits: SmsLimits | undefined;
  readonly waysIn: WaysIn;
  readonly log: Log;
  readonly passwordRule: PasswordRule;
  /** Whether this person uses this authenticator code for the first time. */
  readonly isFirstUse: (userId: string, code: string) => Promise<boolean>;
  /** Call this function after a message was queued. */
  readonly onQueued: () => void;
}

export function openIdentity(options: IdentityOptions): Identity {
  const { database, clock, log, publicUrl, hideAccounts = false } = options;
  const pool = openProviderPool({
    connection: options.connection,
    onLostConnection: (error) =>
      log.warn(
        describeError(error),
        'A database connection for sign-in and accounts was lost; the next request opens another. If this repeats, check PostgreSQL and the network to it.',
      ),
  });
  const { secrets } = options;
  const waysIn = waysInOf(options);
  const phoneCodes = makePhoneCodes({ db: database, clock, secrets });
  const passwordRule = makePasswordRule(options.passwordMin ?? passwordMinLength);
  const isFirstUse = (userId: string, code: string) =>
    isFirstTry(database, JSON.stringify(['totp', userId, code]), clock.now());
  const providerOptions = providerOptionsOf(options, { pool, phoneCodes, isFirstUse });
  const verifyToken = makeTokenVerifier({
    publicUrl,
    clock,
    listPublicKeys: () => listPublicKeys(database),
  });
  return {
    authenticate: (token, isUse) =>
      authenticate({ db: database, clock, verifyToken }, token, isUse),
    endedAmong: (actors) => endedAmong(database, actors, clock.now()),
    tidy: () => tidy(database, clock),
    close: () => pool.connections.end(),
    waysIn,
    passwordRule,
    parts: {
      provider: lazily(async () =>
        (await import('./provider/provider.ts')).makeProvider(providerOptions),
      ),
      passkeyProvider: lazily(async () => {
        const { makeProvider } = await import('./provider/provider.ts');
        const { passkeys } = await import('./provider/provider.passkeys.ts');
        return makeProvider(providerOptions, [passkeys(publicUrl)]);
      }),
      log,
      pool,
      botCheck: makeBotCheck({
        db: database,
        clock,
        secrets,
        difficulty: options.botCheckDifficulty,
      }),
      phoneCodes,
      attempts: makeAttempts({ db: database, clock, enabled: options.rateLimit }),
      database,
      clock,
      publicUrl,
      secrets,
      hideAccounts,
      smsLimits: options.smsLimits,
      waysIn,
      passwordRule,
      isFirstUse,
      onQueued: options.onMailQueued ?? (() => undefined),
    },
  };
}

function waysInOf({ google, canSendSms, hospitals = nobodyComes }: IdentityOptions): WaysIn {
  return {
    google: google !== undefined,
    phone: canSendSms ?? false,
    hospitals: hospitals.providers.map(({ hospitalId, name, emailDomains }) => ({
      hospitalId,
      name,
      emailDomains: [...emailDomains],
    })),
  };
}

/** Builds the options that connect the identity library to Baari's own tables. */
function providerOptionsOf(
  options: IdentityOptions,
  parts: Pick<IdentityParts, 'pool' | 'phoneCodes' | 'isFirstUse'>,
): ProviderOptions {
  const { database, clock, log, publicUrl, secrets, google, hideAccounts = false } = options;
  const { providers, door } = options.hospitals ?? nobodyComes;
  return {
    pool: parts.pool.connections,
    publicUrl,
    secrets,
    hideAccounts,
    log,
    getRole: (sessionId) => getRole(database, sessionId),
    usePhoneCode: parts.phoneCodes.use,
    google,
    hospitalSignIn: { providers, door, findEmail: (userId) => findEmail(database, userId) },
    recordSignIn: (tried) => recordSignIn(database, tried, clock.now()),
    secondFactor: {
      hasTwoFactor: (userId) => hasTwoFactor(database, userId),
      isFirstUse: parts.isFirstUse,
    },
    sessionFacts: {
      clock,
      findPasskeyId: (id) => findPasskeyId(database, id),
      findLastActed: (userId) => findLastActed(database, userId),
    },
    onLinked: (userId, providerId, asked) => notifyOfLink(options, userId, providerId, asked),
    ...mails(options),
  };
}

async function tidy(database: Database, clock: Clock): Promise<void> {
  await deleteEndedSessions(database, clock.now());
  await deleteIdleSessions(database, clock.now(), null);
  await deleteEndedWindows(database, clock.now());
  await deleteEndedResets(database, clock.now());
  await deleteEndedCodes(database, clock.now());
  await deleteEndedChallenges(database, clock.now());
  await deleteEndedCleanups(database, clock.now());
  const longAgo = new Date(clock.now().getTime() - eventsKeptMs);
  await deleteOldEvents(database, longAgo);
  await deleteOldDevices(database, longAgo);
}

/** How long security events and known devices are kept, in milliseconds: 400 days. */
const eventsKeptMs = 400 * 24 * 60 * 60_000;

/**
 * Notifies the owner of a newly linked external account. The owner is not notified if the external
 * account is the only way to sign in.
 */
async function notifyOfLink(
  { database, clock, publicUrl, onMailQueued }: IdentityOptions,
  userId: string,
  providerId: string,
  asked: Headers | undefined,
): Promise<void> {
  if (providerId === 'credential' || (await isOnlyWayIn(database, userId))) return;
  const isGoogle = providerId === 'google';
  const kind = isGoogle ? 'google_linked' : 'hospital_sign_in_linked';
  await database.transaction(async (tx) => {
    await recordSecurityEvent(tx, { clock, publicUrl }, originIn(asked), { userId, kind });
    return ok(undefined);
  });
  onMailQueued?.();
}

/**
 * Reads where a request came from. When an external account is linked, the identity library passes
 * on the request's headers, which include the network address.
 */
function originIn(asked: Headers = new Headers()): Origin {
  return originOf({
    headers: Object.fromEntries(asked),
    ip: asked.get(addressHeader) ?? '',
  });
}

/**
 * The settings of an installation without hospital providers. Every sign-in through a hospital
 * provider is refused.
 */
const nobodyComes = {
  providers: [] as readonly HospitalProvider[],
  door: {
    standingOf: () => Promise.resolve('stranger' as const),
    admit: () => Promise.resolve(false),
  },
};

function mails({ database, clock, publicUrl, onMailQueued }: IdentityOptions) {
  return {
    async sendVerification(
      to: { readonly name: string; readonly email: string },
      link: string,
      acceptLanguage: string | null,
    ): Promise<void> {
      if (isTechnicalEmail(to.email)) return;
      const language = await languageForOwner(database, { email: to.email }, acceptLanguage);
      const message = verificationMail(language, to, link);
      await enqueueMail(database, message, clock.now());
      onMailQueued?.();
    },
    async sendAccountExists(
      to: { readonly name: string; readonly email: string },
      acceptLanguage: string | null,
    ): Promise<void> {
      const language = await languageForOwner(database, { email: to.email }, acceptLanguage);
      const message = accountExistsMail(language, to, `${publicUrl}/login`);
      await enqueueMail(database, message, clock.now());
      onMailQueued?.();
    },
  };
}
