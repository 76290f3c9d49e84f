/**
 * Configures the identity library: email and password, phone, OpenID providers and a second factor.
 * Other code may use the library only through provider.routes.ts and the routes that it mounts. The
 * library is the largest part of the server, so it is loaded on the first call (identity.ts).
 */
import { randomUUID } from 'node:crypto';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { jwt } from 'better-auth/plugins/jwt';
import { phoneNumber } from 'better-auth/plugins/phone-number';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Overloaded } from '../../platform/threads/concurrency-limit.ts';
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
  /**
   * Whether sign-in and sign-up give the same answers for known and unknown accounts. Signing up
   * then does not sign the person in.
   */
  readonly hideAccounts: boolean;
  readonly log: Log;
  readonly getRole: (sessionId: string) => Promise<StaffClaims>;
  /**
   * Queues the verification mail. `acceptLanguage` is the header of the request that caused the
   * mail.
   */
  readonly sendVerification: (
    to: Mailbox,
    link: string,
    acceptLanguage: string | null,
  ) => Promise<void>;
  readonly sendAccountExists: (to: Mailbox, acceptLanguage: string | null) => Promise<void>;
  /** Uses up a code sent to a phone. The refusal states the reason. */
  readonly usePhoneCode: PhoneCodes['use'];
  readonly secondFactor: SecondFactorOptions;
  readonly sessionFacts: SessionFactsOptions;
  /**
   * Called when an external account is linked to an account of Baari, with the headers of the
   * request that `ask` passed on.
   */
  readonly onLinked: (
    userId: string,
    providerId: string,
    asked: Headers | undefined,
  ) => Promise<void>;
  /** Google as an OpenID provider. If undefined, signing in with Google is not offered. */
  readonly google: OpenIdProvider | undefined;
  readonly hospitalSignIn: HospitalSignInOptions;
  /** Records a sign-in of staff, or an attempt to sign in, in the audit trail. */
  readonly recordSignIn: (tried: SignInTry) => Promise<void>;
}

export type Provider = ReturnType<typeof makeProvider>;

/**
 * Makes the configured identity library. `more` are plugins in addition to those that every call
 * needs.
 */
export function makeProvider(options: ProviderOptions, more: readonly BetterAuthPlugin[] = []) {
  const { publicUrl } = options;
  return betterAuth({
    appName: 'Baari',
    baseURL: publicUrl,
    basePath,
    secrets: numbered(options.secrets),
    trustedOrigins: trustedOrigins(publicUrl),
    database: options.pool,
    telemetry: { enabled: false },
    logger: loggerFor(options.log),
    // The error is thrown to the caller, because the library would print it with values of database
    // rows.
    onAPIError: { throw: true },
    // The library's own limit is off: attempts.ts counts attempts in the database, before each
    // check, and also per account.
    rateLimit: { enabled: false },
    ...emailAndPassword(options),
    session: {
      ...session,
      expiresIn: 7 * day,
      updateAge: day,
      // The age of the session does not count: the check `prove` decides by the identity proof of
      // the session.
      freshAge: 0,
      // Sessions are not cached, because a cached session would still work after it was revoked.
      cookieCache: { enabled: false },
    },
    user: { ...user, validateUserInfo: makeVouchingCheck(options.hospitalSignIn) },
    account: {
      ...account,
      // An external account is linked only if the provider and Baari have both verified the email
      // address.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      account: {
        create: {
          // The provider only identifies the person, so its tokens are not stored.
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
      // Set explicitly, because the library disables both of these checks when NODE_ENV is test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
    },
    plugins: [
      phoneSignIn(options),
      twoFactor({
        issuer: 'Baari',
        // People who sign in by phone or Google have no password for which the library could ask.
        allowPasswordless: true,
        twoFactorCookieMaxAge: 600,
        schema: twoFactorFields,
      }),
      ...more,
      visitSessions(),
      sessionFacts(options.sessionFacts),
      secondFactorGate(options.secondFactor),
      hospitalSignInGate(options.hospitalSignIn),
      openIdProviders(openIdsOf(options)),
      bearer({ requireSignature: true }),
      accessTokens(publicUrl, options.getRole),
      // This plugin comes after the other plugins, because a session that they revoked was no
      // sign-in.
      signInRecord({ record: options.recordSignIn, addressHeader }),
    ],
  });
}

/**
 * Logs the identity library's errors without their messages, which quote email and network
 * addresses.
 */
function loggerFor(log: Log) {
  return {
    level: 'error' as const,
    log(_level: string, _message: string, ...details: unknown[]): void {
      const error = details.find((detail) => detail instanceof Error);
      // Without an error object the library only refused a request, and the answer says so.
      if (error === undefined) return;
      log.error(
        describeError(error),
        'The identity library (sign-in and accounts) reported an error, so a request may have failed. If this repeats, report the frames of this line as a bug.',
      );
    },
  };
}

/**
 * The settings for signing up and signing in with email and password, and for verifying that the
 * email address belongs to the person.
 */
function emailAndPassword({ hideAccounts, sendVerification, sendAccountExists }: ProviderOptions) {
  return {
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
        sendAccountExists(user, request?.headers.get('accept-language') ?? null),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: verificationLinkSeconds,
      sendVerificationEmail: ({ user, url }, request) =>
        sendVerification(user, url, request?.headers.get('accept-language') ?? null),
    },
  } satisfies Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification'>;
}

/** The settings for signing in by phone. phone-codes.ts makes and checks the codes. */
function phoneSignIn(options: ProviderOptions) {
  return phoneNumber({
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
  });
}

/** The settings for the bearer tokens that Baari's API accepts. */
function accessTokens(publicUrl: string, getRole: ProviderOptions['getRole']) {
  return jwt({
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
        ...(await getRole(current.id)),
        sid: current.id,
      }),
    },
  });
}

/**
 * Translates an overload of password hashing into an error of the identity library, so that it is
 * not reported as a bug.
 */
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

/** The OpenID providers: Google, if configured, and the hospitals' own providers. */
function openIdsOf({ google, hospitalSignIn }: ProviderOptions) {
  return [
    ...(google === undefined ? [] : [openId('google', google)]),
    ...hospitalSignIn.providers.map((provider) =>
      openId(providerIdOf(provider.hospitalId), provider),
    ),
  ];
}

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
    // A person at a shared computer must choose the account. Not every provider supports this
    // parameter, so only Google gets it.
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
