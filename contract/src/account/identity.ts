/** Who is signed in, and the calls of the identity provider mounted at /api/identity [API-17, API-27]. */
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
  /** The hospital a staff member works for. */
  hospitalId: uuid.nullable(),
  /** Set for the role doctor: which doctor this is. */
  doctorId: uuid.nullable(),
  /** There for those alone who may act for another hospital instead. */
  worksAtSeveral: z.literal(true).optional(),
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
  summary:
    'List the hospitals where I work, as far as this session may act there, and the one it acts for',
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
          /** Whether it is the one that this session acts for. */
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
  summary: 'Act for another hospital where I work: this session, in all its tabs',
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
  /** The network it signed in from, without its last part: 203.0.113.x; null when unknown. */
  address: z.string().nullable(),
  signedInAt: instant,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List where I am signed in: this device first, then the latest, 100 at most',
  rows: ['API-27'],
  access: 'signed-in',
  reply: z.object({ sessions: z.array(ownSession).max(listShown) }),
  problems: [],
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Sign one of my devices out, at once',
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
  summary: 'Sign all my other devices out, at once',
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
  summary: 'Report that somebody uses the page, and learn when the session ends without use',
  rows: ['API-27', 'AUTH-2'],
  access: 'signed-in',
  body: z.object({}),
  reply: z.object({
    /** Minutes without use after which a session of staff ends; null for patients. */
    idleMinutes: z.number().int().nullable(),
  }),
  problems: [],
});

