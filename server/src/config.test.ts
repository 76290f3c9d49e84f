import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { openFilesLimit } from './platform/http/connections.ts';
import { beginTemplates } from './platform/messages/sms/templates.ts';

const twilio = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15005550006',
};
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

test('a server address with a path is refused, naming the setting, because every page begins at the root of the site', () => {
  for (const url of ['https://baari.example/queue', 'https://baari.example/?a=b']) {
    assert.match(problemsOf({ PUBLIC_URL: url }).join(), /^PUBLIC_URL: an address without a path/u);
  }
  assert.equal(
    readConfig({ PUBLIC_URL: 'https://baari.example/' }).publicUrl,
    'https://baari.example',
  );
});

test('only a supported language can be set for the mails to the operator [SEC-20]', () => {
  assert.equal(readConfig({}).operatorLanguage, 'en');
  assert.equal(readConfig({ OPERATOR_LANGUAGE: 'ta' }).operatorLanguage, 'ta');
  const [problem, ...more] = problemsOf({ OPERATOR_LANGUAGE: 'xx' });
  assert.match(problem ?? '', /^OPERATOR_LANGUAGE: /u);
  assert.deepEqual(more, []);
});

test('the networks of webhooks are read, and one that is no network is refused [API-30]', () => {
  const { webhookNetworks } = readConfig({ WEBHOOK_NETWORKS: '10.20.0.0/16, fd00::/8' });
  assert.deepEqual(webhookNetworks, ['10.20.0.0/16', 'fd00::/8']);
  assert.throws(() => readConfig({ WEBHOOK_NETWORKS: '10.0.0.0/99' }), /WEBHOOK_NETWORKS/u);
});

