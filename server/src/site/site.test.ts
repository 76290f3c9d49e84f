import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TextPageName, textPageNames } from '@baari/contract/hospital/site.ts';
import sql from 'sql-template-tag';
import { ConfigError, readConfig } from '../config.ts';
import { listOutboxMessages, type OutboxMessage } from '../platform/messages/outbox.store.ts';
import { version } from '../platform/version.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { tidyContact } from './send-contact-message.use-case.ts';
import { readTextPages } from './text-pages.ts';

const mailbox = 'hello@baari.local';
const letter = {
  name: 'Asha Rao',
  email: 'asha@example.org',
  hospital: 'Sunrise Clinic',
  message: 'Do you open on Sundays?\n\nBest, Asha',
};

let app: TestApp;
let folder: string;

before(async () => {
  app = await makeTestApp({ rateLimit: true });
  folder = await mkdtemp(join(tmpdir(), 'baari-pages-'));
});
beforeEach(async () => {
  // Each test begins in a new hour, so that limits per hour do not add up.
  app.clock.advance(3_600_001);
  await mails();
  await app.db.run(sql`delete from outbox_message`);
  await app.db.run(sql`delete from job`);
  await app.db.run(sql`delete from contact_message`);
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** All mails in the outbox, after all queued mails were sent. */
async function mails(): Promise<OutboxMessage[]> {
  for (;;) {
    const { waiting } = await app.db.one<{ waiting: number }>(
      sql`select count(*) as waiting from job where finished_at is null`,
    );
    if (waiting === 0) return listOutboxMessages(app.db, 100);
    await sleep(10);
  }
}

async function keptMessages(): Promise<number> {
  const row = await app.db.one<{ count: number }>(
    sql`select count(*) as count from contact_message`,
  );
  return row.count;
}

function send(body: object = letter) {
  return call(app, undefined, 'sendContactMessage', { body });
}

test('a message of the contact form is stored, and is mailed to the configured mailbox only [ROUTE-27]', async () => {
  const { receivedAt } = await get(app, undefined, 'sendContactMessage', { body: letter });
  assert.equal(new Date(receivedAt).getTime() <= app.clock.now().getTime(), true);
  const kept = await app.db.one(sql`select name, email, hospital, message from contact_message`);
  assert.deepEqual(kept, letter);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.equal(mail?.recipient, mailbox);
  assert.equal(mail.subject, 'Contact form: Asha Rao');
  assert.match(mail.plain, /asha@example\.org[\s\S]*Sunrise Clinic[\s\S]*Do you open on Sundays/u);
});

test('a message of the contact form is not stored if its mail could not be queued [ROUTE-27]', async () => {
  await app.owner.query('alter table job rename to job_away');
  try {
    assert.equal((await send()).status, 500);
    assert.equal(await keptMessages(), 0);
  } finally {
    await app.owner.query('alter table job_away rename to job');
  }
});

test('the contact form cannot be misused to write to others or to add a header [ROUTE-27, SEC-12]', async () => {
  const evil = {
    ...letter,
    name: 'Eve\r\nBcc: victim@example.org',
    hospital: 'X\r\nTo: victim@example.org',
    message: '<script>alert(1)</script>\r\n.\r\nRCPT TO:<victim@example.org>',
  };
  assert.equal((await send(evil)).status, 201);
  for (const email of ['a@b.org\r\nBcc: c@d.org', 'a@b.org, c@d.org', 'a <a@b.org>', 'a b@c.org']) {
    assertRefused(await send({ ...letter, email }), 'invalid_request', email);
  }
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.equal(mail?.recipient, mailbox);
  assert.equal(mail.subject, 'Contact form: Eve Bcc: victim@example.org');
  assert.doesNotMatch(mail.html, /<script/u);
});

test('each missing field of a contact message is named [ROUTE-27]', async () => {
  const answer = await send({ name: ' ', email: 'nobody', message: '' });
  assertRefused(answer, 'invalid_request');
  for (const field of ['name', 'email', 'message']) assert.match(answer.text, RegExp(field, 'u'));
  assert.equal(await keptMessages(), 0);
});

test('the sixth message from one address within an hour is refused with the time to wait [ROUTE-27]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => send({ ...letter, message: `Message ${number}` })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 3);
  assert.equal(await keptMessages(), 5);
  const [first] = refused;
  assert.ok(first !== undefined);
  assertRefused(first, 'too_many_attempts');
  const wait = Number(first.headers.get('retry-after'));
  // Concurrent requests may read the clock a millisecond apart, so the seconds to wait are not
  // exact.
  assert.ok(wait > 3500 && wait <= 3601, String(wait));
  app.clock.advance(3_600_001);
  assert.equal((await send({ ...letter, message: 'Later' })).status, 201);
});

test('a contact message that is sent again after a lost answer arrives once [ROUTE-27]', async () => {
  const answers = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal(await keptMessages(), 1);
  assert.equal((await mails()).length, 1);
});

test('a contact message is deleted after a year, as the privacy page says [ROUTE-26, ROUTE-27]', async () => {
  await send();
  const day = 86_400_000;
  const later = (days: number) => ({ now: () => new Date(app.clock.now().getTime() + days * day) });
  await tidyContact(app.db, later(364));
  assert.equal(await keptMessages(), 1);
  await tidyContact(app.db, later(366));
  assert.equal(await keptMessages(), 0);
});

test('the site shows the mailbox and the figures that the operator set [LAND-3, LAND-5]', async () => {
  const site = await get(app, undefined, 'getSite');
  assert.equal(site.contactEmail, mailbox);
  assert.deepEqual(site.figures, {
    lessWaiting: '40%',
    hospitals: '25+',
    patientsServed: '10K+',
  });
  const chosen = readConfig({ LANDING_FIGURES: '12%, 3, 900' }).landingFigures;
  assert.deepEqual(chosen, { lessWaiting: '12%', hospitals: '3', patientsServed: '900' });
});

for (const figures of ['40%', '1,2', '1,2,3,4', ',,', '1, ,3', `1,2,${'9'.repeat(60)}`]) {
  test(`the server refuses to start with the landing-page figures "${figures.slice(0, 12)}" and names the setting [LAND-3]`, () => {
    assert.throws(() => readConfig({ LANDING_FIGURES: figures }), /LANDING_FIGURES/u);
  });
}

test('the pages “About”, “Terms” and “Privacy” exist in both languages, each with a title [ROUTE-26]', async () => {
  for (const id of textPageNames) {
    for (const language of ['en', 'hi']) {
      const { page } = await get(app, undefined, 'getTextPage', { id, query: { language } });
      assert.equal(page.language, language);
      assert.equal(/[\u0900-\u097f]/u.test(page.title), language === 'hi');
      assert.ok(page.blocks.length > 5);
    }
  }
  assertRefused(await call(app, undefined, 'getTextPage', { id: '../secret' }), 'not_found');
});

async function ownPages(files: Readonly<Record<string, string>>): Promise<string> {
  const own = await mkdtemp(join(folder, 'own-'));
  for (const [file, text] of Object.entries(files)) {
    const [language = '', name = ''] = file.split('/');
    await mkdir(join(own, language), { recursive: true });
    await writeFile(join(own, language, name), text);
  }
  return own;
}

async function titles(pagesDir: string, name: TextPageName) {
  const { en, hi } = (await readTextPages(pagesDir))[name];
  return { en: en?.title, hi: hi?.title };
}

test('the operator’s own file replaces a built-in page, and the other pages stay [ROUTE-26]', async () => {
  const own = await ownPages({
    'en/about.md': '# Sunrise queue\n\nOurs.',
    'hi/about.md': '# सनराइज़ कतार\n\nहमारा।',
  });
  assert.deepEqual(await titles(own, 'about'), { en: 'Sunrise queue', hi: 'सनराइज़ कतार' });
  assert.deepEqual(await titles(own, 'terms'), { en: 'Terms', hi: 'शर्तें' });
});

test('terms that the operator wrote in one language are not mixed with built-in terms in the other [ROUTE-26]', async () => {
  const own = await ownPages({ 'en/terms.md': '# House rules\n\nBe kind.' });
  assert.deepEqual(await titles(own, 'terms'), { en: 'House rules', hi: undefined });
});

test('markup in an operator’s text stays text, and no link leads to a script [ROUTE-26, SEC-12]', async () => {
  const own = await ownPages({
    'en/about.md':
      '# A & B\n\nSee <img src=x onerror=alert(1)> **bold [us](/contact)**\n\n<script>alert(1)</script>\n',
  });
  const page = (await readTextPages(own)).about.en;
  assert.deepEqual(page?.blocks, [
    {
      kind: 'paragraph',
      line: [
        { text: 'See ', marks: [], href: null },
        { text: '<img src=x onerror=alert(1)>', marks: [], href: null },
        { text: ' ', marks: [], href: null },
        { text: 'bold ', marks: ['strong'], href: null },
        { text: 'us', marks: ['strong'], href: '/contact' },
      ],
    },
    {
      kind: 'paragraph',
      line: [{ text: '<script>alert(1)</script>', marks: [], href: null }],
    },
  ]);
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'vbscript:x',
  ]) {
    const bad = await ownPages({ 'en/about.md': `# T\n\n[x](${address})\n` });
    await assert.rejects(readTextPages(bad), /about\.md cannot be shown, a link to/u, address);
  }
});

