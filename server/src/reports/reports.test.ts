/** Reports that hospitals write and patients read [RPT-1]. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { aboutLanguages, type Language, languages } from '@baari/contract/languages.gen.ts';
import { constants, inflateSync } from 'node:zlib';
import { reportFileMaxBytes } from '@baari/contract/visit/report.ts';
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
import { linesOnPaper, said } from '../testing/pdf-lines.ts';
import { keptPdf } from '../testing/test-reports.ts';
import { textsOf } from '../texts/texts.ts';
import { loadFonts } from './documents/report-fonts.thread.ts';
import { drawReport } from './documents/report-pdf.thread.ts';

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
  // report-access.test.ts tests hospitals where fewer staff may read reports.
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

/** Sends raw bytes as a request, which the JSON calls of the other tests cannot do. */
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

test('a patient is notified of a new report once, without its contents [RPT-1, SEC-12]', async () => {
  const id = await write({ title: 'Biopsy of the left lung' });
  const { rows } = await app.db.pool.query<{ payload: string }>(
    `select payload::text from job
     where kind = 'notice' and payload->'message'->>'to' = $1 order by id desc limit 1`,
    [patient.email],
  );
  assert.match(rows[0]?.payload ?? '', /You have a new report/u);
  assert.doesNotMatch(rows[0]?.payload ?? '', /Biopsy/u);
  const notices = await app.db.many(sql`select kind from notice where about = ${id}`);
  assert.deepEqual(notices, [{ kind: 'report' }]);
});

