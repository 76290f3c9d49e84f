/**
 * Sends many simultaneous HTTP requests about one line. Checks that each request gets a response,
 * and that exactly one succeeds where only one can succeed.
 */
import { type Figure, median } from '../figures.ts';
import { type Answer, type Client, entryIn, expectStatus } from '../setting/client.ts';
import { makeDoctors, makeHospital, settle } from '../setting/hospitals.ts';
import { employ, type Person } from '../setting/people.ts';
import type { Recorder } from '../setting/recording.ts';
import { type Recipe, replay } from '../setting/replay.ts';
import { interleaved, timeOf } from '../setting/rounds.ts';
import type { Pool } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

const rounds = 7;
const joiners = 20;
const staffCount = 8;

export const races: Part = {
  name: 'races',
  summary: '20 patients join one doctor at once; 8 of the staff approve, then start, one entry',
  measure,
};

interface Scene {
  readonly patients: readonly Person[];
  readonly staff: readonly Person[];
  readonly doctorId: string;
}

/**
 * The outcomes of simultaneous requests that were seen in all rounds, including the warm-up round.
 */
interface Seen {
  joined: number;
  serverErrors: number;
  unusual: number;
}

async function measure({ stage, client, recorder, makePeople }: Setting): Promise<Figure[]> {
  const { pool } = stage;
  const hospitalId = await makeHospital(pool);
  const [doctorId = '', recordingDoctorId = ''] = await makeDoctors(pool, [hospitalId], 2);
  const patients = await makePeople(joiners);
  const staff = await makePeople(staffCount);
  await employ(pool, staff, hospitalId, 'hospital_admin');
  const scene: Scene = { patients, staff, doctorId };
  const recipes = await recordRaces(recorder, { ...scene, doctorId: recordingDoctorId });
  await clearLines(stage.superuser);
  await settle(stage.superuser);

  async function clearedAfter(race: Promise<Times>): Promise<Times> {
    const spent = await race;
    await clearLines(stage.superuser);
    return spent;
  }
  const seen: Seen = { joined: 0, serverErrors: 0, unusual: 0 };
  const times = await interleaved(rounds, {
    http: () => clearedAfter(raceOverHttp(client, scene, seen)),
    bare: () => clearedAfter(raceBare(pool, scene, recipes)),
  });
  const played = rounds + 1;
  return [
    count('20 joins of one doctor at once: answered 201', seen.joined / played, '20'),
    {
      name: '20 joins of one doctor at once: time for all',
      unit: 'ms',
      value: median(times.http.map(({ joins }) => joins)),
      reference: median(times.bare.map(({ joins }) => joins)),
      against: 'the same statements by 8 bare connections',
      aim: '',
    },
    count('8 approve or start one entry: rounds without exactly 1 winner', seen.unusual, '0'),
    {
      name: '8 approve one entry at once: time for all',
      unit: 'ms',
      value: median(times.http.map(({ approvals }) => approvals)),
      reference: median(times.bare.map(({ approvals }) => approvals)),
      against: 'one winner and 7 refusals, their statements bare',
      aim: '',
    },
    {
      name: '8 start one entry at once: time for all',
      unit: 'ms',
      value: median(times.http.map(({ starts }) => starts)),
      reference: median(times.bare.map(({ starts }) => starts)),
      against: 'one winner and 7 refusals, their statements bare',
      aim: '',
    },
    count('answers with 5xx in all of it', seen.serverErrors, '0'),
  ];
}

function count(name: string, value: number, aim: string): Figure {
  return { name, unit: '', value, reference: undefined, against: `exactly ${aim}`, aim: '' };
}

interface Times {
  readonly joins: number;
  readonly approvals: number;
  readonly starts: number;
}

async function raceOverHttp(
  client: Client,
  { patients, staff, doctorId }: Scene,
  seen: Seen,
): Promise<Times> {
  let entry = '';
  const joins = await timeOf(async () => {
    const answers = await Promise.all(
      patients.map(({ token }) => client.call('POST', '/queues/request', token, { doctorId })),
    );
    note(seen, answers);
    seen.joined += answers.filter(({ status }) => status === 201).length;
    entry = entryIn(expectStatus(pick(answers, 0), 201).body);
  });
  async function race(action: string): Promise<number> {
    return timeOf(async () => {
      const path = `/queues/${entry}/${action}`;
      const answers = await Promise.all(
        staff.map(({ token }) => client.call('POST', path, token, {})),
      );
      note(seen, answers);
      const won = answers.filter(({ status }) => status === 200).length;
      const refused = answers.filter(({ status }) => status === 409).length;
      if (won !== 1 || refused !== staff.length - 1) seen.unusual += 1;
    });
  }
  const approvals = await race('approve');
  const starts = await race('start');
  return { joins, approvals, starts };
}

function note(seen: Seen, answers: readonly Answer[]): void {
  seen.serverErrors += answers.filter(({ status }) => status >= 500).length;
}

interface Recipes {
  readonly join: Recipe;
  readonly approve: Recipe;
  readonly approveRefused: Recipe;
  readonly start: Recipe;
  readonly startRefused: Recipe;
}

async function recordRaces(recorder: Recorder, scene: Scene): Promise<Recipes> {
  const patient = pick(scene.patients, 0);
  const admin = pick(scene.staff, 0);
  const { doctorId } = scene;
  const joined = await recorder.call('POST', '/queues/request', patient.token, { doctorId });
  const entry = entryIn(expectStatus(joined, 201).body);
  const known = { ...bindingsOf(patient, admin, doctorId), entry };
  async function act(action: string, status: number): Promise<Recipe> {
    const call = await recorder.call('POST', `/queues/${entry}/${action}`, admin.token, {});
    expectStatus(call, status);
    return call.recipe(known);
  }
  return {
    join: joined.recipe(known),
    approve: await act('approve', 200),
    approveRefused: await act('approve', 409),
    start: await act('start', 200),
    startRefused: await act('start', 409),
  };
}

function bindingsOf(patient: Person, admin: Person, doctorId: string) {
  return {
    patient: patient.userId,
    patientSession: patient.sessionId,
    admin: admin.userId,
    adminSession: admin.sessionId,
    doctor: doctorId,
  };
}

async function raceBare(pool: Pool, scene: Scene, recipes: Recipes): Promise<Times> {
  const { patients, staff, doctorId } = scene;
  const patient = pick(patients, 0);
  const joins = await timeOf(() =>
    Promise.all(
      patients.map((joiner) =>
        replay(pool, recipes.join, {
          ...bindingsOf(joiner, pick(staff, 0), doctorId),
          key: crypto.randomUUID(),
        }),
      ),
    ),
  );
  const { rows } = await pool.query<{ id: string }>(
    'select id from queue_entry where patient_id = $1',
    [patient.userId],
  );
  const entry = pick(rows, 0).id;
  function race(winner: Recipe, loser: Recipe): Promise<number> {
    return timeOf(() =>
      Promise.all(
        staff.map((admin, index) =>
          replay(pool, index === 0 ? winner : loser, {
            ...bindingsOf(patient, admin, doctorId),
            entry,
            key: crypto.randomUUID(),
          }),
        ),
      ),
    );
  }
  const approvals = await race(recipes.approve, recipes.approveRefused);
  const starts = await race(recipes.start, recipes.startRefused);
  return { joins, approvals, starts };
}

async function clearLines(superuser: Pool): Promise<void> {
  await superuser.query('delete from queue_entry');
}