for (const [what, text] of Object.entries({
  'no title': 'Just words.',
  'a picture': '# T\n\n![x](x.png)',
  'a list in a list': '# T\n\nx\n\n- a\n  - b',
  'nothing below its title': '# T',
})) {
  test(`the server refuses to start if an operator’s text has ${what}, and names the file [ROUTE-26]`, async () => {
    const own = await ownPages({ 'hi/privacy.md': text });
    await assert.rejects(readTextPages(own), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /PAGES_DIR.*hi.privacy\.md/u);
      return true;
    });
  });
}

test('the server refuses to start if the configured folder with the operator’s texts is missing [ROUTE-26]', async () => {
  await assert.rejects(readTextPages(join(folder, 'nowhere')), /PAGES_DIR/u);
});

test('search engines may index the public pages and no others [LAND-5]', async () => {
  const robots = await app.send({ method: 'GET', url: '/robots.txt' });
  assert.match(robots.text, /Disallow: \/api\/\n[\s\S]*Sitemap: http:\/\/localhost:3999\/sitemap/u);
  const sitemap = await app.send({ method: 'GET', url: '/sitemap.xml' });
  assert.match(String(sitemap.headers.get('content-type')), /application\/xml/u);
  for (const path of ['/', '/help', '/about', '/terms', '/privacy', '/contact', '/signup']) {
    assert.ok(sitemap.text.includes(`<loc>http://localhost:3999${path}</loc>`), path);
  }
  assert.doesNotMatch(sitemap.text, /patient\/|hospital\/|dev/u);
});

test('monitoring can read which version runs [WORK-2]', async () => {
  const health = await app.send({ method: 'GET', url: '/api/health' });
  assert.deepEqual(health.body, { status: 'ok', version });
});
