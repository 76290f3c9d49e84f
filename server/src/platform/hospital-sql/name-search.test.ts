/** Tests that names are found across scripts and sorted as their readers expect. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { listKnownPatients } from '../../appointments/appointments.store.ts';
import { listDoctorsOfHospital } from '../../doctors/doctors.store.ts';
import { searchHospitals } from '../../hospitals/hospitals.store.ts';
import { listLinesOfHospital } from '../../lines/lines.store.ts';
import { countVisits } from '../../queue/day/visits-of-day.store.ts';
import { listPatientsOfHospital, listReports } from '../../reports/reports.store.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Queryable } from '../database/database.ts';
import { soundsLike } from './name-search.ts';
import { bonesOf, folded, soundOf } from './sound.rules.ts';

let testDatabase: TestDatabase;
let owner: pg.Client;
before(async () => {
  testDatabase = await makeTestDatabase();
  owner = new pg.Client(testDatabase.owner);
  await owner.connect();
});
after(async () => {
  await owner.end();
  await testDatabase.drop();
});

async function bones(names: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ bones: string }>(
    'select name_bones(name) as bones from unnest($1::text[]) with ordinality n (name, at) order by at',
    [names],
  );
  return rows.map((row) => row.bones);
}

/** The same name written in several scripts. */
const written = [
  ['Ramesh Kumar', 'रमेश कुमार', 'ரமேஷ் குமார்', 'রমেশ কুমার', 'રમેશ કુમાર', 'రమేష్ కుమార్', 'رمیش کمار'],
  ['Priya Sharma', 'प्रिया शर्मा', 'பிரியா சர்மா', 'প্রিয়া শর্মা', 'પ્રિયા શર્મા', 'ప్రియా శర్మా', 'پریا شرما'],
  ['Mohammad Ali', 'मोहम्मद अली', 'মোহাম্মদ আলী', 'મોહમ્મદ અલી', 'మొహమ్మద్ అలీ', 'محمد علی'],
  ['Fatima Begum', 'फ़ातिमा बेगम', 'ফাতিমা বেগম', 'ફાતિમા બેગમ', 'فاطمہ بیگم'],
  ['Ganesh Deshpande', 'गणेश देशपांडे', 'கணேஷ் தேஷ்பாண்டே', 'ગણેશ દેશપાંડે', 'గణేష్ దేశ్‌పాండే'],
  ['Sahil Chauhan', 'साहिल चौहान', 'সাহিল চৌহান', 'સાહિલ ચૌહાણ', 'ساحل چوہان'],
  ['Vivek Banerjee', 'विवेक बनर्जी', 'বিবেক বনার্জী', 'ویویک بنرجی'],
  ['Peña', 'Pena', 'PEÑA'],
];

test('spellings of one name in any script that Baari reads get the same phonetic search key', async () => {
  for (const names of written) {
    const found = await bones(names);
    assert.deepEqual(
      found,
      found.map(() => found[0]),
      names.join(', '),
    );
  }
});

test('names with different consonants get different phonetic search keys', async () => {
  const found = await bones(['Ramesh', 'Rakesh', 'महेश', 'Suresh', 'நரேஷ்', 'Lokesh']);
  assert.equal(new Set(found).size, found.length);
});

test('the database transliterates each consonant to the same Latin letters as the transliteration library', async () => {
  const letters =
    'कखगघचछजझटठडढतथदधनपफबभमयरलवशषसहকগচজটডতদনপবমরলশহகசடதநபமரலகগચજટડતદનપબમરલવશહకగచజటడతదనపబమరలవశహقفبتدرسشطکگلنہ'.match(
      /./gu,
    ) ?? [];
  const alike = { g: 'k', q: 'k', d: 't', f: 'p', b: 'p', v: 'p', č: 's', j: 's', z: 's', m: 'n' };
  const coarse = (text: string) =>
    text.replaceAll(
      /./gu,
      (letter) => Object.entries(alike).find(([from]) => from === letter)?.[1] ?? letter,
    );
  const found = await bones(letters.map((letter) => `${letter}आ`));
  for (const [at, letter] of letters.entries()) {
    // For scripts of India the transliteration library writes the sound ch as c.
    const sound = soundOf(letter).replace(/^c(?!h)/u, 'ch');
    const expected = coarse(bonesOf(folded(sound))).slice(0, 1);
    assert.equal((found[at] ?? '').trim().slice(0, 1), expected === 'h' ? '' : expected, letter);
  }
});

