/**
 * Measures calling patients in from a shared line by one, three and nine service points. Also
 * compares forwarding a patient to another line with completing the step of the visit [LINE-2,
 * LINE-3].
 */
import { randomUUID } from 'node:crypto';
import { type Figure, median } from '../figures.ts';
import { entryIn, expectStatus } from '../setting/client.ts';
import { makeHospital, settle } from '../setting/hospitals.ts';
import { employ } from '../setting/people.ts';
import { interleaved } from '../setting/rounds.ts';
import type { Pool } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

const lengths = [10, 100, 1000] as const;
const pointCounts = [1, 3, 9] as const;
const rounds = 5;
const callsARound = 18;

export const lines: Part = {
  name: 'lines',
  summary: 'calls from a shared line by 1, 3 and 9 points, and sending on beside completing',
  measure,
};

interface Made {
  readonly id: string;
  readonly hospitalId: string;
  readonly points: readonly string[];
  readonly admin: { readonly userId: string; readonly token: string };
}

async function measure(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const length of lengths) {
    for (const count of pointCounts) figures.push(await callsOf(setting, length, count));
  }
  figures.push(await sendingOn(setting));
  return figures;
}

/** Makes a line with open service points and this many waiting people. */
async function makeLine(
  { stage, client, makePeople }: Setting,
  length: number,
  count: number,
): Promise<Made> {
  const { pool } = stage;
  const hospitalId = await makeHospital(pool);
  const admin = pick(await makePeople(1), 0);
  await employ(pool, [admin], hospitalId, 'hospital_admin');
  const points = Array.from({ length: count }, (_, n) => ({ name: `Counter ${n + 1}` }));
  const body = { lines: [{ name: 'Laboratory', kind: 'laboratory', points }] };
  const made = expectStatus(await client.call('POST', '/hospital/lines', admin.token, body), 201);
  const id = idIn(made.body);
  const { rows } = await pool.query<{ id: string }>(
    `update service_point set state = 'open', state_since = now() where line_id = $1 returning id`,
    [id],
  );
  await pool.query(
    `with made as (insert into patient (name) select 'Comer ' || n from generate_series(1, $3::int) n
       returning id)
     insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
       approved_at, order_key, is_shared, token, token_day, token_number)
     select $1, $2, id, 'waiting', 'medium', now(), now(), row_number() over (), true,
       'L-' || row_number() over (), current_date, row_number() over () from made`,
    [hospitalId, id, length],
  );
  await settle(stage.superuser);
  return { id, hospitalId, points: rows.map((row) => row.id), admin };
}

function idIn(text: string): string {
  const body: unknown = JSON.parse(text);
  const match = /"id":"([0-9a-f-]{36})"/u.exec(JSON.stringify(body));
  if (match?.[1] === undefined) throw new Error('No line was set up.');
  return match[1];
}

/**
 * Measures calling people in from a shared line. All service points call at the same time, and each
 * called person returns to the end of the line.
 */
async function callsOf(setting: Setting, length: number, count: number): Promise<Figure> {
  const { stage, client } = setting;
  const made = await makeLine(setting, length, count);
  const overHttp = () =>
    together(made.points, async (point) => {
      const began = performance.now();
      const answer = await client.call(
        'POST',
        `/hospital/points/${point}/call-next`,
        made.admin.token,
        {},
      );
      const ms = performance.now() - began;
      await sendBack(stage.pool, entryIn(expectStatus(answer, 200).body));
      return ms;
    });
  const bare = () => together(made.points, (point) => callBare(stage.pool, made, point));
  const times = await interleaved(rounds, { http: overHttp, bare });
  return {
    name: `call next: ${count} point${count === 1 ? '' : 's'}, ${length} in line, median`,
    unit: 'ms',
    value: median(times.http.flat()),
    reference: median(times.bare.flat()),
    against: 'the same by six bare statements',
    aim: '',
  };
}

