/**
 * Measures how long reading the statistics of a busy hospital's year takes, from the precomputed
 * statistics of each day. The reference is the same SQL statements without the server.
 */
import { countDueDays } from '../../server/src/analytics/count-days.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { type Figure, median } from '../figures.ts';
import { expectStatus } from '../setting/client.ts';
import { makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { employ } from '../setting/people.ts';
import { replay } from '../setting/replay.ts';
import { interleaved, timeOf } from '../setting/rounds.ts';
import type { Pool } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

/** Visits a day in the whole hospital; 2740 make a million a year. */
const visitsADay = Number(process.env['BAARI_VISITS_A_DAY'] ?? 500);
const days = 365;
const doctorsEach = 20;
const rounds = 5;
const visitsAtOnce = 10_000;

export const analytics: Part = {
  name: 'analytics',
  summary: `the figures of ${(visitsADay * days).toLocaleString('en')} visits`,
  measure,
};

async function measure({ stage, client, recorder, makePeople }: Setting): Promise<Figure[]> {
  const { pool } = stage;
  const hospitals = await makeHospitals(pool, 1);
  const doctors = await makeDoctors(pool, hospitals, doctorsEach);
  const hospitalId = pick(hospitals, 0);
  await makeVisits(pool, hospitalId, doctors);
  const [admin] = await makePeople(1);
  if (admin === undefined) throw new Error('No account was created.');
  await employ(pool, [admin], hospitalId, 'hospital_admin');
  await settle(stage.superuser);
  await countAllDays();
  await settle(stage.superuser);
  return [
    await compare(`?days=${days}`, `a year, ${(visitsADay * days).toLocaleString('en')} visits`),
    await compare('?days=30', 'thirty days'),
    await compare('', 'today'),
  ];

  async function countAllDays(): Promise<void> {
    const db = openDatabase({
      connection: stage.connection,
      poolSize: 1,
      onIdleError: (error) => {
        throw error;
      },
    });
    try {
      await countDueDays(db);
    } finally {
      await db.close();
    }
  }

  async function compare(query: string, name: string): Promise<Figure> {
    const path = `/hospital/analytics${query}`;
    const recorded = await recorder.call('GET', path, admin?.token);
    expectStatus(recorded, 200);
    const recipe = recorded.recipe({});
    const times = await interleaved(rounds, {
      http: () =>
        timeOf(async () => {
          expectStatus(await client.call('GET', path, admin?.token), 200);
        }),
      bare: () => timeOf(() => replay(pool, recipe, {})),
    });
    return {
      name,
      unit: 'ms',
      value: median(times.http),
      reference: median(times.bare),
      against: `the same ${recipe.length} statements by one bare connection`,
      aim: '',
    };
  }
}

/** Makes the visits of the past year, each with the wait shown to the patient and its outcome. */
async function makeVisits(
  pool: Pool,
  hospitalId: string,
  doctors: readonly string[],
): Promise<void> {
  // The visits are inserted in several statements, because one statement for all would exceed the
  // statement timeout of ten seconds.
  for (let first = 0; first < visitsADay * days; first += visitsAtOnce) {
    await pool.query(insertVisits, [
      hospitalId,
      first,
      Math.min(first + visitsAtOnce, visitsADay * days) - 1,
      visitsADay,
      doctors,
    ]);
  }
}

const insertVisits = `
    with person as (insert into patient (name) values ('Somebody') returning id),
      visit as (
        select n, now() - make_interval(days => (n / $4)::int, secs => (n % $4) * 60) as at
        from generate_series($2::int, $3::int) as n),
      entry as (
        insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, symptoms,
          joined_at, approved_at, started_at, ended_at, checked_in_at, checked_in_by)
        select $1, ($5::uuid[])[1 + n % cardinality($5::uuid[])], person.id,
          case when n % 12 = 0 then 'no_show' else 'completed' end,
          (array['low', 'medium', 'high'])[1 + n % 3], repeat('x', 60), at,
          at + interval '2 minutes',
          case when n % 12 > 0 then at + make_interval(mins => 10 + (n % 37)::int) end,
          at + interval '70 minutes', at + interval '6 minutes', 'staff'
        from visit, person returning id, doctor_id, approved_at, started_at)
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, ahead, bucket,
      expected, deviation, median, lower, upper, outcome, settled_at, actual)
    select $1, doctor_id, id, 'joined', approved_at, 2, 1, 25, 10, 25, 25, 40,
      case when started_at is null then 'no_show' else 'called' end,
      coalesce(started_at, approved_at),
      extract(epoch from started_at - approved_at)::float8 / 60 from entry`;
