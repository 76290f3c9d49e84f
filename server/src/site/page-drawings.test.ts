import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sentWithPageId } from '@baari/contract/sent-with-page.ts';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, type TestPerson } from '../testing/test-people.ts';
import { makeTestPages } from '../testing/test-pages.ts';

/**
 * The script of a fake page for the tests. It shows the signed-in person, and tries to keep state
 * for the next rendering.
 */
const drawPage = `
let drawn = 0;
exports.drawPage = async (language) => {
  drawn += 1;
  globalThis.kept = [...(globalThis.kept ?? []), drawn];
  const { user } = JSON.parse(document.getElementById('${sentWithPageId}').textContent);
  if (user.name === 'Nobody Draws') throw new Error(user.name);
  if (user.name === 'Never Ends') await new Promise(() => undefined);
  if (user.name === 'Busy For Ever') for (;;);
  setInterval(() => undefined, 1000);
  const shape = matchMedia('(min-width: 48rem)').matches ? 'screen' : 'phone';
  return ['<p>', drawn, globalThis.kept.length, user.name, language, location.pathname, shape, '</p>'].join(' ');
};
`;
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/150 Mobile Safari/537.36' };

const opened = new AsyncDisposableStack();
let world: TestApp;
before(async () => {
  const pages = [
    { path: '/patient/queue', asks: ['/api/queues/open'], isPrerendered: true },
    { path: '/patient/reports', asks: ['/api/queues/open'] },
  ];
  const { folder } = opened.use(await makeTestPages(pages, { drawPage }));
  world = await makeTestApp({ isListening: true, webFolder: folder });
  opened.defer(() => world.close());
});
after(() => opened.disposeAsync());

async function open(
  person: TestPerson | undefined,
  headers: Record<string, string> = {},
  url = '/patient/queue',
): Promise<string> {
  const { body } = await world.app.http.inject({
    method: 'GET',
    url,
    headers: {
      accept: 'text/html',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      ...headers,
      ...(person && { cookie: `baari.session_token=${encodeURIComponent(person.session)}` }),
    },
  });
  return body;
}

/**
 * Opens a page again and again until it is prerendered, since the rendering thread may not have
 * started when the first page is sent.
 */
async function openPrerendered(
  person: TestPerson,
  headers?: Record<string, string>,
): Promise<string> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const page = await open(person, headers);
    if (page.includes('data-drawn') || Date.now() > deadline) return page;
  }
}

const rootOf = (page: string) =>
  /<div id="root">(?<drawn>.*?)<\/div>/su.exec(page)?.groups?.['drawn'];

test('each page is rendered on the server for its own reader, separately from the pages of earlier visitors [SEC-3, SEC-12]', async () => {
  for (const name of ['Asha Verma', 'Ravi Shah']) {
    const page = await openPrerendered(await makePerson(world, { name }));
    assert.equal(rootOf(page), `<p> 1 1 ${name} en /patient/queue screen </p>`);
  }
  const both = await Promise.all(
    ['Meera Rao', 'Imran Khan'].map(async (name) =>
      openPrerendered(await makePerson(world, { name })),
    ),
  );
  assert.deepEqual(both.map(rootOf), [
    '<p> 1 1 Meera Rao en /patient/queue screen </p>',
    '<p> 1 1 Imran Khan en /patient/queue screen </p>',
  ]);
});

test('a page is rendered in the reader’s language and text direction, and for a phone in the phone layout [PROF-1]', async () => {
  const patient = await makePerson(world, { name: 'Asha Verma' });
  const page = await openPrerendered(patient, { ...phone, 'accept-language': 'ur' });
  assert.equal(rootOf(page), '<p> 1 1 Asha Verma ur /patient/queue phone </p>');
  assert.match(page, /<html lang="ur" dir="rtl" data-script="Arab" data-drawn/u);
  assert.match(page, new RegExp(`id="${sentWithPageId}"`, 'u'));
});

test('a page that the server cannot render in time is sent with its data and rendered by the browser [SEC-16] @long', async () => {
  for (const name of ['Nobody Draws', 'Never Ends', 'Busy For Ever']) {
    const page = await open(await makePerson(world, { name }));
    assert.equal(rootOf(page), '<div>…', name);
    assert.match(page, new RegExp(`id="${sentWithPageId}"`, 'u'));
  }
  const page = await openPrerendered(await makePerson(world, { name: 'Asha Verma' }));
  assert.match(rootOf(page) ?? '', /Asha Verma/u);
});

test('the server renders no page without a session, for a program or a prefetch, and no page that only the browser should render [AUTH-1, SEC-12]', async () => {
  const patient = await makePerson(world, { name: 'Asha Verma' });
  await openPrerendered(patient);
  const pages = [
    await open(undefined),
    await open(patient, { 'sec-fetch-dest': 'empty' }),
    await open(patient, { 'sec-purpose': 'prefetch' }),
    await open(patient, {}, '/patient/reports'),
  ];
  for (const page of pages) assert.equal(rootOf(page), '<div>…');
});
