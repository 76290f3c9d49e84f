import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type Browser,
  type IdentityTestApp,
  makeIdentityTestApp,
  openBrowser,
  publicUrl,
  signUp,
  codeOf,
} from '../testing/identity-app.ts';
import {
  type ProvidedPerson,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../testing/stand-ins/open-id-provider.ts';

let google: TestOpenIdProvider;
let world: IdentityTestApp;
before(async () => {
  google = await startOpenIdProvider();
  world = await makeIdentityTestApp({ google: google.client });
});
after(async () => {
  await world.close();
  google.close();
});

const path = '/sign-in/social';
const provider = 'google';

let people = 0;
function makeGooglePerson(given: Partial<ProvidedPerson> = {}): ProvidedPerson {
  people += 1;
  const email = `google-${people}@example.org`;
  return { sub: `sub-${people}`, email, email_verified: true, name: 'Meera Iyer', ...given };
}

/**
 * Signs in through our page, the identity provider and back. Returns the address at which the popup
 * ends.
 */
async function signInAs(
  browser: Browser,
  person: ProvidedPerson | 'cancels',
  callbackURL?: string,
  // `page` is the language of the page; `browser` is the language that the browser sends when it is
  // redirected.
  wishes: { readonly page?: string | undefined; readonly browser?: string | undefined } = {},
): Promise<string> {
  const answer = await browser.post(path, { provider, callbackURL }, asking(wishes.page));
  assert.equal(answer.statusCode, 200, answer.body);
  const back = await google.visit(answer.json<{ url: string }>().url, person);
  const ended = await browser.get(`${back.pathname}${back.search}`, asking(wishes.browser));
  assert.equal(ended.statusCode, 302, ended.body);
  return String(ended.headers.location);
}

function asking(language: string | undefined): Record<string, string> {
  return language === undefined ? {} : { 'accept-language': language };
}

async function userOf(browser: Browser) {
  const session = (await browser.get('/get-session')).json<{
    user: { id: string; email: string; emailVerified: boolean; name: string };
  } | null>();
  return session?.user;
}

test('a new person signs in with Google and ends on a page of this site [LOGIN-2]', async () => {
  const person = makeGooglePerson();
  const browser = openBrowser(world.app);
  assert.equal(await signInAs(browser, person), '/signed-in');
  const user = await userOf(browser);
  assert.deepEqual(
    { ...user, id: '' },
    { id: '', name: person.name, email: person.email, emailVerified: true },
  );
  const again = openBrowser(world.app);
  assert.equal(
    await signInAs(again, person, '/signed-in?next=%2Fprofile'),
    '/signed-in?next=%2Fprofile',
  );
  assert.equal((await userOf(again))?.id, user?.id, 'the same account the next time');
});

test('the server stores no token of a sign-in provider [security]', async () => {
  const person = makeGooglePerson();
  await signInAs(openBrowser(world.app), person);
  await signInAs(openBrowser(world.app), person);
  const kept = await world.db.one(sql`
    select access_token, refresh_token, id_token from identity.account
    where provider_id = 'google' and account_id = ${person.sub}`);
  assert.deepEqual(kept, { access_token: null, refresh_token: null, id_token: null });
});

test('a sign-in by Google is linked to an existing account only if both Baari and Google have verified the email [SEC-9]', async () => {
  const proved = await signUp(world.app);
  await world.db.run(
    sql`update identity."user" set email_verified = true where id = ${proved.userId}`,
  );
  const linked = openBrowser(world.app);
  await signInAs(linked, makeGooglePerson({ email: proved.email }));
  assert.equal((await userOf(linked))?.id, proved.userId);

  const unproved = await signUp(world.app);
  const squatted = openBrowser(world.app);
  const landing = await signInAs(squatted, makeGooglePerson({ email: unproved.email }));
  assert.equal(landing, '/signed-in?error=account_not_linked');
  assert.equal(await userOf(squatted), undefined);

  const victim = await signUp(world.app);
  await world.db.run(
    sql`update identity."user" set email_verified = true where id = ${victim.userId}`,
  );
  const claims = makeGooglePerson({ email: victim.email, email_verified: false });
  const thief = openBrowser(world.app);
  assert.equal(await signInAs(thief, claims), '/signed-in?error=account_not_linked');
  assert.equal(await userOf(thief), undefined);
});

test('the mail about a newly linked sign-in is in the language of the account, the page or the browser, or else in English [SEC-9]', async () => {
  for (const [chosen, page, browser, spoken] of [
    ['ta', 'bn', 'es', 'ta'],
    [null, 'bn', 'es', 'bn'],
    [null, undefined, 'es-MX,es;q=0.9', 'es'],
    [null, 'es-MX,es;q=0.9', undefined, 'es'],
    [null, undefined, undefined, 'en'],
  ] as const) {
    const person = await signUp(world.app);
    await world.db.run(sql`
      update identity."user" set email_verified = true where id = ${person.userId}`);
    await world.db.run(sql`
      insert into account_preferences (account_id, language, notify_email, notify_sms, notify_push)
      values (${person.userId}, ${chosen}, true, false, false)`);
    const claims = makeGooglePerson({ email: person.email });
    const ended = await signInAs(openBrowser(world.app), claims, undefined, { page, browser });
    assert.equal(ended, '/signed-in');
    const [mail] = await world.mailsTo(person.email);
    assert.match(mail?.html ?? '', new RegExp(`lang="${spoken}"`, 'u'));
  }
});

test('a sign-in with an email that the identity provider has not verified creates an unverified account [SEC-9]', async () => {
  const browser = openBrowser(world.app);
  await signInAs(browser, makeGooglePerson({ email_verified: false }));
  assert.equal((await userOf(browser))?.emailVerified, false);
});

test('a person who declines at the identity provider sees a notice on Baari’s page', async () => {
  const browser = openBrowser(world.app);
  assert.equal(await signInAs(browser, 'cancels'), '/signed-in?error=provider_failed');
  assert.equal(await userOf(browser), undefined);
});

test('an answer of a sign-in provider that this browser did not request signs nobody in [security]', async () => {
  const attacker = openBrowser(world.app);
  const { url } = (await attacker.post(path, { provider })).json<{ url: string }>();
  const back = await google.visit(url, makeGooglePerson());
  const callback = `${back.pathname}${back.search}`;
  const victim = openBrowser(world.app);
  await victim.post(path, { provider });
  const forced = await victim.get(callback);
  assert.match(String(forced.headers.location), /^\/signed-in\?error=provider_failed$/u);
  assert.equal(await userOf(victim), undefined, 'not signed in as the attacker');
  assert.equal((await attacker.get(callback)).statusCode, 302);
  const replayed = await attacker.get(callback);
  assert.match(String(replayed.headers.location), /error=provider_failed/u);
  for (const query of [
    '',
    '?state=x',
    '?code=x',
    '?code=x&state=x',
    '?error=x&error_description=y',
  ]) {
    const answer = await openBrowser(world.app).get(`/callback/google${query}`);
    assert.equal(answer.headers.location, '/signed-in?error=provider_failed', query);
  }
});

test('the sign-in popup cannot be redirected to another site [SEC-15]', async () => {
  const browser = openBrowser(world.app);
  const foreign = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ];
  for (const callbackURL of [...foreign, '/\t/evil.example', `${publicUrl}.evil.example/`]) {
    const answer = await browser.post(path, { provider, callbackURL });
    assert.equal(answer.statusCode, 400, callbackURL);
  }
  const own = await browser.post(path, { provider, callbackURL: `${publicUrl}/signed-in` });
  assert.equal(own.statusCode, 200);
  const other = await browser.post(path, { provider }, { origin: 'https://evil.example' });
  assert.equal(codeOf(other), 'other_origin');
});

