/**
 * The signed-in user, and the identity provider's calls mounted at /api/identity [API-17, API-27].
 */
import { z } from 'zod';
import { idleMinutes, listShown, maxLength, roles, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  dialledPhone,
  email,
  fieldMessages,
  instant,
  nameText,
  oneTimeCode,
  password,
  phone,
  requiredName,
  uuid,
} from '../fields.ts';

/** The signed-in user [ENT-6]. */
export const signedInUser = z.object({
  id: uuid,
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  hospitalId: uuid.nullable(),
  /** Set for the role doctor: the doctor's id. */
  doctorId: uuid.nullable(),
  /** Present and true only for people who work at several hospitals and can switch. */
  worksAtSeveral: z.literal(true).optional(),
  /** Present only while the session acts for a practice hospital. */
  practice: z
    .object({
      /** The id of the user's real hospital, for which the user works again after practice. */
      homeId: uuid,
      /** When the practice hospital is deleted. */
      endsAt: instant,
      /** IANA time zone of the hospital. */
      timeZone: z.string(),
    })
    .optional(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

export const setRole = endpoint({
  method: 'POST',
  path: '/auth/role',
  summary: 'Take the role patient, with a name and a phone; grants nothing else',
  rows: ['API-17', 'ROLE-6', 'SIGN-3'],
  access: 'signed-in',
  body: z.object({
    role: z.enum(roles, { error: fieldMessages.choice }),
    fullName: nameText(maxLength.name).optional(),
    phone: z.union([phone, z.literal('')]).optional(),
  }),
  reply: z.object({ user: signedInUser }),
  problems: ['forbidden'],
});

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  summary: 'Get the signed-in user as the server knows it now',
  rows: ['API-27', 'ENT-6'],
  access: 'signed-in',
  reply: z.object({ user: signedInUser }),
  problems: [],
});

export const listOwnHospitals = endpoint({
  method: 'GET',
  path: '/auth/hospitals',
  summary: 'List the hospitals where I work and this session may act, and the one it acts for',
  rows: ['ROLE-9'],
  access: 'signed-in',
  reply: z.object({
    hospitals: z
      .array(
        z.object({
          id: uuid,
          name: z.string(),
          city: z.string(),
          role: z.enum(staffRoles),
          isActing: z.boolean(),
        }),
      )
      .max(listShown),
  }),
  problems: [],
});

export const actForHospital = endpoint({
  method: 'PUT',
  path: '/auth/hospital',
  summary: 'Switch this session, in all its tabs, to another hospital where I work',
  rows: ['ROLE-9'],
  access: 'signed-in',
  body: z.object({ hospitalId: uuid }),
  reply: z.object({ user: signedInUser }),
  problems: ['not_found'],
});

/** A device that is signed in. */
export const ownSession = z.object({
  id: uuid,
  /** Product names such as Chrome and Android; null when the browser does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /**
   * The network address of the sign-in without its last part, such as 203.0.113.x; null when
   * unknown.
   */
  address: z.string().nullable(),
  signedInAt: instant,
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List the devices where I am signed in: this one first, then the latest, at most 100',
  rows: ['API-27'],
  access: 'signed-in',
  reply: z.object({ sessions: z.array(ownSession).max(listShown) }),
  problems: [],
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Sign one of my devices out at once',
  rows: ['API-27'],
  access: 'signed-in',
  needsProof: true,
  params: z.object({ id: uuid }),
  reply: z.object({ ended: z.literal(1) }),
  problems: ['proof_required'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/end-others',
  summary: 'Sign all my other devices out at once',
  rows: ['API-27'],
  access: 'signed-in',
  needsProof: true,
  body: z.object({}),
  reply: z.object({ ended: z.number().int() }),
  problems: ['proof_required'],
});

export const reportUse = endpoint({
  method: 'POST',
  path: '/auth/sessions/current/use',
  summary: 'Report activity on the page, and get the time at which the idle session ends',
  rows: ['API-27', 'AUTH-2'],
  access: 'signed-in',
  body: z.object({}),
  reply: z.object({
    /** Idle minutes after which a staff session ends; null for patients. */
    idleMinutes: z.number().int().nullable(),
  }),
  problems: [],
});

/** How an account's owner proves their identity. */
const proofKinds = ['password', 'second_factor', 'passkey', 'code'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const getOwnSecurity = endpoint({
  method: 'GET',
  path: '/auth/security',
  summary: 'Get how I sign in, and whether a second factor protects the account',
  rows: ['API-27'],
  access: 'signed-in',
  reply: z.object({
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    /** Whether staff can sign in to this account with the hospital's own single sign-on. */
    hasHospitalSignIn: z.boolean(),
    /** The verified number that receives codes. */
    phone: z.string().nullable(),
    /**
     * The kinds of proof that the server accepts after refusing a call with `proof_required`. Any
     * one of them is enough.
     */
    provesBy: z.array(z.enum(proofKinds)).max(proofKinds.length),
    /** Where a proof code would be sent; null where no email or phone is verified. */
    codesGoTo: z.object({ kind: z.enum(['email', 'phone']), value: z.string() }).nullable(),
    /** Idle minutes after which staff sessions end, as set by the hospital the person works for. */
    idleMinutes: z.number().int().nullable(),
    twoFactor: z.object({
      isOn: z.boolean(),
      /**
       * Whether the hospital requires two-factor sign-in of its staff. The server then refuses a
       * staff member's calls until the staff member has set up two-factor sign-in.
       */
      isRequired: z.boolean(),
    }),
  }),
  problems: [],
});

export const setStaffTwoFactor = endpoint({
  method: 'PUT',
  path: '/hospitals/me/two-factor',
  summary: 'Require two-factor sign-in of everyone who works here, or stop requiring it',
  rows: ['API-27'],
  access: ['hospital_admin'],
  needsProof: true,
  body: z.object({ isRequired: z.boolean() }),
  reply: z.object({ isRequired: z.boolean() }),
  problems: ['two_factor_setup_required', 'proof_required'],
});

export const setStaffIdleMinutes = endpoint({
  method: 'PUT',
  path: '/hospitals/me/idle-minutes',
  summary: 'Set after how many idle minutes the sessions of everyone who works here end',
  rows: ['API-27', 'AUTH-2'],
  access: ['hospital_admin'],
  needsProof: true,
  body: z.object({
    idleMinutes: z
      .number({ error: fieldMessages.number })
      .int({ error: fieldMessages.number })
      .min(idleMinutes.least, { error: fieldMessages.number })
      .max(idleMinutes.most, { error: fieldMessages.number }),
  }),
  reply: z.object({ idleMinutes: z.number().int() }),
  problems: ['proof_required'],
});

/**
 * The security events of an account. Its owner is notified of them and sees them in the security
 * settings.
 */
export const securityEventKinds = [
  'signed_in',
  'signed_in_on_new_device',
  'sign_in_failed',
  'password_set',
  'password_reset',
  'all_ways_in_removed',
  'passkey_added',
  'passkey_removed',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'email_changed',
  'phone_changed',
  'phone_removed',
  'google_linked',
  'google_removed',
  'hospital_sign_in_linked',
  'hospital_sign_in_removed',
  'sessions_ended',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** How somebody signed in; second_factor if a second factor was given too. */
export const waysIn = [
  'password',
  'passkey',
  'phone',
  'google',
  'hospital',
  'second_factor',
] as const;
export type WayIn = (typeof waysIn)[number];

export const securityEvent = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(securityEventKinds),
  /** How the person signed in, for a sign-in event. */
  by: z.enum(waysIn).nullable(),
  /** The name of the passkey, for a passkey event. */
  subject: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network address without its last part, such as 203.0.113.x. */
  network: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/auth/security/events',
  summary:
    'List the latest fifty security events of my account: sign-ins and changes of its protection',
  rows: ['API-27'],
  access: 'signed-in',
  reply: z.object({ events: z.array(securityEvent).max(listShown) }),
  problems: [],
});

const identityUser = z.object({
  id: z.string(),
  name: z.string(),
  /** The account's email address; null for an account that signs in by phone. */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
});

/**
 * A binary value in Base64url encoding. The limit fits an attestation with certificates, which has
 * a few thousand characters [SEC-16].
 */
const encodedBytes = z.string().max(20_000);

/** JSON input and output of the browser's credential API (WebAuthn Level 3). */
const credentialOptions = z.looseObject({ challenge: z.string() });
const credentialAnswer = z.looseObject({
  id: encodedBytes,
  response: z.looseObject({
    clientDataJSON: encodedBytes,
    attestationObject: encodedBytes.optional(),
    authenticatorData: encodedBytes.optional(),
    signature: encodedBytes.optional(),
  }),
});

/** A code of the authenticator app, or a recovery code. */
const secondFactorCode = z.string().trim().min(1).max(maxLength.line);

/**
 * Whether the browser keeps the session. If false, the session ends when the browser closes, and
 * after one day at most [LOGIN-1].
 */
const rememberMe = z.boolean().optional();

const sentCode = z.object({
  /** Identifies the code that was sent. The client sends this value back with the code. */
  confirmation: z.string(),
  resendAfterSeconds: z.number().int(),
  expiresInSeconds: z.number().int(),
});

/**
 * The code from the SMS or mail, and the `confirmation` value that the server returned when it sent
 * the code.
 */
const givenCode = { code: oneTimeCode, confirmation: z.string().max(maxLength.line) };

/** The most passkeys an account can have. */
export const maxPasskeys = 50;

/** The ways to sign in to the account other than its password. */
const waysLeft = z.object({
  passkeys: z.array(z.object({ name: z.string(), addedAt: instant })).max(maxPasskeys),
  hasTwoFactor: z.boolean(),
  hasGoogle: z.boolean(),
  hasHospitalSignIn: z.boolean(),
  /** The last digits of the verified phone number, such as … 3210. */
  phone: z.string().nullable(),
});
export type WaysLeft = z.infer<typeof waysLeft>;

/** The identity provider's own paths and bodies, below /api/identity. */
export const identityCalls = {
  signUpWithEmail: {
    method: 'POST',
    path: '/sign-up/email',
    body: z.object({
      name: nameText(maxLength.name),
      email,
      password,
      callbackURL: z.string().optional(),
    }),
    reply: z.object({ user: identityUser }),
  },
  signInWithEmail: {
    method: 'POST',
    path: '/sign-in/email',
    body: z.object({
      email,
      password: z.string().min(1),
      rememberMe,
    }),
    reply: z.object({ user: identityUser }),
  },
  /** Sends a code to this phone number by SMS. The caller must have passed the bot check. */
  sendPhoneCode: {
    method: 'POST',
    path: '/phone-number/send-otp',
    body: z.object({ phoneNumber: dialledPhone, botCheck: z.string().max(maxLength.note) }),
    reply: sentCode,
  },
  /** A challenge for the ALTCHA widget, which turns it into `botCheck`. */
  getBotCheck: {
    method: 'GET',
    path: '/bot-check',
    reply: z.looseObject({ parameters: z.looseObject({}), signature: z.string() }),
  },
  /** Signs in, and creates an account when the number is new. */
  verifyPhoneCode: {
    method: 'POST',
    path: '/phone-number/verify',
    body: z.object({
      phoneNumber: dialledPhone,
      ...givenCode,
      rememberMe,
    }),
    reply: z.object({ user: identityUser }),
  },
  /**
   * The address to open in the sign-in popup. After sign-in the popup is sent to `callbackURL`, a
   * path of this site.
   */
  signInWithGoogle: {
    method: 'POST',
    path: '/sign-in/social',
    body: z.object({
      provider: z.literal('google'),
      callbackURL: z.string().optional(),
      rememberMe,
    }),
    reply: z.object({ url: z.url() }),
  },
  /**
   * Starts the sign-in of a hospital's staff at the hospital's own identity provider, in the same
   * way as `signInWithGoogle`.
   */
  signInWithHospital: {
    method: 'POST',
    path: '/sign-in/hospital',
    body: z.object({ hospitalId: uuid, callbackURL: z.string().optional(), rememberMe }),
    reply: z.object({ url: z.url() }),
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/request-password-reset',
    body: z.object({ email }),
    reply: z.object({ status: z.boolean() }),
  },
  resetPassword: {
    method: 'POST',
    path: '/reset-password',
    body: z.object({ token: z.string().max(maxLength.line), newPassword: password }),
    reply: z.object({
      status: z.boolean(),
      /** The other ways to sign in to the account. */
      left: waysLeft,
      /** A secret for `removeAllAfterReset` that works once, within ten minutes. */
      cleanup: z.string(),
    }),
  },
  /**
   * Removes every passkey, linked sign-in and phone right after a password reset. The second factor
   * stays: access to a mailbox must not be enough to remove it.
   */
  removeAllAfterReset: {
    method: 'POST',
    path: '/reset-password/remove-all',
    body: z.object({ cleanup: z.string().max(maxLength.line) }),
    reply: z.object({ left: waysLeft }),
  },
  /** Proves that the owner is at the device; the proof is valid for five minutes. */
  prove: {
    method: 'POST',
    path: '/prove',
    body: z.discriminatedUnion('by', [
      z.object({ by: z.literal('password'), password: z.string().min(1) }),
      z.object({ by: z.literal('second_factor'), code: secondFactorCode }),
      /** The browser's answer to the passkey challenge of `getPasskeyRequest`. */
      z.object({ by: z.literal('passkey'), response: credentialAnswer }),
      z.object({ by: z.literal('code'), ...givenCode }),
    ]),
    reply: z.object({ provedUntil: instant }),
  },
  /**
   * For an account with neither password nor second factor: sends a code to the verified email or
   * phone.
   */
  sendProofCode: {
    method: 'POST',
    path: '/prove/send-code',
    body: z.object({}),
    reply: sentCode,
  },
  /** Changes or first sets the password and signs every other device out. Needs a recent proof. */
  setOwnPassword: {
    method: 'POST',
    path: '/password/set',
    body: z.object({ newPassword: password }),
    reply: z.object({ status: z.boolean() }),
  },
  /**
   * Removes a linked sign-in, such as Google, so that it no longer signs in to the account. Needs a
   * recent proof of identity.
   */
  removeLinkedSignIn: {
    method: 'POST',
    path: '/linked-sign-in/remove',
    body: z.object({ provider: z.enum(['google', 'hospital']) }),
    reply: z.object({ status: z.boolean() }),
  },
  /**
   * Starts setting up two-factor sign-in. It becomes active once the owner has entered a correct
   * code. Needs a recent proof of identity.
   */
  enableTwoFactor: {
    method: 'POST',
    path: '/two-factor/enable',
    body: z.object({}),
    reply: z.object({
      /**
       * The otpauth:// address for the authenticator app. The page shows it as a QR code and as
       * text.
       */
      totpURI: z.string(),
      recoveryCodes: z.array(z.string()).max(listShown),
    }),
  },
  /**
   * Verifies the authenticator app's code, as the second factor at sign-in or as confirmation of
   * the setup.
   */
  verifyTotp: {
    method: 'POST',
    path: '/two-factor/verify-totp',
    body: z.object({ code: oneTimeCode }),
    reply: z.object({ user: identityUser }),
  },
  /**
   * Verifies a recovery code, which replaces the authenticator app's code at sign-in. Each recovery
   * code works once.
   */
  verifyRecoveryCode: {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    body: z.object({ code: secondFactorCode }),
    reply: z.object({ user: identityUser }),
  },
  disableTwoFactor: {
    method: 'POST',
    path: '/two-factor/disable',
    body: z.object({}),
    reply: z.object({ status: z.boolean() }),
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    body: z.object({}),
    reply: z.object({ recoveryCodes: z.array(z.string()).max(listShown) }),
  },
  /**
   * The options for `PublicKeyCredential.parseCreationOptionsFromJSON`. Needs a recent proof of
   * identity, and so does removing a passkey.
   */
  getPasskeyCreation: {
    method: 'GET',
    path: '/passkey/generate-register-options',
    reply: credentialOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/passkey/verify-registration',
    body: z.object({ name: requiredName(maxLength.name), response: credentialAnswer }),
    reply: z.object({ id: uuid }),
  },
  /** The options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  getPasskeyRequest: {
    method: 'GET',
    path: '/passkey/generate-authenticate-options',
    reply: credentialOptions,
  },
  /**
   * Signs in with a passkey, without a second factor. Having the passkey is one factor, and
   * unlocking it is the other.
   */
  signInWithPasskey: {
    method: 'POST',
    path: '/passkey/verify-authentication',
    body: z.object({ response: credentialAnswer, rememberMe }),
    reply: z.object({ user: identityUser }),
  },
  listPasskeys: {
    method: 'GET',
    path: '/passkey/list-user-passkeys',
    reply: z.object({
      passkeys: z
        .array(z.object({ id: uuid, name: z.string(), addedAt: instant }))
        .max(maxPasskeys),
    }),
  },
  removePasskey: {
    method: 'POST',
    path: '/passkey/delete-passkey',
    body: z.object({ id: uuid }),
    reply: z.object({ status: z.boolean() }),
  },
  /**
   * Sends a code to an email address that the account's owner wants to use. Needs a recent proof of
   * identity.
   */
  sendEmailCode: {
    method: 'POST',
    path: '/contact/email/send-code',
    body: z.object({ email }),
    reply: sentCode,
  },
  confirmEmail: {
    method: 'POST',
    path: '/contact/email/verify',
    body: z.object({ email, ...givenCode }),
    reply: z.object({ status: z.boolean() }),
  },
  /**
   * Sends a code to a phone number that the account's owner wants to use, also for signing in.
   * Needs a recent proof of identity.
   */
  sendOwnPhoneCode: {
    method: 'POST',
    path: '/contact/phone/send-code',
    body: z.object({ phoneNumber: dialledPhone }),
    reply: sentCode,
  },
  confirmOwnPhone: {
    method: 'POST',
    path: '/contact/phone/verify',
    body: z.object({ phoneNumber: dialledPhone, ...givenCode }),
    reply: z.object({ status: z.boolean() }),
  },
  /**
   * Removes the account's phone number. Needs a recent proof of identity. Refused if the account
   * would have no verified email left to sign in with.
   */
  removeOwnPhone: {
    method: 'POST',
    path: '/contact/phone/remove',
    body: z.object({}),
    reply: z.object({ status: z.boolean() }),
  },
  signOut: {
    method: 'POST',
    path: '/sign-out',
    body: z.object({}),
    reply: z.object({ success: z.boolean() }),
  },
  resendVerification: {
    method: 'POST',
    path: '/send-verification-email',
    body: z.object({ email, callbackURL: z.string().optional() }),
    reply: z.object({ status: z.boolean() }),
  },
  /** The session of the user who makes the API call; null if nobody is signed in. */
  getSession: {
    method: 'GET',
    path: '/get-session',
    reply: z.object({ user: identityUser }).nullable(),
  },
  /** Exchanges the session cookie or bearer session for a new identity token (JWT). */
  getToken: {
    method: 'GET',
    path: '/token',
    reply: z.object({ token: z.string() }),
  },
} as const;
