/** Reads all environment variables. Lists each variable once, with its default. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { passwordMinLength } from '@baari/contract/constants.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { type LandingFigures, waysInShown } from '@baari/contract/hospital/site.ts';
import { z } from 'zod';
import type { AbdmSettings } from './abdm/gateway/gateway.ts';
import type { AnchorTargets } from './audit/anchors.ts';
import type { SummarySettings } from './assessments/summary/sum-up.ts';
import { cellPattern } from './integrations/key-format.ts';
import { type Listing, listings } from './hospitals/verification.store.ts';
import type { HospitalProvider, OpenIdProvider } from './identity/provider/open-id.ts';
import {
  type KeepRules,
  readKeepRules,
  readTimeOfDay,
  type TimeOfDay,
} from './platform/daily-backups/backup-times.rules.ts';
import type { BackupSchedule } from './platform/daily-backups/scheduled-backups.ts';
import { defaultPushServices, isPushService } from './notifications/push/push-services.ts';
import { readSmsLimits, type SmsLimits } from './platform/messages/sms/calling-code.rules.ts';
import {
  ceilings,
  type ConnectionLimits,
  connectionLimits,
  openFilesLimit,
} from './platform/http/connections.ts';
import type { Secrets } from './platform/secrets/secret.ts';
import type { S3Settings } from './platform/files/file-store.ts';
import type { SmsGateway } from './platform/messages/sms/gateway.ts';
import {
  type ProviderName,
  type ProviderOrder,
  readProviderOrder,
  usualOrder,
} from './platform/messages/sms/routes.rules.ts';
import type { SmsSettings } from './platform/messages/sms/sending.ts';
import type { WhatsappSettings } from './platform/messages/whatsapp/whatsapp.ts';
import { readWhatsapp, whatsappFile } from './platform/messages/whatsapp/whatsapp-templates.ts';
import { readRegistered, templatesFile } from './platform/messages/sms/templates.ts';
import type { Twilio } from './platform/messages/sms/twilio.ts';
import { withoutTrailingSlash } from './platform/trim.rules.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const wholeNumber = z.coerce
  .number({ error: 'a whole number from 1 on' })
  .int({ error: 'a whole number from 1 on' })
  .min(1, { error: 'a whole number from 1 on' });

const landingFigures = z.string().transform((value, context): LandingFigures | 'measured' => {
  if (value.trim() === 'measured') return 'measured';
  const [lessWaiting, hospitals, patientsServed, ...more] = value.split(',').map((f) => f.trim());
  if (lessWaiting && hospitals && patientsServed && more.length === 0 && value.length <= 40) {
    return { lessWaiting, hospitals, patientsServed };
  }
  context.addIssue({
    code: 'custom',
    message: 'three short figures with commas, as 40%,25+,10K+, or measured',
  });
  return z.NEVER;
});

const secretList = z.string().transform((value, context): Secrets => {
  const [present = '', ...others] = value.split(',').map((secret) => secret.trim());
  const secrets: Secrets = [present, ...others];
  if (secrets.some((secret) => secret.length < 32)) {
    const message = 'at least 32 characters, also each of several with commas; none holds a comma';
    context.addIssue({ code: 'custom', message });
  } else if (new Set(secrets).size < secrets.length) {
    context.addIssue({ code: 'custom', message: 'the same secret twice' });
  }
  return secrets;
});

const timeOfDay = z.string().transform((value, context): TimeOfDay => {
  const time = readTimeOfDay(value);
  if (time !== undefined) return time;
  context.addIssue({ code: 'custom', message: 'a time of day, as 02:30' });
  return z.NEVER;
});

const keepRules = z.string().transform((value, context): KeepRules => {
  const rules = readKeepRules(value);
  if (rules !== undefined) return rules;
  const message = 'how many backups by day, week and month, as 7,4,12';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const smsLimits = z.string().transform((value, context): SmsLimits => {
  const limits = readSmsLimits(value);
  if (limits !== undefined) return limits;
  const message = 'messages a day by calling code and for all others, as +91=5000,*=200';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const providerOrder = z.string().transform((value, context): ProviderOrder => {
  const order = readProviderOrder(value);
  if (order !== undefined) return order;
  const message = 'providers by calling code and for all others, as +91=gateway/twilio,*=twilio';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const pushServices = z.string().transform((value, context): readonly string[] => {
  const services = value
    .split(',')
    .map((service) => service.trim().toLowerCase())
    .filter((service) => service !== '');
  if (services.every(isPushService)) return services;
  context.addIssue({ code: 'custom', message: 'host names with commas, as *.example.org' });
  return z.NEVER;
});

/**
 * The schema of the address for security.txt: a mailbox, with or without mailto:, or an https page.
 */
