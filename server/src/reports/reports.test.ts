/** Reports as hospitals write them and patients read them [RPT-1]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Language } from '@baari/contract/languages.ts';
import { constants, inflateSync } from 'node:zlib';
import { reportFileMaxBytes } from '@baari/contract/report.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { givenReport, smallPdf } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { keptPdf } from '../testing/test-reports.ts';
import { loadFonts } from './report-fonts.thread.ts';
import { drawReport } from './report-pdf.thread.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let stranger: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  stranger = await makePerson(app, { name: 'Ravi Nair' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, stranger, 'requestPlace', { body: { doctorId: town.otherDoctorId } });
  // What holds where a hospital lets fewer of its staff read is in report-access.test.ts.
  await get(app, town.admin, 'setReportReaders', {
    body: { doctors: true, receptionists: true, administrators: true },
  });
});
after(() => app.close());

async function write(given: Record<string, unknown> = {}): Promise<string> {
  const body = { ...givenReport(patient.userId, town.doctorId), ...given };
  return (await get(app, town.receptionist, 'createReport', { body })).report.id;
}

interface Sent {
  readonly type?: string;
  readonly name?: string;
  readonly bytes: Buffer;
}

/** Bytes as they are, which the JSON calls of the other tests cannot send. */
async function upload(
  id: string,
  { type, name, bytes }: Sent,
): Promise<Pick<TestAnswer, 'status' | 'body' | 'text'> & { headers: Headers }> {
  const answer = await app.app.http.inject({
    method: 'PUT',
    url: `/api/hospital/reports/${id}/file`,
    headers: {
      authorization: `Bearer ${town.receptionist.token}`,
      'content-type': type ?? 'application/pdf',
      ...(name === undefined ? {} : { 'x-file-name': encodeURIComponent(name) }),
    },
    payload: bytes,
  });
  return {
    status: answer.statusCode,
    headers: new Headers(),
    text: answer.body,
    body: answer.json(),
  };
}

test('a new report is told to its patient once, without a word of what it says [RPT-1, SEC-12]', async () => {
  const id = await write({ title: 'Biopsy of the left lung' });
  const { rows } = await app.db.pool.query<{ payload: string }>(
    `select payload::text from job
     where kind = 'notice' and payload->'message'->>'to' = $1 order by id desc limit 1`,
    [patient.email],
  );
  assert.match(rows[0]?.payload ?? '', /There is a new report for you/u);
  assert.doesNotMatch(rows[0]?.payload ?? '', /Biopsy/u);
  const told = await app.db.many(sql`select kind from notice where about = ${id}`);
  assert.deepEqual(told, [{ kind: 'report' }]);
});

test('a report goes to the patient, with doctor, hospital and date, and is on record [RPT-1, PAT-13, SEC-13]', async () => {
  const id = await write({ title: 'Thyroid', type: 'lab_result' });
  const { reports } = await get(app, patient, 'listOwnReports', { query: { search: 'thyr' } });
  const [report] = reports;
  assert.ok(report !== undefined && reports.length === 1);
  assert.equal(report.id, id);
  assert.equal(report.specialty, 'Cardiology');
  assert.equal(report.status, 'completed');
  assert.equal(report.hospitalId, town.hospitalId);
  assert.equal(report.downloadUrl, `/api/reports/${id}/pdf`);
  await get(app, town.colleague, 'getReport', { id });
  const trail = await app.db.many<{ action: string }>(sql`
    select action from audit where entry_id = ${id} order by id`);
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['write report', 'read report'],
  );
});

test('reports are found by title, doctor or specialty, and narrowed by type and hospital [PAT-13, ADM-7]', async () => {
  const id = await write({ title: '100%_sure', type: 'imaging' });
  for (const search of ['100%_S', 'cardiol']) {
    const { reports } = await get(app, patient, 'listOwnReports', { query: { search } });
    assert.ok(
      reports.some((report) => report.id === id),
      search,
    );
  }
  const { reports } = await get(app, patient, 'listOwnReports', { query: { search: '1%_' } });
  assert.equal(reports.length, 0, 'signs are text, not wildcards');
  const typed = await get(app, patient, 'listOwnReports', { query: { type: 'imaging' } });
  assert.deepEqual(
    typed.reports.map((report) => report.type),
    ['imaging'],
  );
  const query = { hospitalId: town.otherHospitalId };
  assert.equal((await get(app, patient, 'listOwnReports', { query })).reports.length, 0);
});