async function together(
  points: readonly string[],
  work: (point: string) => Promise<number>,
): Promise<number[]> {
  const each = await Promise.all(
    points.map(async (point) => {
      const times: number[] = [];
      for (let n = 0; n < callsARound / points.length; n += 1) times.push(await work(point));
      return times;
    }),
  );
  return each.flat();
}

/** Puts the called person back at the end of the line, as if nobody had called them. */
async function sendBack(pool: Pool, entryId: string): Promise<void> {
  await pool.query(
    `update queue_entry e set status = 'waiting', started_at = null, ended_at = null,
       service_point_id = null, order_key = extract(epoch from clock_timestamp())
     where id = $1`,
    [entryId],
  );
}

/**
 * Calls a person in with bare SQL statements: lock, first entry of the line, step of the visit,
 * version, event and audit row.
 */
async function callBare(
  pool: Pool,
  { id, hospitalId, admin }: Made,
  point: string,
): Promise<number> {
  const client = await pool.connect();
  const began = performance.now();
  let entryId = '';
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [id]);
    const { rows } = await client.query<{ id: string; patient_id: string }>(
      `select id, patient_id from queue_entry where doctor_id = $1 and status = 'waiting'
         and (called_at is null or back_at is not null) order by order_key, id limit 1`,
      [id],
    );
    const first = pick(rows, 0);
    entryId = first.id;
    await client.query(
      `update queue_entry set status = 'in_progress', started_at = now(), service_point_id = $2
       where id = $1`,
      [entryId, point],
    );
    await client.query('update doctor_queue set version = version + 1 where doctor_id = $1', [id]);
    await client.query(
      `insert into event (type, at, hospital_id, doctor_id, entry_id, body)
       values ('bench', now(), $1, $2, $3, $4::jsonb)`,
      [randomUUID(), id, entryId, JSON.stringify({ text: 'x'.repeat(1500) })],
    );
    await client.query(
      `insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address, outcome)
       values (now(), $1, 'hospital_admin', $2, 'start', array[$3::uuid], $4, '127.0.0.1', 'ok')`,
      [admin.userId, hospitalId, first.patient_id, entryId],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  const ms = performance.now() - began;
  await sendBack(pool, entryId);
  return ms;
}

/**
 * Measures forwarding the person at a service point to another line, and completing the person's
 * step of the visit. The preceding call of the person is not measured.
 */
async function sendingOn(setting: Setting): Promise<Figure> {
  const { client } = setting;
  const from = await makeLine(setting, 2000, 1);
  const { admin } = from;
  const to = expectStatus(
    await client.call('POST', '/hospital/lines', admin.token, {
      lines: [{ name: 'Pharmacy', kind: 'pharmacy' }],
    }),
    201,
  );
  const lineId = idIn(to.body);
  const point = pick(from.points, 0);
  const timed = async (path: (entryId: string) => string, body: object) => {
    const called = await client.call(
      'POST',
      `/hospital/points/${point}/call-next`,
      admin.token,
      {},
    );
    const entryId = entryIn(expectStatus(called, 200).body);
    const began = performance.now();
    expectStatus(await client.call('POST', path(entryId), admin.token, body), 200);
    return performance.now() - began;
  };
  const several = async (work: () => Promise<number>) => {
    const times: number[] = [];
    for (let n = 0; n < callsARound; n += 1) times.push(await work());
    return times;
  };
  const times = await interleaved(rounds, {
    sent: () => several(() => timed((id) => `/queues/${id}/send-on`, { lineId })),
    completed: () =>
      several(() => timed(() => `/hospital/points/${point}/finish`, { as: 'completed' })),
  });
  return {
    name: 'sending on to another line, median',
    unit: 'ms',
    value: median(times.sent.flat()),
    reference: median(times.completed.flat()),
    against: 'completing at the same point',
    aim: 'at most twice',
  };
}