const reportAddress = z.string().transform((value, context): string => {
  const mailbox = value.replace(/^mailto:/u, '');
  if (z.email().safeParse(mailbox).success) return `mailto:${mailbox}`;
  const isPage = z.url({ protocol: /^https$/u }).safeParse(value).success && !/\s/u.test(value);
  if (isPage) return value;
  context.addIssue({ code: 'custom', message: 'a mailbox, or a page by https' });
  return z.NEVER;
});

const postgresUrl = z.url({ protocol: /^postgres(?:ql)?$/u });

/**
 * The schema of Baari's public address. It has no path, because scripts, cookies and links assume
 * the root.
 */
const publicAddress = z.url({ protocol: /^https?$/u }).refine(
  (url) => {
    const { pathname, search, hash } = new URL(url);
    return pathname === '/' && search === '' && hash === '';
  },
  {
    error:
      'an address without a path, as https://baari.example.org; a proxy may not put Baari below one',
  },
);

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

const secureUrl = z
  .url({ protocol: /^https?$/u })
  .refine((url) => url.startsWith('https:') || loopback.has(new URL(url).hostname), {
    error: 'must be https',
  });

/** Parses a list of networks, such as 10.0.0.0/8 or fd00::/8. */
const networks = z.string().transform((value, context): readonly string[] => {
  const given = value
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '');
  const isNetwork = (network: string): boolean => {
    const [address = '', bits = '', ...more] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    return (
      more.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/u.test(bits) && Number(bits) <= most
    );
  };
  if (given.every(isNetwork)) return given;
  context.addIssue({ code: 'custom', message: 'networks with commas, as 10.0.0.0/8' });
  return z.NEVER;
});

function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_(.{32,})$/u.exec(text) ?? [];
  return base64 !== '' && Buffer.from(base64, 'base64').toString('base64') === base64;
}