test('Google alone cannot sign in to an account that has a second factor [SEC-7]', async () => {
  const person = makeGooglePerson();
  const owner = openBrowser(world.app);
  await signInAs(owner, person);
  const user = await userOf(owner);
  await world.db.run(
    sql`update identity."user" set two_factor_enabled = true where id = ${user?.id}`,
  );
  const browser = openBrowser(world.app);
  const landing = await signInAs(browser, person, '/signed-in?next=%2Fprofile');
  assert.equal(landing, '/signed-in?next=%2Fprofile&error=second_factor_required');
  assert.equal(await userOf(browser), undefined);
  const { open } = await world.db.one<{ open: number }>(
    sql`select count(*) as open from identity.session where user_id = ${user?.id}`,
  );
  assert.equal(open, 1, 'only the earlier session');
  const step = await browser.post('/two-factor/verify-totp', { code: '000000' });
  assert.notEqual(codeOf(step), 'second_factor_expired', 'the second step is open');
});

test('Google sign-in is refused as unavailable when no Google client is configured', async () => {
  const without = await makeIdentityTestApp();
  const browser = openBrowser(without.app);
  for (const answer of [
    await browser.post(path, { provider }),
    await browser.get('/callback/google?code=x&state=y'),
  ]) {
    assert.equal(answer.statusCode, 404);
    assert.equal(codeOf(answer), 'way_in_not_available');
  }
  assert.deepEqual(without.identity.waysIn, { google: false, phone: true, hospitals: [] });
  await without.close();
});

test('an unreachable sign-in provider disables only the sign-in by this provider, which works again once the provider is back', async () => {
  const away = await makeIdentityTestApp({
    google: { ...google.client, discoveryUrl: 'http://127.0.0.1:9/none' },
  });
  const { browser } = await signUp(away.app);
  assert.equal((await browser.get('/token')).statusCode, 200);
  const answer = await browser.post(path, { provider });
  assert.equal(answer.statusCode, 502);
  assert.equal(codeOf(answer), 'provider_failed');
  await away.close();
});