test("today is the hospital's own day, and days to come are refused [ADM-7]", async () => {
  const now = app.clock.now();
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('Asia/Kolkata')
    .toPlainDate();
  const old = await write({ title: 'Old', date: today.subtract({ days: 40 }).toString() });
  const fresh = await write({ title: 'Fresh' });
  const all = await get(app, town.admin, 'listHospitalReports');
  assert.ok(all.reports.some(({ id }) => id === old));
  for (const period of ['today', 'week', 'month']) {
    const { reports } = await get(app, town.admin, 'listHospitalReports', { query: { period } });
    assert.ok(reports.some(({ id }) => id === fresh) && !reports.some(({ id }) => id === old));
  }
  const body = {
    ...givenReport(patient.userId, town.doctorId),
    date: today.add({ days: 1 }).toString(),
  };
  assertRefused(await call(app, town.admin, 'createReport', { body }), 'invalid_request');
});

test('nobody writes for a stranger or in the name of another hospital’s doctor [RPT-1, ROLE-7]', async () => {
  const before = await digestOf(app.db);
  for (const [patientId, doctorId] of [
    [stranger.userId, town.doctorId],
    [patient.userId, town.otherDoctorId],
  ] as const) {
    const body = givenReport(patientId, doctorId);
    assertRefused(await call(app, town.admin, 'createReport', { body }), 'not_found');
  }
  assert.equal(await digestOf(app.db), before);
  const { patients } = await get(app, town.admin, 'findReportPatients', { body: { search: 'a' } });
  assert.deepEqual(
    patients.map(({ name }) => name),
    ['Asha Rao'],
  );
});

test('a file comes back as an attachment, never to be guessed at or kept [SEC-11, SEC-12]', async () => {
  const id = await write();
  const bytes = Buffer.from(smallPdf);
  const sent = await upload(id, { bytes, name: '../जाँच <b>.exe' });
  assert.equal(sent.status, 200, sent.text);
  const answer = await call(app, patient, 'downloadReportFile', { id });
  assert.equal(answer.text, keptPdf.toString());
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="[^"]+\.pdf"/u,
  );
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assertRefused(await upload(id, { bytes }), 'report_has_file');
  assertRefused(await call(app, stranger, 'downloadReportFile', { id }), 'not_found');
  const none = await write();
  assertRefused(await call(app, patient, 'downloadReportFile', { id: none }), 'not_found');
});

test('what is not a PDF, PNG or JPEG to the last rule is refused and not kept [SEC-11]', async () => {
  const id = await write();
  const before = await digestOf(app.db);
  const wrong: readonly Sent[] = [
    { bytes: Buffer.from('<html><script>alert(1)</script>') },
    { bytes: Buffer.from(`<html>${smallPdf}`) },
    { bytes: Buffer.from(smallPdf), type: 'image/png' },
    { bytes: Buffer.from('GIF89a%PDF-1.4'), type: 'image/jpeg' },
    { bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), type: 'image/png' },
    { bytes: Buffer.from(smallPdf), type: 'text/html' },
    { bytes: Buffer.from('{"a":1}'), type: 'application/json' },
  ];
  for (const sent of wrong) assertRefused(await upload(id, sent), 'file_type_refused', sent.type);
  const big = Buffer.alloc(reportFileMaxBytes + 1, smallPdf);
  assertRefused(await upload(id, { bytes: big }), 'file_too_large');
  assert.equal(await digestOf(app.db), before);
  const most = await upload(id, { bytes: big.subarray(0, -1) });
  assert.equal(most.status, 200, 'exactly 10 MB is taken');
});