/** How an account's owner shows who they are. */
const proofKinds = ['password', 'second_factor', 'passkey', 'code'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const getOwnSecurity = endpoint({
  method: 'GET',
  path: '/auth/security',
  summary: 'Get how I sign in, and whether a second step protects it',
  rows: ['API-27'],
  access: 'signed-in',
  reply: z.object({
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    /** Whether a hospital's own sign-in opens it. */
    hasHospitalSignIn: z.boolean(),
    /** The verified number that codes are sent to. */
    phone: z.string().nullable(),
    /** What counts when `proof_required` is answered: any of these. */
    provesBy: z.array(z.enum(proofKinds)).max(proofKinds.length),
    /** Where a code to show who one is would be sent; null where nothing is proved. */
    codesGoTo: z.object({ kind: z.enum(['email', 'phone']), value: z.string() }).nullable(),
    /** Of the hospital one works at: minutes without use after which sessions end. */
    idleMinutes: z.number().int().nullable(),
    twoFactor: z.object({
      isOn: z.boolean(),
      /** The hospital asks it of its staff: until it is on, staff calls are refused. */
      isRequired: z.boolean(),
    }),
  }),
  problems: [],
});

export const setStaffTwoFactor = endpoint({
  method: 'PUT',
  path: '/hospitals/me/two-factor',
  summary: 'Require two-factor sign-in of everyone who works here, or no longer',
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
  summary: 'Set after how many minutes without use sessions of everyone who works here end',
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

/** What an account's owner is told of, and reads under the security settings. */
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

/** By what somebody signed in; second_factor where a second step followed. */
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
  /** Of signing in: by what. */
  by: z.enum(waysIn).nullable(),
  /** Of a passkey: its name. */
  subject: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** A network without its last part, as with sessions. */
  network: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/auth/security/events',
  summary: 'List the latest fifty events of my account: sign-ins and changes of what protects it',
  rows: ['API-27'],
  access: 'signed-in',
  reply: z.object({ events: z.array(securityEvent).max(listShown) }),
  problems: [],
});

const identityUser = z.object({
  id: z.string(),
  name: z.string(),
  /** null for an account that signs in by phone. */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
});

/** In base64url; an attestation with its certificates is a few thousand characters [SEC-16]. */
const encodedBytes = z.string().max(20_000);

/** What the browser's credential API takes and gives, as JSON (WebAuthn Level 3). */
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

/** The app's code, or a recovery code. */
const secondFactorCode = z.string().trim().min(1).max(maxLength.line);

/** False: the session ends with the browser, and after a day at the latest [LOGIN-1]. */
const rememberMe = z.boolean().optional();

const sentCode = z.object({
  /** Names this confirmation when the code is given; keep it until then. */
  confirmation: z.string(),
  resendAfterSeconds: z.number().int(),
  expiresInSeconds: z.number().int(),
});

/** What came by SMS or mail, with what named its confirmation. */
const givenCode = { code: oneTimeCode, confirmation: z.string().max(maxLength.line) };

/** Passkeys an account can have. */
export const maxPasskeys = 50;

/** What opens or protects an account besides its password. */
const waysLeft = z.object({
  passkeys: z.array(z.object({ name: z.string(), addedAt: instant })).max(maxPasskeys),
  hasTwoFactor: z.boolean(),
  hasGoogle: z.boolean(),
  hasHospitalSignIn: z.boolean(),
  /** The end of the number, as … 3210. */
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
  /** The answer to the bot check's challenge, and the number; the code follows by SMS. */
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
  /** Signs in, and up when the number is new. */
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
  /** Where to send the popup: it comes back to `callbackURL` (a path of this site), signed in. */
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
  /** For staff of a hospital with a provider of its own; the rest as with Google. */
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
      /** What else opens or protects the account. */
      left: waysLeft,
      /** Works for ten minutes, once, with `removeAllAfterReset`. */
      cleanup: z.string(),
    }),
  },
  /**
   * Right after a reset: every passkey, linked sign-in and phone goes. The second step stays: a mailbox
   * alone must not take it away.
   */
  removeAllAfterReset: {
    method: 'POST',
    path: '/reset-password/remove-all',
    body: z.object({ cleanup: z.string().max(maxLength.line) }),
    reply: z.object({ left: waysLeft }),
  },
  /** Shows that it is the owner who asks; counts for five minutes. */
  prove: {
    method: 'POST',
    path: '/prove',
    body: z.discriminatedUnion('by', [
      z.object({ by: z.literal('password'), password: z.string().min(1) }),
      z.object({ by: z.literal('second_factor'), code: secondFactorCode }),
      /** The answer to `getPasskeyRequest`. */
      z.object({ by: z.literal('passkey'), response: credentialAnswer }),
      z.object({ by: z.literal('code'), ...givenCode }),
    ]),
    reply: z.object({ provedUntil: instant }),
  },
  /** For who has neither password nor factor: a code to the verified email or phone. */
  sendProofCode: {
    method: 'POST',
    path: '/prove/send-code',
    body: z.object({}),
    reply: sentCode,
  },
  /** A new password, or a first one; signs every other device out. Asks for proof. */
  setOwnPassword: {
    method: 'POST',
    path: '/password/set',
    body: z.object({ newPassword: password }),
    reply: z.object({ status: z.boolean() }),
  },
  /** Signing in that way no longer opens the account. Asks for proof. */
  removeLinkedSignIn: {
    method: 'POST',
    path: '/linked-sign-in/remove',
    body: z.object({ provider: z.enum(['google', 'hospital']) }),
    reply: z.object({ status: z.boolean() }),
  },
  /** Starts setting two-factor up; it is on once a code was verified. Asks for proof. */
  enableTwoFactor: {
    method: 'POST',
    path: '/two-factor/enable',
    body: z.object({}),
    reply: z.object({
      /** otpauth://… for the authenticator app, shown as a QR code and as text. */
      totpURI: z.string(),
      recoveryCodes: z.array(z.string()).max(listShown),
    }),
  },
  /** The app's code: the second step of signing in, or of setting two-factor up. */
  verifyTotp: {
    method: 'POST',
    path: '/two-factor/verify-totp',
    body: z.object({ code: oneTimeCode }),
    reply: z.object({ user: identityUser }),
  },
  /** A recovery code instead of the app's code when signing in; each works once. */
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
  /** For PublicKeyCredential.parseCreationOptionsFromJSON; asks for proof, as removing one does. */
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
  /** For PublicKeyCredential.parseRequestOptionsFromJSON. */
  getPasskeyRequest: {
    method: 'GET',
    path: '/passkey/generate-authenticate-options',
    reply: credentialOptions,
  },
  /** Needs no second step: the passkey is something one has, and unlocking it the other. */
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
  /** To an address that becomes the account's own. Asks for proof. */
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
  /** The same for a number, which signs in from then on. */
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
  /** Asks for proof; refused where nothing else would sign in: the email is not proved. */
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
  /** null when nobody is signed in. */
  getSession: {
    method: 'GET',
    path: '/get-session',
    reply: z.object({ user: identityUser }).nullable(),
  },
  /** A fresh identity token (JWT) for the session cookie or bearer session. */
  getToken: {
    method: 'GET',
    path: '/token',
    reply: z.object({ token: z.string() }),
  },
} as const;
