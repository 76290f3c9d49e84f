import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { textsOf } from '../../texts/texts.ts';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDoctor, makePatients, makeTown } from '../../testing/test-people.ts';
import { writeHelpSite } from './help-site.main.ts';

let app: TestApp;

before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

function open(url: string, language = 'en') {
  return app.send({ method: 'GET', url, headers: { 'accept-language': language } });
}

test('help opens without an account, names the buttons as the screen does, and may be cached', async () => {
  const { status, text, headers } = await open('/help/reception/not-here');
  assert.equal(status, 200);
  assert.ok(text.includes('press <b>Not here</b> (<kbd>h</kbd>)'), text);
  assert.ok(!text.includes('{{'));
  assert.ok(!text.includes('<script'));
  assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'/u);
  assert.equal(headers.get('cache-control'), 'public, max-age=300');
  assert.equal(headers.get('vary'), 'accept-language');
  assert.match((await open('/help/help.css')).headers.get('content-type') ?? '', /^text\/css/u);
});

test('help is in the language of the browser or of the link', async () => {
  const hindi = await open('/help/doctor/a-break', 'hi-IN');
  assert.match(hindi.text, /<html lang="hi" dir="ltr">/u);
  assert.match(hindi.text, /<h1>मुझे विराम चाहिए/u);
  const chosen = await open('/help/doctor/a-break?lang=hi', 'en');
  assert.equal(chosen.text, hindi.text);
});

test('a page that is only in English says so in the reader’s language, and names the buttons as the reader sees them', async () => {
  for (const language of languages.filter((each) => each !== 'en' && each !== 'hi')) {
    const { text } = await open('/help/patient/running-late', language);
    assert.match(text, /<html lang="en" dir="ltr">/u);
    assert.ok(text.includes(`>${textsOf('help', language).inEnglish}</p>`), language);
    assert.match(text, new RegExp(`<b lang="${language}" dir="(?:ltr|rtl)">`, 'u'));
  }
  assert.doesNotMatch((await open('/help/patient/running-late', 'hi')).text, /class="notice"/u);
  const urdu = await open('/help', 'ur');
  assert.match(urdu.text, /<html lang="ur" dir="rtl">/u);
  assert.match(urdu.text, /lang="en" dir="ltr">Book a time</u);
});

test('an unknown role or topic of help is answered 404 with a page that leads on', async () => {
  for (const url of ['/help/nobody', '/help/doctor/nothing', '/help/doctor/..%2f..%2fareas']) {
    const { status, text, headers } = await open(url);
    assert.equal(status, 404, url);
    assert.match(text, /There is no such help page[\s\S]*href="\/help\/doctor\/a-break\?lang=en"/u);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

test('the search of help finds pages by title and by text, in English and in Hindi', async () => {
  const first = async (words: string, language = 'en') => {
    const { text } = await open(`/help?q=${encodeURIComponent(words)}`, language);
    return /class="titles"><li><a href="([^"?]+)/u.exec(text)?.[1];
  };
  assert.equal(await first('patient not here'), '/help/reception/not-here');
  assert.equal(await first('sick'), '/help/doctor/i-am-sick-today');
  assert.equal(await first('printer'), '/help/reception/print-a-ticket-again');
  assert.equal(await first('बीमार', 'hi'), '/help/doctor/i-am-sick-today');
  // Many people leave out the dot below the letter.
  assert.equal(await first('काग़ज़ पर जवाब', 'hi'), await first('कागज पर जवाब', 'hi'));
});

test('a search of help without a result says so, shows every topic, and shows the words as text', async () => {
  const { status, text } = await open('/help?q=%3Cb%3Exylophone');
  assert.equal(status, 200);
  assert.match(text, /<h1>Nothing found<\/h1>[\s\S]*value="&lt;b&gt;xylophone"/u);
  assert.ok(text.includes('/help/patient/book-a-time?lang=en'));
  assert.equal((await open(`/help?q=${'x'.repeat(5000)}`)).status, 200);
});

test('help of a screen opens at the page of this screen and its view', async () => {
  const to = async (query: string) =>
    (await open(`/help?${query}&lang=hi`)).headers.get('location');
  assert.equal(await to('screen=/staff/queue/1'), '/help/reception/requests?lang=hi');
  const dashboard = 'screen=/hospital/dashboard';
  assert.equal(await to(dashboard), '/help/administrator/add-a-doctor?lang=hi');
  assert.equal(await to(`${dashboard}&view=team`), '/help/administrator/invite-the-team?lang=hi');
  assert.equal(await to(`${dashboard}&view=x`), '/help/administrator/add-a-doctor?lang=hi');
  assert.equal(await to('screen=//evil.example'), '/help?lang=hi');
});

test('a refusal links to the page of help that explains it to the reader of the screen [ERR-1]', async () => {
  const town = await makeTown(app);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const doctorId = await makeDoctor(app, town.hospitalId, {});
  const ask = () =>
    app.send({
      method: 'POST',
      url: '/api/queues/request',
      headers: { authorization: `Bearer ${patient.token}` },
      body: { doctorId },
    });
  await ask();
  const refused = await ask();
  assert.equal(refused.status, 409);
  assert.equal(refused.headers.get('link'), '</help?refusal=already_in_queue>; rel="help"');
  const missing = await app.send({ method: 'GET', url: '/api/hospitals/none' });
  assert.equal(missing.headers.get('link'), null);

  const to = async (query: string) =>
    (await open(`/help?${query}&lang=hi`)).headers.get('location');
  const full = 'refusal=line_full_now';
  assert.equal(await to(full), '/help/patient/request-refused?lang=hi');
  assert.equal(await to(`${full}&screen=/patient/queue`), '/help/patient/request-refused?lang=hi');
  const atDesk = `${full}&screen=/staff/queue/1`;
  assert.equal(await to(atDesk), '/help/administrator/too-many-patients?lang=hi');
  // A refusal without a page leads to the help of the screen.
  assert.equal(
    await to('refusal=toString&screen=/patient/queue'),
    await to('screen=/patient/queue'),
  );
});

test('the command help-site writes the same pages as files, with links between files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baari-help-'));
  try {
    assert.ok((await writeHelpSite(folder, join(folder, 'none'))) > 60);
    assert.deepEqual((await readdir(folder)).toSorted(), [
      'en',
      'help.css',
      'hi',
      'index.html',
      'plain.css',
    ]);
    const page = await readFile(join(folder, 'hi/doctor/a-break.html'), 'utf8');
    assert.match(page, /href="\.\.\/\.\.\/en\/doctor\/a-break\.html"/u);
    assert.doesNotMatch(page, /href="\/|<form/u);
  } finally {
    await rm(folder, { recursive: true });
  }
});
