import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { textsOf } from '../../texts/texts.ts';
import { mountHelp } from './help.routes.ts';
import { writeHelpSite } from './help-site.main.ts';

let folder: string;
let pictures: string;
let app: FastifyInstance;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baari-help-'));
  pictures = join(folder, 'pictures');
  await draw('en/doctor/a-break.png', png(640, 480));
  await draw('hi/doctor/a-break.png', png(640, 500));
  await draw('en/patient/running-late.png', png(585, 1050));
  await draw('en/doctor/no-such-page.png', png(10, 10));
  await draw('en/doctor/my-hours.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await draw('secret.png', png(10, 10));
  app = helpWith(pictures);
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function helpWith(pictureFolder: string): FastifyInstance {
  const made = Fastify();
  mountHelp({ app: made, rateLimit: false, pictureFolder });
  return made;
}

async function draw(path: string, bytes: Buffer): Promise<void> {
  const file = join(pictures, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

/** The beginning of a PNG file of this size, which is all that the server reads. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\u0089PNG\r\n\u001a\n', 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function open(url: string, language = 'en', of = app) {
  const headers = { 'accept-language': language };
  const { statusCode, body, headers: given, rawPayload } = await of.inject({ url, headers });
  return { status: statusCode, text: body, headers: given, bytes: rawPayload };
}

test('a help page shows the picture of its own language, with its words and its size', async () => {
  const { text } = await open('/help/doctor/a-break');
  const tag =
    '<img src="/help/pictures/en/doctor/a-break.png" alt="Picture of the screen: I need a break, or I am late" width="640" height="480" loading="lazy">';
  assert.ok(text.includes(tag), text);
  assert.ok(text.indexOf('</ol>') < text.indexOf(tag), 'the steps come first');
  const hindi = await open('/help/doctor/a-break', 'hi');
  assert.match(
    hindi.text,
    /<img src="\/help\/pictures\/hi\/doctor\/a-break\.png"[^>]*height="500"/u,
  );
  // A phone's picture has more pixels than its place on the page.
  const { text: ofPatient } = await open('/help/patient/running-late');
  assert.match(ofPatient, /running-late\.png"[^>]*width="390" height="700"/u);
});

test('a reader without a page in the own language sees the English picture, described in the own language', async () => {
  const others = languages.filter((each) => each !== fallbackLanguage && each !== 'hi');
  assert.equal(others.length, 8);
  for (const language of others) {
    const { text } = await open('/help/doctor/a-break', language);
    const [, alt = ''] =
      /src="\/help\/pictures\/en\/doctor\/a-break\.png" alt="([^"]+)"/u.exec(text) ?? [];
    assert.equal(alt, textsOf('help', language).picture('I need a break, or I am late'), language);
    assert.ok(!alt.startsWith('Picture'), language);
  }
});

test('a help page without a drawn picture has none, and the same words', async () => {
  const bare = helpWith(join(folder, 'nothing'));
  try {
    const { status, text } = await open('/help/doctor/a-break', 'en', bare);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /<img/u);
    assert.match(text, /<ol>/u);
  } finally {
    await bare.close();
  }
  assert.doesNotMatch((await open('/help/doctor/my-queue')).text, /<img/u);
  // A picture in another language than the page would name other buttons.
  assert.doesNotMatch((await open('/help/patient/running-late', 'hi')).text, /<img/u);
  assert.doesNotMatch((await open('/help/doctor/my-hours')).text, /<img/u, 'a file that is no PNG');
});

test('the picture of a help page is served as a PNG that may be cached as the page is', async () => {
  const { status, headers, bytes } = await open('/help/pictures/hi/doctor/a-break.png');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'image/png');
  assert.equal(headers['cache-control'], 'public, max-age=300');
  assert.deepEqual(bytes, png(640, 500));
});

test('a picture of an unknown name, and a path that leaves the folder, are answered 404', async () => {
  await writeFile(join(folder, 'outside.png'), png(10, 10));
  const names = [
    'en/doctor/nothing.png',
    'en/doctor/no-such-page.png',
    'en/doctor/my-hours.png',
    'en/doctor/a-break',
    'en/doctor/a-break.svg',
    'xx/doctor/a-break.png',
    'en/doctor/',
    '',
    'secret.png',
    '..%2foutside.png',
    '..%2f..%2fpackage.json',
    '%2e%2e%2foutside.png',
    '..%5coutside.png',
    '%252e%252e%252foutside.png',
    'en/..%2f..%2foutside.png',
    'en/doctor/..%2fdoctor%2fa-break.png',
    'en/doctor/a-break.png%00',
    encodeURIComponent(join(folder, 'outside.png')),
    '__proto__',
    'constructor.png',
  ];
  for (const name of names) {
    const { status, headers, text } = await open(`/help/pictures/${name}`);
    assert.equal(status, 404, name);
    assert.match(String(headers['content-type']), /^text\/html/u, name);
    assert.equal(headers['cache-control'], 'no-store', name);
    assert.match(text, /There is no such help page/u);
  }
});

test('a picture deleted after the start is answered 404', async () => {
  await draw('en/reception/walk-in.png', png(100, 100));
  const other = helpWith(pictures);
  try {
    const url = '/help/pictures/en/reception/walk-in.png';
    assert.equal((await open(url, 'en', other)).status, 200);
    await rm(join(pictures, 'en/reception/walk-in.png'));
    assert.equal((await open(url, 'en', other)).status, 404);
  } finally {
    await other.close();
  }
});

test('the command help-site copies the pictures and links to them relatively', async () => {
  const site = join(folder, 'site');
  await writeHelpSite(site, pictures);
  const copied = await readFile(join(site, 'pictures/hi/doctor/a-break.png'));
  assert.deepEqual(copied, png(640, 500));
  const page = await readFile(join(site, 'hi/doctor/a-break.html'), 'utf8');
  assert.match(page, /<img src="\.\.\/\.\.\/pictures\/hi\/doctor\/a-break\.png"/u);
  const hindi = await readFile(join(site, 'hi/doctor/my-queue.html'), 'utf8');
  assert.doesNotMatch(hindi, /<img/u);
  await assert.rejects(readFile(join(site, 'pictures/secret.png')));
});