const environment = z.object({
  /** Port to listen on. */
  PORT: z.coerce
    .number({ error: 'a whole number from 0 to 65535' })
    .int()
    .min(0)
    .max(65_535)
    .default(3000),
  /** Address to listen on; 0.0.0.0 makes it reachable from other machines. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The address for browsers and for links in mails. Default: http://localhost:PORT. */
  PUBLIC_URL: publicAddress.optional(),
  /**
   * The address of a PostgreSQL server (15 or later). Without it, the server runs an embedded
   * PostgreSQL under DATA_DIR.
   */
  DATABASE_URL: postgresUrl.optional(),
  /**
   * The database account that owns and migrates the tables. With it, the account of DATABASE_URL
   * cannot rewrite the audit trail.
   */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  /**
   * Only for `npm run migrate`: a database superuser that creates the two accounts and gives the
   * tables to their owner.
   */
  DATABASE_ADMIN_URL: postgresUrl.optional(),
  /** The passphrase that encrypts and decrypts backups. A key file may be used instead. */
  BACKUP_PASSPHRASE: z
    .string()
    .min(16, { error: 'at least 16 characters, as four random words' })
    .optional(),
  /** The folder of the scheduled backups; without it none are made. Set BACKUP_PASSPHRASE or BACKUP_KEY with it. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** A file of keys, as `npm run backup-key` makes it; its public half alone is enough. */
  BACKUP_KEY: z.string().min(1).optional(),
  /** The time of day of the scheduled backup, on this machine's clock. */
  BACKUP_TIME: timeOfDay.prefault('02:30'),
  /** How many backups are kept: one a day, a week and a month. */
  BACKUP_KEEP: keepRules.prefault('7,4,12'),
  /** The folder of the embedded database and the generated secret. */
  DATA_DIR: z.string().min(1).default('data'),
  /**
   * The program folder of an installed PostgreSQL, 17 or later, for the embedded database; by default npm's
   * package.
   */
  POSTGRES_PROGRAMS: z.string().min(1).optional(),
  /**
   * The secrets that sign sessions, each of at least 32 characters. Of several, separated by
   * commas, the first signs and all are accepted. Default: generated once and kept under DATA_DIR;
   * required with DATABASE_URL.
   */
  SECRET: secretList.optional(),
  /**
   * The keys for the keyed hashes (HMAC) of the audit trail, at least 32 characters each. Of
   * several, separated by commas, the first makes new hashes and all verify. Default: SECRET.
   */
  TRAIL_KEY: secretList.optional(),
  /**
   * The web address to which the server posts hashes of the audit trail, so that a copy exists
   * elsewhere.
   */
  TRAIL_ANCHOR_URL: secureUrl.optional(),
  /**
   * The secret that signs the posts to TRAIL_ANCHOR_URL (Standard Webhooks), as whsec_ and the
   * base64 of 24 random bytes or more.
   */
  TRAIL_ANCHOR_SECRET: z
    .string()
    .refine(isWebhookSecret, { error: 'whsec_ and the base64 of 24 random bytes or more' })
    .optional(),
  /** The mailbox that gets the hashes of the audit trail, once an hour while there are new ones. */
  TRAIL_ANCHOR_EMAIL: z.email().optional(),
  /**
   * The mail server, as smtp:// or smtps://. Without it mails go to /dev/outbox with the embedded
   * database; with DATABASE_URL the server refuses to start.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/u }).optional(),
  /** Sender of mails. */
  MAIL_FROM: z.string().min(3).default('Baari <no-reply@baari.local>'),
  /** The mailbox on public pages; messages of the contact form go there. */
  CONTACT_EMAIL: z.email().default('hello@baari.local'),
  /**
   * The operator's mailbox for matters to review, such as hospitals that resemble each other or SMS
   * limits. Default: CONTACT_EMAIL.
   */
  OPERATOR_EMAIL: z.email().optional(),
  /** The language of mails to the operator, by the name of a folder in texts/. */
  OPERATOR_LANGUAGE: z.enum(languages).default(fallbackLanguage),
  /**
   * The mailbox or https page to which people report vulnerabilities, for
   * /.well-known/security.txt. Without it that page does not exist.
   */
  SECURITY_CONTACT: reportAddress.optional(),
  /**
   * all: patients find hospitals as soon as they are created. confirmed: patients find hospitals
   * only after the operator has confirmed them. Every server process must have the same value.
   */
  HOSPITALS: z.enum(listings).default('all'),
  /**
   * The landing page's figures for waiting time saved, hospitals and patients served: fixed texts,
   * or `measured` for the installation's own.
   */
  LANDING_FIGURES: landingFigures.prefault('40%,25+,10K+'),
  /**
   * A folder with the operator's own about, terms and privacy pages as en/about.md, hi/about.md …;
   * by default Baari's own.
   */
  PAGES_DIR: z.string().min(1).optional(),
  /**
   * A file with the operator's own questions before a visit; by default Baari's own questions.
   * Every server process must have the same file.
   */
  QUESTIONS_FILE: z.string().min(1).optional(),
  /**
   * The base address of a language model's /chat/completions, as https://models.example/v1; http:// only on
   * this machine. Without it no hospital can use summaries.
   */
  SUMMARY_URL: secureUrl.optional(),
  SUMMARY_MODEL: z.string().trim().min(1).max(100).optional(),
  /** The model's API key, if it needs one: the key, or a file that contains only the key. */
  SUMMARY_KEY: z.string().min(1).optional(),
  SUMMARY_KEY_FILE: z.string().min(1).optional(),
  /**
   * Private networks that the model's server may be in, comma-separated, as 10.0.0.0/8. Without
   * them only public addresses are called, and this machine if SUMMARY_URL names it.
   */
  SUMMARY_NETWORKS: networks.prefault(''),
  /**
   * Private networks in which hospitals' own systems may get webhooks, comma-separated, as
   * 10.0.0.0/8. Without them only public addresses are called.
   */
  WEBHOOK_NETWORKS: networks.prefault(''),
  /**
   * The client id and secret of this installation in ABDM, India's health network. Set both or
   * neither; without them hospitals cannot use Scan & Register.
   */
  ABDM_CLIENT_ID: z.string().min(1).optional(),
  ABDM_CLIENT_SECRET: z.string().min(1).optional(),
  /** The address of the ABDM gateway: https://apis.abdm.gov.in in production. */
  ABDM_GATEWAY_URL: secureUrl.default('https://dev.abdm.gov.in'),
  /** The consent manager: sbx in the sandbox, abdm in production. */
  ABDM_CM_ID: z
    .string()
    .regex(/^[a-z]{1,20}$/u, { error: 'small letters, as sbx' })
    .default('sbx'),
  /** The audience (aud) of the tokens with which ABDM calls. */
  ABDM_AUDIENCE: z.string().min(1).default('account'),
  /** The client (azp) that these tokens must name. Without it any client of the gateway is accepted. */
  ABDM_CALLER: z.string().min(1).optional(),
  /** How many summaries one hospital may request per day. */
  SUMMARY_PER_DAY: wholeNumber.default(500),
  /** The log level: trace, debug, info, warn, error, fatal or silent. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** 1: the server writes demo data on the first start of an empty embedded database. */
  DEMO: flag.default(true),
  /** Addresses or networks of trusted proxies, comma-separated, whose X-Forwarded-For is used; none by default. */
  TRUSTED_PROXIES: z.string().default(''),
  /**
   * 1: sign-in, sign-up and password resets give the same answer whether or not an account exists.
   */
  CELL: z.string().regex(cellPattern, { error: '1 to 12 small letters and digits' }).default('a'),
  HIDE_ACCOUNTS: flag.default(false),
  /** Minimum length of a new password, from 6 (the specification's minimum) to 64. */
  PASSWORD_MIN: z.coerce
    .number({ error: 'a whole number from 6 to 64' })
    .int({ error: 'a whole number from 6 to 64' })
    .min(passwordMinLength, { error: 'a whole number from 6 to 64' })
    .max(64, { error: 'a whole number from 6 to 64' })
    .default(passwordMinLength),
  /**
   * The id of a Twilio account, which sends sign-in codes by SMS. Set all three Twilio variables or
   * none. Without them SMS go to /dev/outbox with the embedded database; with DATABASE_URL signing
   * in by phone is not offered.
   */
  TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  /** The number (E.164) or the messaging service (MG…) from which SMS are sent. */
  TWILIO_FROM: z
    .string()
    .regex(/^(?:\+[1-9]\d{6,14}|MG[\da-f]{32})$/u)
    .optional(),
  /** The address of Twilio's API, or of a provider with the same API. */
  TWILIO_URL: z.url({ protocol: /^https?$/u }).default('https://api.twilio.com'),
  /**
   * A gateway for countries that require registered texts, such as India: the address to which it
   * takes messages, and the key and token of the account. Set all three with SMS_TEMPLATES, or none.
   */
  SMS_GATEWAY_URL: secureUrl.optional(),
  SMS_GATEWAY_KEY: z.string().min(1).optional(),
  SMS_GATEWAY_TOKEN: z.string().min(1).optional(),
  /**
   * A JSON file with the registered texts, as `npm run sms-templates -- --json` begins it. The
   * server refuses to start if a kind is missing or a text differs from Baari's.
   */
  SMS_TEMPLATES: z.string().min(1).optional(),
  /**
   * Providers by calling code in the order of use, and for all other countries. Default: the gateway
   * in the countries of SMS_TEMPLATES, then Twilio; elsewhere Twilio alone.
   */
  SMS_PROVIDERS: providerOrder.optional(),
  /** SMS per day by calling code, and per other country; the operator is warned at 80 % and at the limit. */
  SMS_PER_DAY: smsLimits.prefault('+91=5000,*=200'),
  /**
   * The number (E.164) of a WhatsApp sender of the Twilio account, and a JSON file with the approved
   * messages, as `npm run sms-templates -- --whatsapp` begins it. Set both, or none.
   */
  WHATSAPP_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/u)
    .optional(),
  WHATSAPP_TEMPLATES: z.string().min(1).optional(),
  /**
   * The hosts of the push services that the server may call, comma-separated. If empty, web push is
   * off.
   */
  PUSH_SERVICES: pushServices.prefault(defaultPushServices),
  /**
   * The id of a client registered with Google or another OpenID provider. Set both variables, id
   * and secret, or neither. The client's redirect address is
   * PUBLIC_URL/api/identity/callback/google.
   */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** The address of the OpenID provider's discovery document. */
  GOOGLE_DISCOVERY_URL: z
    .url({ protocol: /^https?$/u })
    .default('https://accounts.google.com/.well-known/openid-configuration'),
  /** A JSON file with hospitals' own OpenID providers, for their staff; docs/optional-features.md shows one. */
  STAFF_OPENID: z.string().min(1).optional(),
  /**
   * S3-compatible storage for uploaded files: set URL, bucket and both keys, or none. S3_URL is the
   * service's address, without the bucket.
   */
  S3_URL: z.url({ protocol: /^https?$/u }).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** The most open connections; by default as many as the open files allow, 20,000 at most. */
  MAX_CONNECTIONS: wholeNumber.optional(),
  /**
   * The most connections from one address, except trusted proxies; by default 1000, and at most half of all.
   */
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber.optional(),
  /**
   * off: the server does not limit requests. Only allowed while it listens on loopback (for load
   * tests).
   */
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  /** The database's address; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /**
   * The address with the database account that owns the tables. Undefined if the account of
   * databaseUrl owns them too, or if only `npm run migrate` uses the owner's account.
   */
  readonly databaseOwnerUrl: string | undefined;
  /**
   * The address with a database superuser; undefined if the two database accounts exist already.
   */
  readonly databaseAdminUrl: string | undefined;
  /** The passphrase of backups; undefined if `npm run backup` requires a key. */
  readonly backupPassphrase: string | undefined;
  /** Undefined if no backups are scheduled. */
  readonly backups: BackupSchedule | undefined;
  readonly dataDir: string;
  /**
   * The program folder of an installed PostgreSQL for the embedded database; undefined if npm's
   * package is used.
   */
  readonly postgresPrograms: string | undefined;
  /** The secrets that sign sessions; undefined if one is generated and kept under dataDir. */
  readonly secrets: Secrets | undefined;
  /**
   * The keys for the keyed hashes of the audit trail; undefined if the secrets are used as keys.
   */
  readonly trailKeys: Secrets | undefined;
  readonly anchorTargets: AnchorTargets;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly contactEmail: string;
  /** The operator's own mailbox. */
  readonly operatorEmail: string;
  /** The language of mails to the operator, and of messages of the contact form. */
  readonly operatorLanguage: Language;
  /** The mailto: or https: address for vulnerability reports; undefined if there is none. */
  readonly securityContact: string | undefined;
  /** Whether patients see all hospitals, or only those that the operator has confirmed. */
  readonly hospitals: Listing;
  readonly landingFigures: LandingFigures | 'measured';
  /** The folder of the operator's own texts; undefined if only Baari's texts are used. */
  readonly pagesDir: string | undefined;
  readonly questionsFile: string | undefined;
  /** The settings of the language model; undefined if there is none. */
  readonly summaries: SummarySettings | undefined;
  /** How the installation takes part in ABDM; undefined if it does not. */
  readonly abdm: AbdmSettings | undefined;
  /** Private networks in which webhooks may be. */
  readonly webhookNetworks: readonly string[];
  readonly logLevel: string;
  readonly demo: boolean;
  readonly rateLimit: boolean;
  readonly trustedProxies: readonly string[];
  readonly connections: ConnectionLimits;
  /** The code of this installation, by which its API keys name it. */
  readonly cell: string;
  readonly hideAccounts: boolean;
  /** The shortest new password in characters. */
  readonly passwordMin: number;
  readonly sms: SmsSettings;
  readonly whatsapp: WhatsappSettings | undefined;
  /** The most SMS per day, by country. */
  readonly smsLimits: SmsLimits;
  /**
   * The S3 storage; undefined if files are kept on disk beside an embedded database, else in the database.
   */
  readonly s3: S3Settings | undefined;
  /** Push services that may be called. */
  readonly pushServices: readonly string[];
  /** The client registered with Google; undefined if signing in with Google is not offered. */
  readonly google: OpenIdProvider | undefined;
  /** The own OpenID providers of hospitals, for their staff. */
  readonly hospitalProviders: readonly HospitalProvider[];
}

