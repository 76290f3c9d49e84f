import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  askForCode,
  forgetProofs,
  type IdentityTestApp,
  linkIn,
  makeIdentityTestApp,
  openBrowser,
  type Person,
  signUp,
  signUpByPhone,
} from '../testing/identity-app.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp({ hideAccounts: true });
});
after(() => world.close());

const tamil = /\p{Script=Tamil}/u;
const bengali = /\p{Script=Bengali}/u;

/** The header of a page in Bengali. */
const asked = { 'accept-language': 'bn' };

async function chooseTamil(userId: string): Promise<void> {
  await world.db.run(sql`
    insert into account_preferences (account_id, language, notify_email, notify_sms, notify_push)
    values (${userId}, 'ta', true, false, false)`);
}

/** Makes the person staff of a hospital whose language is Bengali. */
async function worksAtBengaliHospital(userId: string): Promise<void> {
  const { id } = await world.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email, departments,
      operating_hours, time_zone, languages)
    values ('H', 'clinic', '1', 'Kolkata', 'WB', '700001', '+913312345678', 'h@example.org', '{}',
      '{}', 'Asia/Kolkata', '{bn,en}')
    returning id`);
  await world.db.run(sql`
    insert into membership (user_id, hospital_id, role) values (${userId}, ${id}, 'receptionist')`);
}

/** Reads the latest message to an email address or phone number. */
async function latest(recipient: string): Promise<string> {
  const [message] = await world.mailsTo(recipient);
  return message?.plain ?? '';
}

/**
 * Maps the name of each message with a code or link to a function. The function requests the
 * message for a person with an email address and returns the recipient.
 */
const messages: Record<string, (person: Person) => Promise<string>> = {
  'a confirmation of the address': async ({ email, browser }) => {
    await browser.post('/send-verification-email', { email }, asked);
    return email;
  },
  'a link to a new password': async ({ email }) => {
    await openBrowser(world.app).post('/request-password-reset', { email }, asked);
    return email;
  },
  'word that the account exists': async ({ email, password }) => {
    const account = { name: 'Asha Rao', email, password };
    await openBrowser(world.app).post('/sign-up/email', account, asked);
    return email;
  },
};

for (const [name, send] of Object.entries(messages)) {
  test(`${name} is in the language that the account chose, or else in the language of the page`, async () => {
    const person = await signUp(world.app);
    assert.match(await latest(await send(person)), bengali);
    const other = await signUp(world.app);
    await chooseTamil(other.userId);
    assert.match(await latest(await send(other)), tamil);
  });
}

type ByPhone = Awaited<ReturnType<typeof signUpByPhone>>;

/**
 * Maps the name of each message with a code to a function. The function requests the message for a
 * person who signs in by phone and returns the recipient.
 */
const codes: Record<string, (person: ByPhone) => Promise<string>> = {
  'a code to sign in': async ({ phoneNumber }) => {
    await askForCode(openBrowser(world.app), phoneNumber, asked);
    return phoneNumber;
  },
  'a code that shows who somebody is': async ({ phoneNumber, browser }) => {
    await forgetProofs(world);
    await browser.post('/prove/send-code', {}, asked);
    return phoneNumber;
  },
  'a code for a new address': async ({ userId, browser }) => {
    const email = `${userId}@example.org`;
    await browser.post('/contact/email/send-code', { email }, asked);
    return email;
  },
};

for (const [name, send] of Object.entries(codes)) {
  test(`${name} is in the language that the account chose, or else in the language of the page`, async () => {
    assert.match(await latest(await send(await signUpByPhone(world))), bengali);
    const other = await signUpByPhone(world);
    await chooseTamil(other.userId);
    assert.match(await latest(await send(other)), tamil);
  });
}

type Asking = Readonly<Record<string, string>>;

async function askForLink({ email }: Person, asking: Asking): Promise<string> {
  await openBrowser(world.app).post('/request-password-reset', { email }, asking);
  return email;
}

async function resetPassword(person: Person, asking: Asking): Promise<string> {
  const { email, userId } = person;
  await world.db.run(sql`update identity."user" set email_verified = true where id = ${userId}`);
  await askForLink(person, asking);
  const [mail] = await world.mailsTo(email);
  const token = linkIn(mail).searchParams.get('token');
  const body = { token, newPassword: 'a good new one' };
  await openBrowser(world.app).post('/reset-password', body, asking);
  return email;
}

/**
 * Maps the name of each mail to staff to a function that causes it: a mail that a request sends,
 * and a mail that notifies the owner of a change.
 */
const ofStaff: Record<string, (person: Person, asking: Asking) => Promise<string>> = {
  'a link to a new password': askForLink,
  'word of a new password': resetPassword,
};

for (const [name, send] of Object.entries(ofStaff)) {
  test(`${name} is in the hospital’s language if Baari supports none of the browser’s languages`, async () => {
    for (const [asking, spoken] of [
      [{}, bengali],
      [{ 'accept-language': 'kn-IN' }, bengali],
      [{ 'accept-language': 'ta' }, tamil],
    ] as const) {
      const person = await signUp(world.app);
      await worksAtBengaliHospital(person.userId);
      assert.match(await latest(await send(person, asking)), spoken);
    }
  });
}
