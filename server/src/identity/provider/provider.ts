/**
 * The identity library, configured: email and password, phone, an OpenID provider and a second
 * factor. Nothing reaches it except through provider.routes.ts and what that mounts. It is the
 * heaviest part of the server, so it is loaded when somebody first calls it (identity.ts).
 */
import { randomUUID } from 'node:crypto';
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { jwt } from 'better-auth/plugins/jwt';
import { phoneNumber } from 'better-auth/plugins/phone-number';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Overloaded } from '../../platform/threads/gate.ts';
import { describeError, type Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { numbered } from './encryption.ts';
import {
  type HospitalSignInOptions,
  hospitalSignInGate,
  makeVouchingCheck,
} from './hospital-sign-in.plugin.ts';
import { providerIdOf } from '../hospital-sign-in.rules.ts';
import type { StaffClaims } from '../sessions/identity.store.ts';
import type { OpenIdProvider } from './open-id.ts';
import { openIdProviders } from './open-id.plugin.ts';
import type { PhoneCodes } from './phone-codes.ts';
import { addressHeader, basePath, trustedOrigins } from './provider.address.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { isOwnerProved } from './proof-scope.ts';
import type { LibraryPool } from './provider-pool.store.ts';
import { visitSessions } from '../sessions/remember.ts';
import { signInRecord, type SignInTry } from '../security-events/sign-in-record.plugin.ts';
import { secondFactorGate, type SecondFactorOptions } from './second-factor.plugin.ts';
import { sessionFacts, type SessionFactsOptions, sessionFields } from './session-facts.plugin.ts';
import { shownEmail, technicalEmail } from '../security-events/technical-email.rules.ts';
import { signingAlgorithm } from '../sessions/tokens.ts';

const day = 24 * 60 * 60;
const verificationLinkSeconds = day;

export interface Mailbox {
  readonly name: string;
  readonly email: string;
}

export interface ProviderOptions {
  readonly pool: LibraryPool;
  readonly publicUrl: string;
  readonly secrets: Secrets;
  /** The same answers for known and unknown accounts: signing up then signs nobody in. */
  readonly hideAccounts: boolean;
  readonly log: Log;
  readonly getRole: (sessionId: string) => Promise<StaffClaims>;
  /** Queues the mail; `acceptLanguage` is that of the request that asked for it. */
  readonly sendVerification: (
    to: Mailbox,
    link: string,
    acceptLanguage: string | null,
  ) => Promise<void>;
  readonly tellAccountExists: (to: Mailbox, acceptLanguage: string | null) => Promise<void>;
  /** Uses a code up; the refusal says what was wrong. */
  readonly usePhoneCode: PhoneCodes['use'];
  readonly secondFactor: SecondFactorOptions;
  readonly sessionFacts: SessionFactsOptions;
  /** Hears of an account elsewhere that opens one of ours from now on, with what `ask` passed on of the request. */
  readonly onLinked: (
    userId: string,
    providerId: string,
    asked: Headers | undefined,
  ) => Promise<void>;
  /** undefined: nobody signs in that way. */
  readonly google: OpenIdProvider | undefined;
  readonly hospitalSignIn: HospitalSignInOptions;
  /** Puts a way in, or a try, of staff on record. */
  readonly recordSignIn: (tried: SignInTry) => Promise<void>;
}

export type Provider = ReturnType<typeof makeProvider>;

/** `more` are plugins besides those that every call needs. */
export function makeProvider(options: ProviderOptions, more: readonly BetterAuthPlugin[] = []) {
  const { publicUrl, hideAccounts, sendVerification, tellAccountExists } = options;
  return betterAuth({
    appName: 'Baari',
    baseURL: publicUrl,
    basePath,
    secrets: numbered(options.secrets),
    trustedOrigins: trustedOrigins(publicUrl),
    database: options.pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Its messages quote emails and addresses; what went wrong is in the errors beside them.
      log: (_level, _message, ...details) => {
        const error = details.find((detail) => detail instanceof Error);
        // Without one it is a request that it refused, and the answer has told so.
        if (error === undefined) return;
        options.log.error(
          describeError(error),
          'The identity library reported an error; the frames say in which call.',
        );
      },
    },
    // Whoever asked it tells of it; else it is printed, with the values of rows in it.
    onAPIError: { throw: true },
    // Counted by attempts.ts: in the database, before the check, and per account as well.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      autoSignIn: !hideAccounts,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: {
        hash: (password) => inLibrary(hashPassword(password)),
        verify: async (given) => isOwnerProved() || (await inLibrary(isPassword(given))),
      },
      onExistingUserSignUp: ({ user }, request) =>
        tellAccountExists(user, request?.headers.get('accept-language') ?? null),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: verificationLinkSeconds,
      sendVerificationEmail: ({ user, url }, request) =>
        sendVerification(user, url, request?.headers.get('accept-language') ?? null),
    },
    session: {
      ...session,
      expiresIn: 7 * day,
      updateAge: day,
      // Asked by `prove`, and kept with the session: not by when it began.
      freshAge: 0,
      // A cached session would go on after it was revoked.
      cookieCache: { enabled: false },
    },
    user: { ...user, validateUserInfo: makeVouchingCheck(options.hospitalSignIn) },
    account: {
      ...account,
      // Linked only where the provider and we both have proof of the email; never silently else.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      account: {
        create: {
          // We ask who it is, once: nothing that could be used at the provider is kept.
          before: (created) =>
            Promise.resolve({
              data: { ...created, idToken: null, accessToken: null, refreshToken: null },
            }),
          after: ({ userId, providerId }, context) =>
            options.onLinked(userId, providerId, context?.headers),
        },
      },
    },
    verification: { ...verification, storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'baari',
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // Named, as the library turns both off by itself when NODE_ENV says test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
    },
    plugins: [
      phoneNumber({
        schema: phoneFields,
        sendOTP() {
          throw new Error('Codes are sent by phone-codes.ts, never by the library.');
        },
        verifyOTP: async ({ phoneNumber: phone, code: given }) => {
          const dot = given.lastIndexOf('.');
          const [confirmation, code] = [given.slice(0, dot), given.slice(dot + 1)];
          const used = await options.usePhoneCode({ phone, code, confirmation });
          if (!used.ok && used.code === 'no_confirmation_session') {
            throw new APIError('BAD_REQUEST', { code: 'NO_CONFIRMATION_SESSION' });
          }
          return used.ok;
        },
        signUpOnVerification: {
          getTempEmail: () => technicalEmail(randomUUID()),
          getTempName: () => '',
        },
      }),
      twoFactor({
        issuer: 'Baari',
        // Whoever signs in by phone or Google has no password to ask for.
        allowPasswordless: true,
        twoFactorCookieMaxAge: 600,
        schema: twoFactorFields,
      }),
      ...more,
      visitSessions(),
      sessionFacts(options.sessionFacts),
      secondFactorGate(options.secondFactor),
      hospitalSignInGate(options.hospitalSignIn),
      openIdProviders([
        ...(options.google === undefined ? [] : [openId('google', options.google)]),
        ...options.hospitalSignIn.providers.map((provider) =>
          openId(providerIdOf(provider.hospitalId), provider),
        ),
      ]),
      bearer({ requireSignature: true }),
      jwt({
        schema: keys,
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: signingAlgorithm } },
        jwt: {
          issuer: publicUrl,
          audience: publicUrl,
          expirationTime: '1h',
          definePayload: async ({ user: person, session: current }) => ({
            id: person.id,
            name: person.name,
            email: shownEmail(person.email),
            emailVerified: person.emailVerified,
            ...(await options.getRole(current.id)),
            sid: current.id,
          }),
        },
      }),
      // Behind the others: what they take back was no sign-in.
      signInRecord({ record: options.recordSignIn, addressHeader }),
    ],
  });
}

