/** Concurrent sign-ins and sign-ups of one person from several browser windows or devices [INV-2]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { type ProvidedPerson, startOpenIdProvider } from '../testing/stand-ins/open-id-provider.ts';
import {
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  receiveCode,
} from '../testing/identity-app.ts';

const many = 8;

test('when several devices verify the same phone number at the same moment, one account is created [INV-2, SIGN-2]', async () => {
  const world = await makeIdentityTestApp();
  try {
    const phoneNumber = newPhone();
    const codes = [];
    for (let device = 0; device < 4; device += 1) {
      const browser = openBrowser(world.app, `203.0.113.${device}`);
      codes.push({ browser, given: await receiveCode(world, browser, phoneNumber) });
    }
    const answers = await Promise.all(
      codes.map(({ browser, given }) =>
        browser.post('/phone-number/verify', { phoneNumber, ...given }),
      ),
    );
    const replies = answers.map(({ statusCode, body }) => `${statusCode} ${body}`).join('\n');
    assert.ok(
      answers.every(({ statusCode }) => statusCode < 500),
      replies,
    );
    assert.ok(
      answers.some(({ statusCode }) => statusCode === 200),
      replies,
    );
    const found = await world.db.many(sql`
      select 1 from identity."user" where phone_number = ${phoneNumber}`);
    assert.equal(found.length, 1);
  } finally {
    await world.close();
  }
});

test('when one person signs in by Google in several browser windows at the same moment, one account is created [INV-2, LOGIN-2]', async () => {
  const google = await startOpenIdProvider();
  const world = await makeIdentityTestApp({ google: google.client });
  try {
    const email = 'together@example.org';
    const person: ProvidedPerson = { sub: 'one', email, email_verified: true, name: 'Asha Rao' };
    const windows = [];
    for (let window = 0; window < 4; window += 1) {
      const browser = openBrowser(world.app);
      const asked = { provider: 'google', callbackURL: '/signed-in' };
      const { url } = (await browser.post('/sign-in/social', asked)).json<{ url: string }>();
      windows.push({ browser, back: await google.visit(url, person) });
    }
    const answers = await Promise.all(
      windows.map(({ browser, back }) => browser.get(`${back.pathname}${back.search}`)),
    );
    const replies = answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`);
    assert.ok(
      answers.every(({ statusCode }) => statusCode === 302),
      replies.join('\n'),
    );
    assert.ok(
      replies.some((where) => where.endsWith('/signed-in')),
      replies.join('\n'),
    );
    const found = await world.db.many(sql`select 1 from identity."user" where email = ${email}`);
    assert.equal(found.length, 1);
  } finally {
    await world.close();
    google.close();
  }
});

test('if Baari is set to hide accounts, concurrent sign-ups with one address all get the same answer [SEC-8, INV-2]', async () => {
  const world = await makeIdentityTestApp({ hideAccounts: true });
  try {
    const body = { name: 'Asha Rao', email: 'together@example.org', password: 'correct horse' };
    const answers = await Promise.all(
      Array.from({ length: many }, () => openBrowser(world.app).post('/sign-up/email', body)),
    );
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      answers.map(() => 200),
    );
  } finally {
    await world.close();
  }
});