/** Reads the configuration; throws an error that names each invalid variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const values = parsed.data;
  const problems = contradictions(values);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: siteOf(values),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseAdminUrl: values.DATABASE_ADMIN_URL,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backups: backupsOf(values),
    dataDir: resolve(values.DATA_DIR),
    postgresPrograms:
      values.POSTGRES_PROGRAMS === undefined ? undefined : resolve(values.POSTGRES_PROGRAMS),
    secrets: values.SECRET,
    trailKeys: values.TRAIL_KEY,
    anchorTargets: { webhook: webhookOf(values), email: values.TRAIL_ANCHOR_EMAIL },
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    contactEmail: values.CONTACT_EMAIL,
    operatorEmail: values.OPERATOR_EMAIL ?? values.CONTACT_EMAIL,
    operatorLanguage: values.OPERATOR_LANGUAGE,
    securityContact: values.SECURITY_CONTACT,
    hospitals: values.HOSPITALS,
    landingFigures: values.LANDING_FIGURES,
    pagesDir: values.PAGES_DIR === undefined ? undefined : resolve(values.PAGES_DIR),
    questionsFile: values.QUESTIONS_FILE === undefined ? undefined : resolve(values.QUESTIONS_FILE),
    summaries: summariesOf(values),
    abdm: abdmOf(values),
    webhookNetworks: values.WEBHOOK_NETWORKS,
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO,
    rateLimit: values.RATE_LIMIT === 'on',
    trustedProxies: values.TRUSTED_PROXIES.split(',')
      .map((address) => address.trim())
      .filter((address) => address !== ''),
    connections: connectionsOf(values),
    cell: values.CELL,
    hideAccounts: values.HIDE_ACCOUNTS,
    passwordMin: values.PASSWORD_MIN,
    sms: smsOf(values),
    whatsapp: whatsappOf(values),
    smsLimits: values.SMS_PER_DAY,
    s3: s3Of(values),
    pushServices: values.PUSH_SERVICES,
    google: googleOf(values),
    hospitalProviders: hospitalProvidersOf(values.STAFF_OPENID, given),
  };
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Configuration: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

type Values = z.infer<typeof environment>;

function connectionsOf(values: Values): ConnectionLimits {
  const { MAX_CONNECTIONS: total, MAX_CONNECTIONS_PER_ADDRESS: perAddress, RATE_LIMIT } = values;
  const ceiling = ceilings(openFilesLimit(), { total, perAddress });
  return {
    ...connectionLimits,
    ...ceiling,
    // A load test opens all connections from one address. So if requests are not limited,
    // connections per address are not limited by default either.
    ...(RATE_LIMIT === 'off' && perAddress === undefined ? { perAddress: undefined } : {}),
  };
}

function backupsOf(values: Values): BackupSchedule | undefined {
  const { BACKUP_DIR: folder, BACKUP_KEY: key, BACKUP_TIME: at, BACKUP_KEEP: keep } = values;
  if (folder === undefined) return undefined;
  const keyFile = key === undefined ? undefined : resolve(key);
  const canRehearse =
    keyFile === undefined || readText('BACKUP_KEY', keyFile).includes('AGE-SECRET-KEY-');
  return { folder: resolve(folder), at, keep, keyFile, canRehearse };
}

function twilioOf(values: Values): Twilio | undefined {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
  } = values;
  if (accountSid === undefined || authToken === undefined || from === undefined) return undefined;
  return { accountSid, authToken, from, url: withoutTrailingSlash(values.TWILIO_URL) };
}

function gatewayOf(values: Values): SmsGateway | undefined {
  const { SMS_GATEWAY_URL: url, SMS_GATEWAY_KEY: key, SMS_GATEWAY_TOKEN: token } = values;
  if (url === undefined || key === undefined || token === undefined) return undefined;
  return { url, key, token };
}

function smsOf(values: Values): SmsSettings {
  const twilio = twilioOf(values);
  const gateway = gatewayOf(values);
  const configured: ProviderName[] = [
    ...(twilio === undefined ? [] : ['twilio' as const]),
    ...(gateway === undefined ? [] : ['gateway' as const]),
  ];
  const file =
    values.SMS_TEMPLATES === undefined
      ? undefined
      : readFileOf('SMS_TEMPLATES', values.SMS_TEMPLATES, templatesFile);
  const registeredIn = file?.countries.map((country) => country.slice(1)) ?? [];
  const order = values.SMS_PROVIDERS ?? usualOrder(configured, registeredIn);
  const named = new Set([...order.values()].flat());
  const unknown = [...named].filter((name) => !configured.includes(name));
  if (unknown.length > 0) {
    throw new ConfigError(
      unknown.map((name) => `SMS_PROVIDERS: names ${name}, which is not configured`),
    );
  }
  const registered = file && readRegistered(file, siteOf(values));
  if (registered !== undefined && 'problems' in registered) {
    throw new ConfigError(registered.problems.map((problem) => `SMS_TEMPLATES: ${problem}`));
  }
  return { twilio, gateway, order, registered };
}

function whatsappOf(values: Values): WhatsappSettings | undefined {
  const { WHATSAPP_FROM: from, WHATSAPP_TEMPLATES: file } = values;
  const account = twilioOf(values);
  if (from === undefined || file === undefined || account === undefined) return undefined;
  const texts = readWhatsapp(readFileOf('WHATSAPP_TEMPLATES', file, whatsappFile), siteOf(values));
  if ('problems' in texts) {
    throw new ConfigError(texts.problems.map((problem) => `WHATSAPP_TEMPLATES: ${problem}`));
  }
  return { account, from, texts };
}

/** Reads the JSON file that a variable names. */
function readFileOf<Format extends z.ZodType>(
  variable: string,
  file: string,
  format: Format,
): z.output<Format> {
  const parsed = format.safeParse(readJson(variable, file));
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) =>
      [variable, ...path].join('.').concat(`: ${message}`),
    ),
  );
}