test('a search matches the beginnings of words, by sound in another script and by exact letters in the same script', async () => {
  const db = openDatabase({
    connection: testDatabase.connection,
    poolSize: 1,
    onIdleError: assert.fail,
  });
  try {
    const names = ['प्रिया शर्मा', 'Priya Sharma', 'Parul Singh', 'প্রিয়া', 'Ravi', 'रवि'];
    const find = async (typed: string) => {
      const found = await db.many<{ name: string }>(sql`
        select n.name from unnest(${names}::text[]) with ordinality n (name, at)
        where ${soundsLike({ name: sql`n.name`, name_bones: sql`name_bones(n.name)` }, typed)} order by n.at`);
      return found.map(({ name }) => name);
    };
    assert.deepEqual(
      await find('Priya'),
      ['प्रिया शर्मा', 'প্রিয়া'],
      'Latin letters find Latin ones as before',
    );
    assert.deepEqual(await find('priya sha'), ['प्रिया शर्मा']);
    assert.deepEqual(await find('शर्मा'), ['प्रिया शर्मा', 'Priya Sharma']);
    assert.deepEqual(await find('ravi'), ['रवि']);
    assert.deepEqual(await find('a'), [], 'one vowel is too short to search by');
    assert.deepEqual(await find("%' \\ _"), []);
  } finally {
    await db.close();
  }
});

test('a search never computes the phonetic keys of stored names again, which would take seconds for ten thousand names', async () => {
  const db = openDatabase({
    connection: testDatabase.connection,
    poolSize: 1,
    onIdleError: assert.fail,
  });
  const plans: string[] = [];
  const keptPlans: string[] = [];
  const explain = async <Row>(statement: Sql): Promise<Row[]> => {
    const lines = await db.many<{ 'QUERY PLAN': string }>(sql`explain (verbose) ${statement}`);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    // Forces a generic plan, because a connection uses one after a statement ran some times.
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain (verbose, generic_plan) ${statement.text}`,
    );
    keptPlans.push(rows.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  const explained: Queryable = {
    many: explain,
    maybeOne: async (statement) => (await explain<never>(statement))[0],
    one: async (statement) => {
      await explain(statement);
      return { total: 0 } as never;
    },
    run: () => assert.fail('a search only reads'),
  };
  try {
    const now = new Date();
    const id = '00000000-0000-4000-8000-000000000000';
    for (const typed of ['ramesh', 'रमेश', 'ra']) {
      const page = { page: 1, limit: 20, search: typed };
      await searchHospitals(explained, page, now);
      await listDoctorsOfHospital(explained, id, 'present', { ...page, after: undefined }, now);
      await listLinesOfHospital(explained, id, typed);
      await listReports(explained, { hospitalId: id, search: typed }, 20);
      await listPatientsOfHospital(explained, id, typed, { now, limit: 20 });
      await listKnownPatients(explained, id, typed, { now, limit: 20 });
      await countVisits(explained, {
        hospitalId: id,
        since: now,
        now,
        search: typed,
        ticketHash: undefined,
        doctorId: undefined,
        withOpen: true,
      });
    }
    assert.ok(plans.length >= 21 && plans.every((plan) => plan.includes('name_')));
    for (const plan of [...plans, ...keptPlans]) {
      // The typed text is normalised once, never once per row.
      const lines = plan.split('\n').filter((line) => /normalize\(/iu.test(line));
      for (const line of lines) assert.match(line, /^ +Output: /u, plan);
      assert.doesNotMatch(plan, / on public\..*\n +Output: .*normalize\(/iu);
    }
  } finally {
    await db.close();
  }
});

test('names are sorted with accented letters beside plain letters and capitals beside small letters', async () => {
  await owner.query(`insert into patient (name) select name
    from unnest(array['Zoya', 'Ångela', 'angad', 'Émile', 'Esha', 'आशा', 'अनिल', 'zubin']) name`);
  const { rows } = await owner.query<{ name: string }>(
    'select name from patient order by lower(name), id',
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['angad', 'Ångela', 'Émile', 'Esha', 'Zoya', 'zubin', 'अनिल', 'आशा'],
  );
});