test('a report reaches the patient with doctor, hospital and date, and is recorded [RPT-1, PAT-13, SEC-13]', async () => {
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

test('reports are found by title, doctor or specialty, and filtered by type and hospital [PAT-13, ADM-7]', async () => {
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

test('a report’s “today” is the hospital’s own day, and future dates are refused [ADM-7]', async () => {
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

test('a report for an unknown patient or in the name of another hospital’s doctor is refused [RPT-1, ROLE-7]', async () => {
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

test('a report’s file is downloaded as an attachment, and the browser neither guesses its type nor caches it [SEC-11, SEC-12]', async () => {
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

test('a file that is not fully a valid PDF, PNG or JPEG is refused and not stored [SEC-11]', async () => {
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

test('markup and formulas in a report remain plain text on the screen and in print [SEC-12]', async () => {
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

test('a printed report has the hospital’s letterhead and can contain English and Hindi [RPT-1]', async () => {
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

test('a printed report’s headings are in the reader’s language and text direction [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  for (const language of languages) {
    const lines = await linesOnPaper(await drawReport(lakeside, report, language));
    const word = textsOf('reports', language).patient;
    const { direction } = aboutLanguages[language];
    const isThere = lines.some((line) => said(line).includes(asSeen(word, direction)));
    assert.ok(isThere, `${language}: ${word}`);
  }
  const printed = await call(app, patient, 'printReport', {
    id: report.id,
    query: { language: 'ur' },
  });
  assert.equal(printed.status, 200);
});

/** The alphabet of each language, with letters that are joined, stacked or marked. */
const alphabets: Record<Language, string> = {
  en: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 “quoted” ‘this’ – °C ½ ₹',
  hi: 'अआइईउऊऋएऐओऔअंअः कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह क़ख़ग़ज़ड़ढ़फ़ क्ष त्र ज्ञ श्री द्ध र्क क्र हृ कि की कु कू के कै को कौ ।',
  mr: 'अआइईउऊऋएऐओऔॲऑ कखगघचछजझटठडढणतथदधनपफबभमयरलवळशषसह क्ष ज्ञ वऱ्हाड कॅल्शियम',
  bn: 'অআইঈউঊঋএঐওঔ কখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহড়ঢ়য়ৎ ংঃঁ ক্ষ ন্ত্র রক্তচাপ হৃদরোগ কো কৌ ৳',
  gu: 'અઆઇઈઉઊઋએઐઓઔઍઑ કખગઘચછજઝટઠડઢણતથદધનપફબભમયરલવશષસહળ ક્ષ જ્ઞ અંદર આંકડા શ્રી',
  ta: 'அஆஇஈஉஊஎஏஐஒஓஔஃ கஙசஞடணதநபமயரலவழளறனஜஷஸஹ ஸ்ரீ கொ கோ கௌ க்ஷ',
  te: 'అఆఇఈఉఊఋఎఏఐఒఓఔ కఖగఘచఛజఝటఠడఢణతథదధనపఫబభమయరలవశషసహళఱ క్ష ప్రతి ఆసుపత్రి స్త్రీ కో',
  ur: 'ا آ ب پ ت ٹ ث ج چ ح خ د ڈ ذ ر ڑ ز ژ س ش ص ض ط ظ ع غ ف ق ک گ ل م ن ں و ہ ھ ء ی ے ۓ ؤ ئ اللہ لا ۰۱۲۳۴۵۶۷۸۹ ، ؛ ؟ ۔ مُحَمَّد',
  ar: 'ا أ إ آ ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ ع غ ف ق ك ل م ن ه و ي ى ة ء ؤ ئ الله لا لإ ٠١٢٣٤٥٦٧٨٩ ، ؛ ؟ ٪ شُكْرًا',
  es: 'áéíñóúü ¿¡ ÁÉÍÑÓÚÜ «así» ª º €',
};

test('the printed report names the department of a doctor whose specialty is not in the list [RPT-1, ENT-4]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const other = { ...report, specialty: 'Other', department: 'Emergency' };
  const seen = (await linesOnPaper(await drawReport(lakeside, other, 'en'))).map(said);
  assert.equal(seen.filter((line) => line.includes('Emergency')).length, 2, seen.join('\n'));
  assert.ok(!seen.some((line) => line.includes('Other')), seen.join('\n'));
});

test('a printed report shows every letter of each supported language, and no letter as an empty box [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const { have } = await loadFonts();
  for (const language of languages) {
    const alphabet = alphabets[language];
    const letters = new Set((await saidIn(language)).match(/[\p{L}\p{M}\p{Nd}]/gu));
    assert.ok(letters.size > 40 && have([...letters].join('')), `${language}: all we say`);
    const drawn = await drawReport(
      { ...lakeside, name: alphabet },
      { ...report, summary: alphabet },
      language,
    );
    const glyphs = (await linesOnPaper(drawn)).flat();
    assert.ok(!glyphs.some(({ isMissing }) => isMissing), language);
    const read = new Set(glyphs.flatMap(({ says }) => Array.from(says)));
    const unread = Array.from(alphabet).filter((letter) => letter !== ' ' && !read.has(letter));
    assert.deepEqual(unread, [], `${language}: read back from the paper`);
  }
});

test('in a printed report right-to-left words are in reading order, and numbers and Latin words among them keep their own order [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const right = (text: string) => asSeen(text, 'rtl');
  const lines: readonly (readonly [string, string])[] = [
    [
      'دوا: Amlodipine 5 mg، صبح 8:30 بجے۔',
      `${right('بجے۔')} 8:30 ${right('، صبح')}Amlodipine 5 mg ${right('دوا:')}`,
    ],
    ['فون +91 98765 43210 پر کریں', `${right('پر کریں')} +91 98765 43210 ${right('فون')}`],
    ['عمر ۱۲۳ سال، 45 دن', `${right('دن')} 45 ${right('سال،')} ۱۲۳ ${right('عمر')}`],
    ['He said مجھے چکر آتے ہیں on Monday', `He said ${right('مجھے چکر آتے ہیں')} on Monday`],
    ['dose \u202e05\u202c mg \u200fعدد', `dose 05 mg ${right('عدد')}`],
    ['الضغط 120/80 اليوم', `${right('اليوم')} 120/80 ${right('الضغط')}`],
  ];
  for (const language of ['ur', 'en'] as const) {
    const summary = lines.map(([written]) => written).join('\n');
    const paper = await linesOnPaper(await drawReport(lakeside, { ...report, summary }, language));
    const seen = paper.map(said);
    for (const [, expected] of lines)
      assert.ok(seen.includes(expected), `${expected}\n${seen.join('\n')}`);
  }
});

test('in a printed report a line of text that is too long breaks between words and continues on the next line [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const words = Array.from({ length: 60 }, (_, index) =>
    index % 7 === 3 ? `word${index}` : 'مریض',
  );
  const summary = words.join(' ');
  const paper = await linesOnPaper(await drawReport(lakeside, { ...report, summary }, 'ur'));
  const lines = paper.map(said).filter((line) => /word\d/u.test(line));
  assert.ok(lines.length > 1);
  const read = lines.flatMap((line) =>
    [...line.matchAll(/word\d+/gu)].toReversed().map(([word]) => word),
  );
  assert.deepEqual(
    read,
    words.filter((word) => word.startsWith('word')),
  );
});

test('brackets in a printed report open towards the text that they enclose, in both text directions [RPT-1]', async () => {
  const { report } = await get(app, patient, 'getReport', { id: await write() });
  const shapesIn = async (summary: string) => {
    const lines = await linesOnPaper(await drawReport(lakeside, { ...report, summary }, 'en'));
    const line = lines.find((glyphs) => said(glyphs).includes('(')) ?? [];
    return line.filter(({ says }) => '()'.includes(says) && says !== '').map(({ shape }) => shape);
  };
  const [opening, closing] = await shapesIn('(open)');
  assert.ok(opening !== undefined && closing !== undefined && opening !== closing);
  assert.deepEqual(await shapesIn('مریض (بہتر) ہے'), [opening, closing], 'from left to right');
});

/** The letters of a text as a reader sees them, from left to right. */
function asSeen(text: string, direction: 'ltr' | 'rtl'): string {
  return direction === 'ltr' ? text : Array.from(text).toReversed().join('');
}

/** All texts of the application in a language. */
async function saidIn(language: Language): Promise<string> {
  const folder = new URL(`../../../texts/${language}/`, import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.join('');
}

/** The characters that the fonts of a PDF assign to its glyphs. */
function charactersIn(pdf: Uint8Array): string {
  const whole = Buffer.from(pdf);
  let found = '';
  for (const { index } of whole.toString('latin1').matchAll(/(?<!end)stream\n/gu)) {
    const content = whole.subarray(index + 'stream\n'.length);
    // Every stream is compressed; bytes after the compressed data are ignored.
    const text = inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    if (!text.includes('begincmap')) continue;
    for (const [code] of text.matchAll(/\b[\da-f]{4}\b/giu)) {
      found += String.fromCharCode(Number.parseInt(code, 16));
    }
  }
  return found;
}
