import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

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

test('without a word, phone and Google have no provider and accounts are not hidden', () => {
  const config = readConfig({});
  assert.equal(config.twilio, undefined);
  assert.equal(config.google, undefined);
  assert.equal(config.hideAccounts, false);
});

test('what is configured whole is used', () => {
  const config = readConfig({ ...twilio, ...google, HIDE_ACCOUNTS: '1' });
  assert.deepEqual(config.twilio, {
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
  assert.equal(own.twilio?.url, 'http://127.0.0.1:9000');
});

test('what is configured by halves is refused, naming each variable that is missing', () => {
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