/** The site's address without a slash at the end. */
function siteOf({ PUBLIC_URL: url, PORT: port }: Values): string {
  return withoutTrailingSlash(url ?? `http://localhost:${port}`);
}

function s3Of(values: Values): S3Settings | undefined {
  const {
    S3_URL: url,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region,
  } = values;
  if (!url || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { url, bucket, accessKeyId, secretAccessKey, region };
}

function abdmOf(values: Values): AbdmSettings | undefined {
  const { ABDM_CLIENT_ID: clientId, ABDM_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    clientId,
    clientSecret,
    gatewayUrl: values.ABDM_GATEWAY_URL,
    cmId: values.ABDM_CM_ID,
    audience: values.ABDM_AUDIENCE,
    caller: values.ABDM_CALLER,
  };
}

function summariesOf(values: Values): SummarySettings | undefined {
  const { SUMMARY_URL: url, SUMMARY_MODEL: model, SUMMARY_KEY_FILE: file } = values;
  if (url === undefined || model === undefined) return undefined;
  return {
    url: withoutTrailingSlash(url),
    model,
    key: file === undefined ? values.SUMMARY_KEY : readKey(file),
    networks: values.SUMMARY_NETWORKS,
    perDay: values.SUMMARY_PER_DAY,
  };
}

/** Reads the language model's API key from a file, without the line break. */
function readKey(file: string): string {
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (/^[\x21-\x7e]+$/u.test(key)) return key;
  } catch {
    // The error thrown below names the file and the variable SUMMARY_KEY_FILE.
  }
  throw new ConfigError([`SUMMARY_KEY_FILE: ${file} cannot be read, or holds no key`]);
}

