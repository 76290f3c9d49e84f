/** Malicious files that a hospital's member uploads [SEC-11, SEC-16]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import { assertRefused, digestOf, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenReport } from '../testing/test-bodies.ts';
import { onePagePdf, pdfStream } from '../testing/test-pdf.ts';
import { chunk, pngOf } from '../testing/test-pictures.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
});
after(() => app.close());

async function writeReport(): Promise<string> {
  const body = givenReport(patient.userId, town.doctorId);
  return (await get(app, town.receptionist, 'createReport', { body })).report.id;
}

async function upload(id: string, type: string, bytes: Buffer) {
  const answer = await app.app.http.inject({
    method: 'PUT',
    url: `/api/hospital/reports/${id}/file`,
    headers: { authorization: `Bearer ${town.receptionist.token}`, 'content-type': type },
    payload: bytes,
  });
  const { statusCode: status, body: text } = answer;
  const read: unknown = answer.json();
  return { status, text, body: read, headers: new Headers() };
}

/** Sends a file as the hospital and returns the file that the patient then reads. */
async function sentAndRead(type: string, bytes: Buffer): Promise<Buffer> {
  const id = await writeReport();
  const sent = await upload(id, type, bytes);
  assert.equal(sent.status, 200, sent.text);
  const answer = await app.app.http.inject({
    url: `/api/reports/${id}/file`,
    headers: { authorization: `Bearer ${patient.token}` },
  });
  assert.equal(answer.statusCode, 200);
  return answer.rawPayload;
}

test('a PDF with an embedded script and file reaches the patient without them [SEC-11]', async () => {
  const given = onePagePdf({
    catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
    page: '/Annots [<< /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /EF << /F 5 0 R >> >> >>]',
    more: [pdfStream('MZ virus', '/Type /EmbeddedFile')],
  });
  const read = (await sentAndRead('application/pdf', given)).toString('latin1');
  assert.ok(read.startsWith('%PDF-'));
  assert.ok(!/JavaScript|virus|EmbeddedFile/u.test(read));
});

test('an uploaded picture that is also a valid web page or archive is only a picture after the upload [SEC-11]', async () => {
  const page = Buffer.from('<script>alert(document.cookie)</script>');
  const archive = Buffer.from('PK\u0003\u0004 virus.exe');
  const given = Buffer.concat([pngOf(2, 2, [chunk('tEXt', page)]), archive]);
  const read = await sentAndRead('image/png', given);
  assert.deepEqual(read, pngOf(2, 2));
});

const hostile: Readonly<Record<string, readonly [string, RefusalCode, () => Buffer]>> = {
  'a picture of four thousand million pixels': [
    'image/png',
    'image_too_large',
    () => pngOf(65_535, 65_535),
  ],
  'a picture of 69 bytes and a hundred million pixels': [
    'image/png',
    'image_too_large',
    () => pngOf(10_000, 10_000),
  ],
  'a picture of no size': ['image/png', 'file_type_refused', () => pngOf(0, 2)],
  'a picture without a picture': [
    'image/jpeg',
    'file_type_refused',
    () => Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 1, 0xff, 0xd9]),
  ],
  'an encrypted PDF': [
    'application/pdf',
    'file_locked',
    () => onePagePdf({ trailer: '/Encrypt << /Filter /Standard /V 2 >>' }),
  ],
  'a PDF that unpacks to more than a machine holds': [
    'application/pdf',
    'file_too_complex',
    () => onePagePdf({ more: [packedZeros()] }),
  ],
  'a PDF whose page unpacks to 400 MB': [
    'application/pdf',
    'pdf_too_large',
    () => onePagePdf({ page: '/Resources 5 0 R', more: [zeros('/Filter /FlateDecode')] }),
  ],
  'a PDF whose page is packed twice and unpacks to 400 MB': [
    'application/pdf',
    'pdf_too_large',
    () =>
      onePagePdf({
        page: '/Resources 5 0 R',
        more: [zeros('/Filter [/FlateDecode /FlateDecode]', 2)],
      }),
  ],
  'a PDF with a picture of a hundred million pixels': [
    'application/pdf',
    'image_too_large',
    () =>
      onePagePdf({
        page: '/Resources << /XObject << /A 5 0 R >> >>',
        more: [
          pdfStream(
            deflateSync(Buffer.alloc(9)),
            '/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /Filter /FlateDecode',
          ),
        ],
      }),
  ],
  'a PDF that is nothing but beginnings': [
    'application/pdf',
    'file_type_refused',
    () => Buffer.from(`%PDF-1.7\n${'1 0 obj << '.repeat(500)}`),
  ],
};

/** A PDF stream of 2 MB that a reader must unpack to 400 MB of zeros (a decompression bomb). */
function packedZeros(): Buffer {
  const packed = deflateSync(Buffer.alloc(400 * 1024 * 1024), { level: 1 });
  return pdfStream(packed, '/Type /ObjStm /N 1 /First 10 /Filter /FlateDecode');
}

/** A PDF content stream of 400 MB of zeros, compressed this many times. */
function zeros(entries: string, times = 1): Buffer {
  let packed = Buffer.alloc(400 * 1024 * 1024);
  for (let time = 0; time < times; time += 1) packed = deflateSync(packed, { level: 1 });
  return pdfStream(packed, entries);
}

for (const [what, [type, code, bytes]] of Object.entries(hostile)) {
  test(`${what} is refused, changes nothing and delays nobody [SEC-11, SEC-16]${what.includes('unpacks') ? ' @long' : ''}`, async () => {
    const id = await writeReport();
    const before = await digestOf(app.db);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const given = bytes();
    turns = 0;
    const answer = await upload(id, type, given);
    clearInterval(timer);
    assertRefused(answer, code, what);
    assert.ok(turns > 0, 'the event loop went on turning');
    assert.equal(await digestOf(app.db), before);
    await get(app, undefined, 'getSite');
  });
}