/** What the library answers where passwords wait in too long a line, and not that it failed. */
async function inLibrary<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Overloaded
      ? new APIError('SERVICE_UNAVAILABLE', { code: 'OVERLOADED' })
      : error;
  }
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const user = { fields: { ...times, emailVerified: 'email_verified' } } as const;

const session = {
  fields: {
    ...times,
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
  },
  additionalFields: sessionFields,
} as const;

const account = {
  fields: {
    ...times,
    userId: 'user_id',
    providerId: 'provider_id',
    accountId: 'account_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
} as const;

const phoneFields = {
  user: {
    fields: { phoneNumber: 'phone_number', phoneNumberVerified: 'phone_number_verified' },
  },
} as const;

const twoFactorFields = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factor',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const;

function openId(providerId: string, { clientId, clientSecret, discoveryUrl }: OpenIdProvider) {
  return {
    providerId,
    clientId,
    clientSecret,
    discoveryUrl,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    disableProviderLogout: true,
    // Someone at a shared computer chooses whom to be; not every provider knows the word.
    ...(isGoogle(discoveryUrl) ? { prompt: 'select_account' as const } : {}),
  };
}

function isGoogle(discoveryUrl: string): boolean {
  return new URL(discoveryUrl).hostname === 'accounts.google.com';
}

const verification = { fields: { ...times, expiresAt: 'expires_at' } } as const;

const keys = {
  jwks: {
    fields: {
      publicKey: 'public_key',
      privateKey: 'private_key',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
  },
} as const;