function webhookOf(values: Values): AnchorTargets['webhook'] {
  const { TRAIL_ANCHOR_URL: url, TRAIL_ANCHOR_SECRET: secret } = values;
  return url === undefined || secret === undefined ? undefined : { url, secret };
}

function googleOf(values: Values): OpenIdProvider | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, discoveryUrl: values.GOOGLE_DISCOVERY_URL };
}

const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z\d-]+\.)+[a-z\d-]+$/u, { error: 'a domain, as sanjeevani.example' });

/** The format of a STAFF_OPENID file. */
const hospitalProvidersFile = z
  .array(
    z.strictObject({
      hospitalId: z.uuid(),
      name: z.string().trim().min(1).max(60),
      discoveryUrl: secureUrl,
      clientId: z.string().min(1),
      /**
       * The name of the environment variable that holds the client secret, so that the file itself
       * needs no protection.
       */
      clientSecretVariable: z.string().min(1),
      emailDomains: z.array(domain).min(1).max(waysInShown),
    }),
  )
  .max(waysInShown);

function hospitalProvidersOf(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): HospitalProvider[] {
  if (file === undefined) return [];
  const parsed = hospitalProvidersFile.safeParse(readJson('STAFF_OPENID', file));
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) =>
        ['STAFF_OPENID', ...path].join('.').concat(`: ${message}`),
      ),
    );
  }
  const problems: string[] = [];
  const providers = parsed.data.map(({ clientSecretVariable, ...provider }, index) => {
    const clientSecret = env[clientSecretVariable];
    if (clientSecret === undefined) {
      problems.push(`${clientSecretVariable}: must be set, as STAFF_OPENID.${index} names it`);
    }
    if (parsed.data.findIndex((other) => other.hospitalId === provider.hospitalId) < index) {
      problems.push(`STAFF_OPENID.${index}.hospitalId: this hospital has a provider already`);
    }
    return { ...provider, clientSecret: clientSecret ?? '' };
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return providers;
}

function readText(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError([`${variable}: cannot read ${file} (${why})`]);
  }
}

