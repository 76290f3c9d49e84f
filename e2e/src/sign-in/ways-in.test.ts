/** Tests of further ways to sign in: a forgotten password, a phone, and a second factor. */
import { createHmac } from 'node:crypto';
import { identityCalls } from '@baari/contract/account/identity.ts';
import type { BrowserContext, Page } from '@playwright/test';
import type { Account } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { readMails } from '../support/outbox.ts';
import { makePatient, makePlace, signIn } from '../support/people.ts';
import { textsIn } from '../support/tongues.ts';
import { windowOn } from '../support/windows.ts';

// One of the longest files, so its tests run in parallel on all workers.
test.describe.configure({ mode: 'parallel' });

/**
 * Waits for a message to this recipient in which the pattern matches, and returns the newest match.
 * Messages are sent by a background job.
 */
async function findSent(origin: string, recipient: string, wanted: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const answer = await fetch(`${origin}/dev/outbox.json`);
    const messages = readMails(await answer.json());
    const texts = messages.filter((message) => message.recipient.includes(recipient));
    found = texts.map(({ plain }) => wanted.exec(plain)?.[0]).find((text) => text !== undefined);
    expect(found, `sent to ${recipient}`).toBeDefined();
  }).toPass();
  return found ?? '';
}

test('a person who forgot the password sets a new one with a mailed one-time link and signs in [ROUTE-10, LOGIN-1, ERR-3] @gate', async ({
  page,
  server,
  trouble,
}) => {
  trouble.allow(/^401 POST \/api\/identity\/request-password-reset$/u);
  trouble.allow(/^400 POST \/api\/identity\/reset-password$/u);
  const patient = await makePatient(server.origin, 'Ila Sharma');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');

  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('No account found. Would you like to sign up?')).toBeVisible();

  await page.getByLabel('Email').fill(patient.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We sent a link to ${patient.email}.`)).toBeVisible();
  const link = await findSent(server.origin, patient.email, /http\S+\/reset-password\S+/u);

  await page.goto(link);
  await page.getByLabel('New password').fill('12345');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('a better horse');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await expect(page.getByText('You can sign in only with the password.')).toBeVisible();

  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email').fill(patient.email);
  await page.getByLabel('Password', { exact: true }).fill('a better horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/patient\/dashboard$/u);

  await page.goto(link);
  await page.getByLabel('New password').fill('another horse');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('a mail is in the language of the page from which it was requested, even if the browser has another language', async ({
  page,
  server,
}) => {
  const { identity: t } = await textsIn('hi', 'identity');
  const patient = await makePatient(server.origin, 'Ila Sharma');
  await page.goto('/forgot-password');
  await readInHindi(page);
  await page.getByLabel(t.email).fill(patient.email);
  await page.getByRole('button', { name: t.sendResetLink }).click();
  const sent = await findSent(server.origin, patient.email, /^.*(?=\s+http\S+\/reset-password)/msu);
  expect(sent).toMatch(/\p{Script=Devanagari}/u);
  expect(await page.evaluate(() => navigator.language)).toBe('en-IN');
});

test('a patient signs up by phone, through the bot check, with a code by SMS [SIGN-2, SIGN-4, VERI-4…6, VAL-2, ROUTE-9] @gate', async ({
  page,
  server,
  trouble,
}) => {
  trouble.allow(/^400 POST \/api\/identity\/phone-number\/verify$/u);
  await page.goto('/signup/patient');
  await page.getByText('Phone', { exact: true }).click();
  await page.getByLabel('Full name').fill('Meera Joshi');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText('Enter a valid phone number in E.164 format, e.g. +919876543210.'),
  ).toBeVisible();
  await page.getByLabel('Phone number').fill('+91 98200 11223');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/phone-verification\?phone=%2B919820011223&role=patient$/u);
  await expect(page.getByLabel('Country code')).toHaveValue('+91');
  await expect(page.getByLabel('Phone number')).toHaveValue('9820011223');

  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('We sent a code to +919820011223.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^Resend Code in \d+ s$/u })).toBeDisabled();
  const code = await findSent(server.origin, '919820011223', /\d{6}/u);

  const field = page.getByLabel('6-digit code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill('12');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(page.getByText('Enter the 6-digit code')).toBeVisible();
  await field.fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(page.getByText('Invalid code')).toBeVisible();
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(page).toHaveURL(/\/patient\/dashboard$/u);

  await page.goto('/profile');
  await expect(page.getByText('Meera Joshi').last()).toBeVisible();
  await expect(page.getByText('+91 98200 11223').first()).toBeVisible();
});

test('a person who signed up by phone adds an email with a mailed code, and can then remove the phone [API-27, PROF-1]', async ({
  page,
  server,
  trouble,
}) => {
  trouble.allow(/^400 POST \/api\/identity\/contact\/email\/verify$/u);
  const names = collectNames(page);
  await page.goto('/phone-verification?phone=%2B919820011299&role=patient');
  await page.getByLabel('Remember me').uncheck();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('We sent a code to +919820011299.')).toBeVisible({ timeout: 30_000 });
  const code = await findSent(server.origin, '919820011299', /\d{6}/u);
  await page.getByLabel('6-digit code').fill(code);
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await expect(page).toHaveURL(/\/patient\/dashboard$/u);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === 'baari.session_token');
  expect(session?.expires, 'not remembered: it ends with the browser').toBe(-1);

  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Phone: change' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Phone: remove' }), 'the only way in').toHaveCount(
    0,
  );
  await page.getByRole('button', { name: 'Email: add' }).click();
  const dialog = windowOn(page);
  await dialog.getByLabel('New email').fill('nobody');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await dialog.getByLabel('New email').fill('leela.pawar@example.org');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByText('We sent a code to leela.pawar@example.org.')).toBeVisible();
  await expectSoundBriefly(page);
  const mailed = await findSent(server.origin, 'leela.pawar@example.org', /\b\d{6}\b/u);
  await dialog.getByLabel('6-digit code').fill(mailed === '000000' ? '111111' : '000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Invalid code')).toBeVisible();
  await dialog.getByLabel('6-digit code').fill(mailed);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your email is confirmed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email: change' })).toBeVisible();
  await expect(page.getByText('leela.pawar@example.org').first()).toBeVisible();

  await readInHindi(page);
  await page.getByRole('button', { name: 'फ़ोन: बदलें' }).click();
  await expect(windowOn(page)).toContainText('नया फ़ोन नंबर');
  await expectHindiOnly(page, names);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'फ़ोन: हटाएँ' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'leela.pawar@example.org से साइन इन करेंगे',
  );
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'नंबर हटाएँ' }).click();
  await expect(page.getByText('आपका फ़ोन नंबर हट गया')).toBeVisible();
  await expect(page.getByRole('button', { name: 'फ़ोन: जोड़ें' })).toBeVisible();
  await expect(page.getByText('+91 98200 11299')).toHaveCount(0);
  await expectSoundBriefly(page);
});

/**
 * The code that an authenticator app shows now for this secret (RFC 6238: SHA-1, six digits, 30 s).
 */
function codeOfApp(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/gu) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(moment).digest();
  const at = hash.readUInt8(19) % 16;
  const number = (hash.readUInt32BE(at) % 2 ** 31) % 1_000_000;
  return String(number).padStart(6, '0');
}

test('two-factor sign-in can be set up and is then required, and other devices can be signed out @gate', async ({
  page,
  server,
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^401 POST \/api\/identity\/sign-in\/email$/u);
  const patient = await makePatient(server.origin, 'Kabir Rao');
  const names = collectNames(page);
  await signIn(page.context(), patient);
  await page.goto('/profile');
  await expect(page.getByText('this device')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  const dialog = windowOn(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectSoundBriefly(page);
  const app = dialog.getByRole('link', { name: 'Open the app on this device' });
  const secret = new URL((await app.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  await dialog.getByLabel('Code that the app shows').fill(codeOfApp(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const before = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await page.getByRole('button', { name: 'Get new recovery codes' }).click();
  await dialog.getByRole('button', { name: 'Get new recovery codes' }).click();
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  expect(before).not.toContain(recoveryCode);
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('Two-factor sign-in turned on')).toBeVisible();
  await readInHindi(page);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(7);
  await expect(page.getByText('यही उपकरण')).toBeVisible();
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);

  const other = await (await newBrowser()).newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(patient.email);
  await other.getByLabel('Password', { exact: true }).fill(patient.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('One more step');
  await expectSoundBriefly(other);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(recoveryCode);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/patient\/dashboard$/u);

  await other.goto('/profile');
  await other.getByRole('button', { name: 'Turn off' }).click();
  const last = windowOn(other);
  await last.getByRole('button', { name: 'Turn off' }).click();
  await expect(other.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible();
});

/** Sets up two-factor sign-in for the account that is signed in to this browser. */
async function setUpTwoFactor(context: BrowserContext, account: Account): Promise<void> {
  const { enableTwoFactor, verifyTotp } = identityCalls;
  async function post(path: string, data: object): Promise<unknown> {
    const url = `${account.origin}/api/identity${path}`;
    // Sends an Origin header as a page does. The server refuses a call that has a cookie but no
    // Origin header.
    const answer = await context.request.post(url, { data, headers: { origin: account.origin } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }
  const begun = await post(enableTwoFactor.path, { password: account.password });
  const { totpURI } = enableTwoFactor.reply.parse(begun);
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  await post(verifyTotp.path, { code: codeOfApp(secret) });
}

test('an administrator with two-factor sign-in can require it of everyone, and turn the requirement off again [API-27]', async ({
  page,
  server,
}) => {
  const { admin } = await makePlace(server.origin, 'Vrindavan Clinic', 'Dr. Asha Pai');
  const names = collectNames(page);
  await signIn(page.context(), admin);
  await page.goto('/hospital/dashboard?view=team');
  const requirement = page.getByRole('switch', {
    name: /^(?:Require two-factor sign-in|यहाँ काम करने)/u,
  });
  const question = page.getByRole('alertdialog');
  await expect(requirement).not.toBeChecked();
  await requirement.click();
  await expect(page.getByRole('alert')).toContainText('Set up your own two-factor sign-in first');
  await expect(requirement).not.toBeChecked();
  await expectSoundBriefly(page);
  await page.getByRole('link', { name: 'Set up two-factor sign-in' }).click();
  await expect(page).toHaveURL(/\/profile$/u);

  // Setting up two-factor sign-in replaces the session. So the page is left first, because the
  // server would refuse its requests with the old session.
  await page.goto('about:blank');
  await setUpTwoFactor(page.context(), admin);
  await page.goto('/hospital/dashboard?view=team');
  await requirement.click();
  await expect(question).toContainText('Require two-factor sign-in for all staff?');
  await expectSoundBriefly(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(requirement).not.toBeChecked();
  await requirement.click();
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect(page.getByText('Two-factor sign-in is required now')).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(requirement).toBeChecked();
  await readInHindi(page);
  await expect(requirement).toBeChecked();
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
  await requirement.click();
  await expect(page.getByText('अब दो चरणों वाला साइन इन ज़रूरी नहीं है')).toBeVisible();
  await page.reload();
  await expect(requirement).not.toBeChecked();
});

/**
 * Adds a virtual authenticator for passkeys that has verified its owner, like a laptop with a
 * fingerprint reader.
 */
async function giveAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  // Waits until the content above the button has loaded, because it moves the button when it
  // appears.
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
}

test('a person adds a passkey in the profile and signs in with the passkey until the passkey is removed @gate', async ({
  page,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Tara Menon');
  await giveAuthenticator(page);
  await signIn(page.context(), patient);
  await page.goto('/profile');
  await addPasskey(page, 'My laptop');
  const remove = page.getByRole('button', { name: 'Remove the passkey My laptop' });
  await expect(remove).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/u);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page).toHaveURL(/\/patient\/dashboard$/u);

  await page.goto('/profile');
  await remove.click();
  await expect(remove).toHaveCount(0);
});

test('after a password reset the other ways to sign in are listed, and one press removes them all [ROUTE-10, SEC-17]', async ({
  page,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Nalini Bhat');
  await giveAuthenticator(page);
  await signIn(page.context(), patient);
  await page.goto('/profile');
  await addPasskey(page, 'Lost phone');
  await expect(page.getByText('Passkey added · Lost phone')).toBeVisible();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(patient.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We sent a link to ${patient.email}.`)).toBeVisible();
  await page.goto(await findSent(server.origin, patient.email, /http\S+\/reset-password\S+/u));
  await page.getByLabel('New password').fill('a better horse');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Passkey “Lost phone”')).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('All other ways to sign in are removed.')).toBeVisible();
  await expect(page.getByText('Lost phone')).toHaveCount(0);
});

for (const { path, english, rows } of [
  { path: '/forgot-password', english: 'Reset your password', rows: '[ROUTE-10]' },
  { path: '/reset-password?token=abc', english: 'Choose a new password', rows: '[ROUTE-10]' },
  { path: '/phone-verification', english: 'Verify your phone', rows: '[ROUTE-9, VERI-4]' },
]) {
  test(`${path} is accessible on a phone in light mode and a desktop in dark mode, in both languages ${rows}`, async ({
    page,
  }) => {
    const names = collectNames(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(english);
    await expectSoundBriefly(page);
    await readInHindi(page);
    await expectHindiOnly(page, names);
    await expectSoundBriefly(page);
  });
}

test('a site without a Google client does not offer "Continue with Google" [LOGIN-2, API-27]', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Continue with phone' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
});