test('a language model needs an https address or one on this machine, a key file, and a list of permitted private networks [ASSESS-5]', () => {
  const model = { SUMMARY_URL: 'https://models.example/v1/', SUMMARY_MODEL: 'little' };
  assert.equal(readConfig({}).summaries, undefined);
  const folder = mkdtempSync(join(tmpdir(), 'baari-model-'));
  try {
    const file = join(folder, 'key');
    writeFileSync(file, 'the-key\n');
    const { summaries } = readConfig({
      ...model,
      SUMMARY_KEY_FILE: file,
      SUMMARY_NETWORKS: '10.0.0.0/8, fd00::/8',
    });
    assert.deepEqual(summaries, {
      url: 'https://models.example/v1',
      model: 'little',
      key: 'the-key',
      networks: ['10.0.0.0/8', 'fd00::/8'],
      perDay: 500,
    });
    for (const [more, name] of [
      [{ SUMMARY_URL: 'http://models.example/v1' }, 'SUMMARY_URL'],
      [{ SUMMARY_URL: 'ftp://models.example' }, 'SUMMARY_URL'],
      [{ SUMMARY_MODEL: '' }, 'SUMMARY_MODEL'],
      [{ SUMMARY_NETWORKS: '10.0.0.0' }, 'SUMMARY_NETWORKS'],
      [{ SUMMARY_NETWORKS: '10.0.0.0/99' }, 'SUMMARY_NETWORKS'],
      [{ SUMMARY_PER_DAY: '0' }, 'SUMMARY_PER_DAY'],
      [{ SUMMARY_KEY: 'one', SUMMARY_KEY_FILE: file }, 'SUMMARY_KEY'],
      [{ SUMMARY_KEY_FILE: join(folder, 'none') }, 'SUMMARY_KEY_FILE'],
    ] satisfies [Record<string, string>, string][]) {
      const problems = problemsOf({ ...model, ...more });
      assert.ok(
        problems.some((problem) => problem.startsWith(name)),
        `${name}: ${problems.join()}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('by default neither phone nor Google sign-in is configured, and the sign-in form reveals whether an account exists', () => {
  const config = readConfig({});
  assert.equal(config.sms.twilio, undefined);
  assert.equal(config.google, undefined);
  assert.equal(config.hideAccounts, false);
});

test('the server uses a complete configuration as given', () => {
  const config = readConfig({ ...twilio, ...google, HIDE_ACCOUNTS: '1' });
  assert.deepEqual(config.sms.twilio, {
    accountSid: 'AC1',
    authToken: 'token',
    from: '+15005550006',
    url: 'https://api.twilio.com',
  });
  assert.deepEqual(config.google, {
    clientId: 'id',
    clientSecret: 'secret',
    discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
  });
  assert.equal(config.hideAccounts, true);
  const own = readConfig({ ...twilio, TWILIO_URL: 'http://127.0.0.1:9000/' });
  assert.equal(own.sms.twilio?.url, 'http://127.0.0.1:9000');
});

test('an incomplete configuration is refused, naming each missing variable', () => {
  for (const missing of Object.keys(twilio)) {
    const [problem] = problemsOf({ ...twilio, [missing]: '' });
    assert.match(problem ?? '', new RegExp(`^${missing}: must be set with TWILIO_`, 'u'));
  }
  assert.match(
    problemsOf({ GOOGLE_CLIENT_ID: 'id' })[0] ?? '',
    /^GOOGLE_CLIENT_SECRET: must be set/u,
  );
  assert.match(
    problemsOf({ GOOGLE_CLIENT_SECRET: 's' })[0] ?? '',
    /^GOOGLE_CLIENT_ID: must be set/u,
  );
  assert.match(problemsOf({ ...twilio, TWILIO_FROM: 'Baari' })[0] ?? '', /^TWILIO_FROM/u);
  assert.match(problemsOf({ HIDE_ACCOUNTS: 'yes' })[0] ?? '', /^HIDE_ACCOUNTS/u);
});

test('the server accepts several values for SECRET if each value is long enough and none is repeated', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(40)];
  assert.deepEqual(readConfig({ SECRET: one }).secrets, [one]);
  assert.deepEqual(readConfig({ SECRET: `${two}, ${one}` }).secrets, [two, one]);
  for (const SECRET of ['short', `${one},short`, `${one},`, `${one},${one}`]) {
    assert.match(problemsOf({ SECRET })[0] ?? '', /^SECRET: /u, SECRET);
  }
});

const provider = {
  hospitalId: '6e3a3f0e-0000-4000-8000-000000000000',
  name: 'Sanjeevani',
  discoveryUrl: 'https://login.sanjeevani.example/.well-known/openid-configuration',
  clientId: 'baari',
  clientSecretVariable: 'SANJEEVANI_SECRET',
  emailDomains: ['Sanjeevani.example'],
};

/** The problems reported for a STAFF_OPENID file with this content. */
function problemsWith(content: unknown): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'baari-config-'));
  const STAFF_OPENID = join(folder, 'staff.json');
  writeFileSync(STAFF_OPENID, typeof content === 'string' ? content : JSON.stringify(content));
  try {
    return problemsOf({ STAFF_OPENID, SANJEEVANI_SECRET: 'between us' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('hospitals’ own identity providers are read from their file, and the secrets from the environment [LOGIN-2]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'baari-config-'));
  const STAFF_OPENID = join(folder, 'staff.json');
  writeFileSync(STAFF_OPENID, JSON.stringify([provider]));
  const { hospitalProviders } = readConfig({ STAFF_OPENID, SANJEEVANI_SECRET: 'between us' });
  const { clientSecretVariable: _, ...rest } = provider;
  assert.deepEqual(hospitalProviders, [
    { ...rest, clientSecret: 'between us', emailDomains: ['sanjeevani.example'] },
  ]);
  assert.deepEqual(readConfig({}).hospitalProviders, []);
  rmSync(folder, { recursive: true });
});

test('an invalid file of identity providers is refused, naming the place of the mistake [LOGIN-2]', () => {
  assert.match(problemsOf({ STAFF_OPENID: '/none.json' })[0] ?? '', /^STAFF_OPENID: cannot read/u);
  const cases: [unknown, RegExp][] = [
    ['{', /^STAFF_OPENID: .+ is not JSON$/u],
    [{}, /^STAFF_OPENID: /u],
    [[{ ...provider, hospitalId: 'x' }], /^STAFF_OPENID\.0\.hospitalId: /u],
    [[{ ...provider, name: ' ' }], /^STAFF_OPENID\.0\.name: /u],
    [[{ ...provider, discoveryUrl: 'http://login.example' }], /discoveryUrl: must be https$/u],
    [[{ ...provider, emailDomains: [] }], /^STAFF_OPENID\.0\.emailDomains: /u],
    [[{ ...provider, emailDomains: ['@x'] }], /emailDomains\.0: a domain, as/u],
    [[{ ...provider, clientSecret: 'x' }], /^STAFF_OPENID\.0: /u],
    [[{ ...provider, clientSecretVariable: 'NONE' }], /^NONE: must be set, as STAFF_OPENID\.0/u],
    [[provider, provider], /^STAFF_OPENID\.1\.hospitalId: this hospital has a provider already$/u],
  ];
  for (const [content, expected] of cases) {
    assert.match(problemsWith(content)[0] ?? '', expected, JSON.stringify(content));
  }
});

const site = 'https://baari.example';
const gateway = {
  SMS_GATEWAY_URL: 'https://api.exotel.example/v1/Accounts/one/Sms/send.json',
  SMS_GATEWAY_KEY: 'key',
  SMS_GATEWAY_TOKEN: 'token',
};

test('an SMS gateway needs a file of registered texts, and the file that Baari begins is accepted once its ids are filled in [MSG-2, MSG-4]', () => {
  assert.match(problemsOf(gateway).join(), /^SMS_TEMPLATES: must be set with SMS_GATEWAY_URL/u);
  const { SMS_GATEWAY_KEY: _key, ...half } = gateway;
  assert.match(problemsOf(half)[0] ?? '', /^SMS_GATEWAY_KEY: must be set with/u);
  const folder = mkdtempSync(join(tmpdir(), 'baari-sms-'));
  const SMS_TEMPLATES = join(folder, 'sms-templates.json');
  const withFile = (text: string, more = {}) => {
    writeFileSync(SMS_TEMPLATES, text);
    return { ...gateway, PUBLIC_URL: site, SMS_TEMPLATES, ...more };
  };
  const begun = JSON.stringify(beginTemplates(['hi'], site));
  const filled = begun.replaceAll(/"(id|entityId|header)":""/gu, '"$1":"1107"');
  assert.match(problemsOf(withFile(begun))[0] ?? '', /^SMS_TEMPLATES\.entityId: /u);
  const { sms } = readConfig(withFile(filled));
  assert.equal(sms.registered?.find('called', 'ta').language, 'hi');
  assert.deepEqual(sms.order.get('91'), ['gateway']);
  const changed = filled.replace('{#var#}', '{#var#}!');
  assert.match(problemsOf(withFile(changed))[0] ?? '', /^SMS_TEMPLATES: code\.hi: /u);
  assert.match(problemsOf(withFile('{'))[0] ?? '', /^SMS_TEMPLATES: .+ is not JSON$/u);
  const unknown = withFile(filled, { SMS_PROVIDERS: '+91=gateway,*=twilio' });
  assert.match(problemsOf(unknown)[0] ?? '', /^SMS_PROVIDERS: names twilio/u);
  assert.match(problemsOf({ SMS_PROVIDERS: '+91' })[0] ?? '', /^SMS_PROVIDERS: providers by/u);
  rmSync(folder, { recursive: true });
});

test('daily backups need a passphrase or a key, a time of day and rules of what stays [OPS-3]', () => {
  const given = { BACKUP_DIR: '/backups', BACKUP_PASSPHRASE: 'four random words make it' };
  const { backups } = readConfig(given);
  assert.deepEqual(backups, {
    folder: '/backups',
    at: { hour: 2, minute: 30 },
    keep: { days: 7, weeks: 4, months: 12 },
    keyFile: undefined,
    canRehearse: true,
  });
  assert.equal(readConfig({}).backups, undefined);
  assert.match(
    problemsOf({ BACKUP_DIR: '/backups' }).join(),
    /^BACKUP_DIR: set BACKUP_PASSPHRASE/u,
  );
  assert.match(
    problemsOf({ ...given, BACKUP_TIME: '2:30' }).join(),
    /^BACKUP_TIME: a time of day/u,
  );
  assert.match(problemsOf({ ...given, BACKUP_KEEP: '0,1,1' }).join(), /^BACKUP_KEEP: how many/u);
  const missing = { BACKUP_DIR: '/backups', BACKUP_KEY: '/nowhere/backup.key' };
  assert.match(problemsOf(missing).join(), /^BACKUP_KEY: cannot read/u);
});

test('the server never allows more connections than the system’s limit of open files, whatever is configured [KEEP-4]', () => {
  const wished = readConfig({ MAX_CONNECTIONS: '50', MAX_CONNECTIONS_PER_ADDRESS: '10' });
  assert.equal(wished.connections.total, 50);
  assert.equal(wished.connections.perAddress, 10);
  const boundless = readConfig({ MAX_CONNECTIONS: '999999999' });
  assert.ok(boundless.connections.total < openFilesLimit());
  const short = { MAX_CONNECTIONS: '0', MAX_CONNECTIONS_PER_ADDRESS: 'many' };
  assert.deepEqual(problemsOf(short), [
    'MAX_CONNECTIONS: a whole number from 1 on',
    'MAX_CONNECTIONS_PER_ADDRESS: a whole number from 1 on',
  ]);
});

test('a load test on the server’s own machine may open all its connections from one network address', () => {
  assert.equal(readConfig({ RATE_LIMIT: 'off' }).connections.perAddress, undefined);
  const held = readConfig({ RATE_LIMIT: 'off', MAX_CONNECTIONS_PER_ADDRESS: '7' });
  assert.equal(held.connections.perAddress, 7);
});

test('setting the database owner’s address also requires the runtime account’s address, and the superuser’s address requires both [SEC-19]', () => {
  const url = 'postgres://baari@db/baari';
  assert.deepEqual(problemsOf({ DATABASE_OWNER_URL: url }), [
    'DATABASE_URL: must be set with DATABASE_OWNER_URL',
  ]);
  const rest = { DATABASE_URL: url, SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail' };
  assert.deepEqual(problemsOf({ ...rest, DATABASE_ADMIN_URL: url }), [
    'DATABASE_OWNER_URL: must be set with DATABASE_ADMIN_URL',
  ]);
  assert.deepEqual(problemsOf({ ...rest, DATABASE_ADMIN_URL: url, DATABASE_OWNER_URL: url }), []);
});

test('hashes of the audit trail are posted to an external address only by https, and signed with a valid secret [SEC-19]', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const url = 'https://auditor.example/anchors';
  const config = readConfig({ TRAIL_ANCHOR_URL: url, TRAIL_ANCHOR_SECRET: secret });
  assert.deepEqual(config.anchorTargets, { webhook: { url, secret }, email: undefined });
  assert.match(
    problemsOf({ TRAIL_ANCHOR_URL: url })[0] ?? '',
    /^TRAIL_ANCHOR_SECRET: must be set/u,
  );
  for (const wrong of ['secret', 'whsec_abc', `whsec_${'!'.repeat(40)}`]) {
    const [problem] = problemsOf({ TRAIL_ANCHOR_URL: url, TRAIL_ANCHOR_SECRET: wrong });
    assert.match(problem ?? '', /^TRAIL_ANCHOR_SECRET: whsec_/u, wrong);
  }
  const [open] = problemsOf({
    TRAIL_ANCHOR_URL: 'http://auditor.example',
    TRAIL_ANCHOR_SECRET: secret,
  });
  assert.match(open ?? '', /^TRAIL_ANCHOR_URL: must be https/u);
});

test('a weak backup passphrase and a short key of the audit trail are refused [KEEP-8, SEC-19]', () => {
  assert.match(
    problemsOf({ BACKUP_PASSPHRASE: 'baari' })[0] ?? '',
    /^BACKUP_PASSPHRASE: at least/u,
  );
  assert.match(problemsOf({ TRAIL_KEY: 'short' })[0] ?? '', /^TRAIL_KEY: at least 32/u);
});