function readJson(variable: string, file: string): unknown {
  const text = readText(variable, file);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError([`${variable}: ${file} is not JSON`]);
  }
}

/** Environment variables that must be set together. */
const together = [
  ['TRAIL_ANCHOR_URL', 'TRAIL_ANCHOR_SECRET'],
  ['SUMMARY_URL', 'SUMMARY_MODEL'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['WHATSAPP_FROM', 'WHATSAPP_TEMPLATES'],
  ['SMS_GATEWAY_URL', 'SMS_GATEWAY_KEY', 'SMS_GATEWAY_TOKEN'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['ABDM_CLIENT_ID', 'ABDM_CLIENT_SECRET'],
  ['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

function halfSet(values: Values): string[] {
  return together.flatMap((names) => {
    const missing = names.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return [];
    return missing.map((name) => `${name}: must be set with ${names.find((n) => n !== name)}`);
  });
}

function contradictions(values: Values): string[] {
  const problems = halfSet(values);
  if (values.SUMMARY_KEY !== undefined && values.SUMMARY_KEY_FILE !== undefined) {
    problems.push('SUMMARY_KEY: not with SUMMARY_KEY_FILE');
  }
  if (values.BACKUP_DIR !== undefined) {
    const given = [values.BACKUP_PASSPHRASE, values.BACKUP_KEY].filter((one) => one !== undefined);
    if (given.length === 0) {
      problems.push('BACKUP_DIR: set BACKUP_PASSPHRASE or BACKUP_KEY with it');
    }
  }
  if (values.WHATSAPP_FROM !== undefined && values.TWILIO_ACCOUNT_SID === undefined) {
    problems.push('TWILIO_ACCOUNT_SID: must be set with WHATSAPP_FROM');
  }
  if (values.SMS_GATEWAY_URL !== undefined && values.SMS_TEMPLATES === undefined) {
    problems.push('SMS_TEMPLATES: must be set with SMS_GATEWAY_URL, which takes registered texts');
  }
  if (values.RATE_LIMIT === 'off' && !loopback.has(values.HOST)) {
    problems.push('RATE_LIMIT: can be off only while HOST is a loopback address');
  }
  if (values.DATABASE_URL === undefined && values.DATABASE_OWNER_URL !== undefined) {
    problems.push('DATABASE_URL: must be set with DATABASE_OWNER_URL');
  }
  if (values.DATABASE_ADMIN_URL !== undefined && values.DATABASE_OWNER_URL === undefined) {
    problems.push('DATABASE_OWNER_URL: must be set with DATABASE_ADMIN_URL');
  }
  if (values.DATABASE_URL !== undefined && values.SECRET === undefined) {
    problems.push('SECRET: must be set with DATABASE_URL, the same for every process');
  }
  if (values.DATABASE_URL !== undefined && values.SMTP_URL === undefined) {
    problems.push('SMTP_URL: must be set with DATABASE_URL, or nobody could verify an address');
  }
  return problems;
}
