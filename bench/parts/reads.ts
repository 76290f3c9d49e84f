/**
 * Measures the most frequent read requests. The reference is the same SQL statements without the
 * server.
 */
import { type Figure, median } from '../figures.ts';
import { expectStatus } from '../setting/client.ts';
import { lineUp, makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { employ } from '../setting/people.ts';
import { replay } from '../setting/replay.ts';
import { interleaved, rateOf } from '../setting/rounds.ts';
import { concurrency } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

const hospitalCount = 10_000;
const doctorsEach = 3;
const lineLength = 30;
const rounds = 5;
const roundMs = 500;

export const reads: Part = {
  name: 'reads',
  summary: `lists among ${hospitalCount.toLocaleString('en')} hospitals, one's own place, a doctor's queue`,
  measure,
};

async function measure(setting: Setting): Promise<Figure[]> {
  const { stage, makePeople } = setting;
  const { pool } = stage;
  const hospitals = await makeHospitals(pool, hospitalCount);
  const doctors = await makeDoctors(pool, hospitals, doctorsEach);
  const hospitalId = pick(hospitals, 0);
  const doctorId = pick(doctors, 0);
  const patients = await makePeople(lineLength);
  await lineUp(pool, { hospitalId, doctorId }, patients);
  const [admin] = await makePeople(1);
  if (admin === undefined) throw new Error('No account was created.');
  await employ(pool, [admin], hospitalId, 'hospital_admin');
  await settle(stage.superuser);

  const inTheMiddle = pick(patients, lineLength / 2);
  return [
    await compare(setting, `${hospitalCount} hospitals, first page`, '/hospitals'),
    await compare(setting, `${hospitalCount} hospitals, page 50`, '/hospitals?page=50'),
    await compare(setting, `${hospitalCount} hospitals, a search`, '/hospitals?search=nashik'),
    await compare(setting, "one's own current entry", '/queues/current', inTheMiddle.token),
    await compare(
      setting,
      `a doctor's queue of ${lineLength}`,
      `/hospital/doctors/${doctorId}/queue`,
      admin.token,
    ),
  ];
}

async function compare(
  { stage, client, recorder }: Setting,
  name: string,
  path: string,
  token?: string,
): Promise<Figure> {
  const recorded = await recorder.call('GET', path, token);
  expectStatus(recorded, 200);
  const recipe = recorded.recipe({});
  const rates = await interleaved(rounds, {
    http: () =>
      rateOf(roundMs, concurrency, async () => {
        expectStatus(await client.call('GET', path, token), 200);
      }),
    bare: () =>
      rateOf(roundMs, concurrency, async () => {
        await replay(stage.pool, recipe, {});
      }),
  });
  return {
    name: `${name}, 8 at once`,
    unit: '/s',
    value: median(rates.http),
    reference: median(rates.bare),
    against: `the same ${recipe.length} statements by 8 bare connections`,
    aim: '',
  };
}