test('marks and formulas stay text, in the answer and on paper [SEC-12]', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const summary = "=cmd|'/c calc'!A1\n(\\051) Tj ET";
  const id = await write({ title, summary });
  const { report } = await get(app, patient, 'getReport', { id });
  assert.equal(report.title, title);
  assert.equal(report.summary, summary);
  const answer = await call(app, patient, 'printReport', { id });
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.ok(answer.text.startsWith('%PDF-') && !answer.text.includes('/JavaScript'));
});

const lakeside = {
  name: 'Lakeside Hospital',
  address: '9 Lake Road',
  city: 'Udaipur',
  state: 'Rajasthan',
  zip_code: '313001',
  phone: '+912942000009',
  email: 'desk@lakeside.example',
};

test('a printed report carries the head of the hospital and both scripts [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const summary = `रक्तचाप सामान्य है। Next visit: ₹500.\n\n=cmd() <b>bold</b>\n${'A long line of words. '.repeat(400)}`;
  const bytes = await drawReport(lakeside, { ...report, summary }, 'en');
  const raw = Buffer.from(bytes).toString('latin1');
  assert.ok(raw.startsWith('%PDF-'));
  assert.ok((raw.match(/\/Type \/Page\b/gu) ?? []).length >= 2, 'as many pages as it needs');
  assert.ok((raw.match(/\/FontFile2 /gu) ?? []).length >= 3, 'the fonts travel with it');
  const drawn = charactersIn(bytes);
  for (const character of 'रक्तचापहै₹<>=()Lakeside') {
    assert.ok(drawn.includes(character), `${character} is drawn with a glyph of its own font`);
  }
});

test('a printed report is headed in the language of whoever reads it, in English where its letters cannot be drawn [RPT-1]', async () => {
  const id = await write();
  const { report } = await get(app, patient, 'getReport', { id });
  const lettersIn = async (language: Language) =>
    charactersIn(await drawReport(lakeside, report, language));
  // Of “Patient” in Hindi; the report itself is in English.
  assert.ok((await lettersIn('hi')).includes('म'));
  assert.ok(!(await lettersIn('en')).includes('म'));
  const { have } = await loadFonts();
  assert.ok(have('मरीज़') && have('Señal, 20 °C') && !have('مریض'));
  const printed = await call(app, patient, 'printReport', { id, query: { language: 'hi' } });
  assert.equal(printed.status, 200);
});

test('every letter of the languages that begin on the left is drawn, and none as a box [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const { have } = await loadFonts();
  const alphabets = [
    'অআইঈউঊএঐওঔকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহড়ঢ়য়ৎ ক্ষ ন্ত্র ৳',
    'અઆઇઈઉઊએઐઓઔકખગઘચછજઝટઠડઢણતથદધનપફબભમયરલવશષસહળ ક્ષ જ્ઞ',
    'அஆஇஈஉஊஎஏஐஒஓஔகஙசஞடணதநபமயரலவழளறனஜஷஸஹ ஸ்ரீ கௌ',
    'అఆఇఈఉఊఋఎఏఐఒఓఔకఖగఘచఛజఝటఠడఢణతథదధనపఫబభమయరలవశషసహళఱ క్ష',
    'अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवळशषसह क्ष ज्ञ',
    'áéíñóúü¿¡ÁÉÍÑÓÚÜ',
  ];
  for (const alphabet of alphabets) assert.ok(have(alphabet), alphabet);
  const drawn = charactersIn(
    await drawReport(lakeside, { ...report, summary: alphabets.join('\n') }, 'en'),
  );
  for (const letter of 'কગகకक') assert.ok(drawn.includes(letter), letter);
});

/** What the fonts' own tables say that their glyphs stand for. */
function charactersIn(pdf: Uint8Array): string {
  const whole = Buffer.from(pdf);
  let found = '';
  for (const { index } of whole.toString('latin1').matchAll(/(?<!end)stream\n/gu)) {
    const content = whole.subarray(index + 'stream\n'.length);
    // Every stream is compressed; what follows its end is not looked at.
    const text = inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    if (!text.includes('begincmap')) continue;
    for (const [code] of text.matchAll(/\b[\da-f]{4}\b/giu)) {
      found += String.fromCharCode(Number.parseInt(code, 16));
    }
  }
  return found;
}
