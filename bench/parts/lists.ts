/**
 * Measures the response time and response size of every list that can grow, at ten, a thousand and
 * twenty thousand database rows [KEEP-9].
 */
import { fillTables } from '../../server/src/testing/measuring/fill-tables.ts';
import { type Figure, median } from '../figures.ts';
import { expectStatus } from '../setting/client.ts';
import { makeHospitals, settle } from '../setting/hospitals.ts';
import { employ } from '../setting/people.ts';
import { interleaved, timeOf } from '../setting/rounds.ts';
import { type Part, pick, type Setting } from './part.ts';

const sizes = [10, 1000, 20_000] as const;
/** The number of doctors in the list: more than any hospital has. */
const mostDoctors = 2000;
const rounds = 5;

export const lists: Part = {
  name: 'lists',
  summary: `each list at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} rows`,
  measure,
};

interface Filled {
  readonly size: number;
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly admin: string;
  readonly patient: string;
}

interface List {
  readonly name: string;
  readonly as: 'admin' | 'patient' | 'nobody';
  readonly method?: 'POST';
  readonly body?: object;
  readonly path: (filled: Filled) => string;
}

const all: readonly List[] = [
  { name: 'hospitals', as: 'nobody', path: () => '/hospitals' },
  {
    name: "a hospital's doctors",
    as: 'nobody',
    path: ({ hospitalId }) => `/hospitals/${hospitalId}/doctors`,
  },
  {
    name: 'next free times',
    as: 'nobody',
    path: ({ hospitalId }) => `/hospitals/${hospitalId}/next-slots`,
  },
  { name: 'colleagues', as: 'admin', path: () => '/hospital/doctors' },
  { name: 'team', as: 'admin', path: () => '/hospital/team' },
  {
    name: 'pending requests',
    as: 'admin',
    path: ({ hospitalId }) => `/hospitals/${hospitalId}/queues/pending`,
  },
  {
    name: 'waiting',
    as: 'admin',
    path: ({ hospitalId }) => `/hospitals/${hospitalId}/queues/waiting`,
  },
  {
    name: "a doctor's queue",
    as: 'admin',
    path: ({ doctorId }) => `/hospital/doctors/${doctorId}/queue?includeCompleted=true`,
  },
  { name: 'reports', as: 'admin', path: () => '/hospital/reports' },
  {
    name: 'patients by name',
    as: 'admin',
    method: 'POST',
    body: { search: 'kulkarni 7' },
    path: () => '/hospital/patients/find',
  },
  { name: "a day's appointments", as: 'admin', path: () => '/hospital/appointments' },
  { name: 'outside the hours', as: 'admin', path: () => '/hospital/appointments/outside' },
  { name: 'ratings', as: 'admin', path: () => '/hospital/ratings' },
  { name: 'audit trail', as: 'admin', path: () => '/hospital/audit' },
  { name: 'figures of 30 days', as: 'admin', path: () => '/hospital/analytics?days=30' },
  { name: 'own history', as: 'patient', path: () => '/queues/history' },
  { name: 'own ratings', as: 'patient', path: () => '/queues/ratings' },
  { name: 'own reports', as: 'patient', path: () => '/reports' },
  { name: 'own appointments', as: 'patient', path: () => '/appointments' },
  { name: 'everything held', as: 'patient', path: () => '/profile/export' },
];

async function measure(setting: Setting): Promise<Figure[]> {
  const filled: Filled[] = [];
  for (const size of sizes) filled.push(await fill(setting, size));
  await settle(setting.stage.superuser);
  const figures: Figure[] = [];
  for (const list of all) figures.push(...(await compare(setting, list, filled)));
  return figures;
}

async function fill({ stage, makePeople }: Setting, size: number): Promise<Filled> {
  const { pool } = stage;
  const [hospitalId = ''] = await makeHospitals(pool, size);
  const [admin, patient] = await makePeople(2);
  if (admin === undefined || patient === undefined) throw new Error('No account was created.');
  await employ(pool, [admin], hospitalId, 'hospital_admin');
  // Only the owner of the tables or a superuser may collect table statistics in PostgreSQL.
  const client = await stage.superuser.connect();
  try {
    const wanted = {
      visits: size,
      pending: size,
      waiting: size,
      doctors: Math.min(size, mostDoctors),
    };
    const whose = { hospitalId, accountId: patient.userId };
    const doctorId = pick(await fillTables(client, whose, wanted), 0);
    return { size, hospitalId, doctorId, admin: admin.token, patient: patient.token };
  } finally {
    client.release();
  }
}

/**
 * Compares each list length with the smallest length of the same list, in alternating measurements.
 */
async function compare(
  { client }: Setting,
  { name, as, method, body, path }: List,
  filled: readonly Filled[],
): Promise<Figure[]> {
  const ask = async (one: Filled) => {
    const token = as === 'nobody' ? undefined : one[as];
    return expectStatus(await client.call(method ?? 'GET', path(one), token, body), 200).body
      .length;
  };
  const smallest = pick(filled, 0);
  const least = await ask(smallest);
  const figures: Figure[] = [];
  for (const one of filled.slice(1)) {
    const bytes = await ask(one);
    const times = await interleaved(rounds, {
      one: () => timeOf(() => ask(one)),
      smallest: () => timeOf(() => ask(smallest)),
    });
    const rows = one.size.toLocaleString('en');
    const against = `the same at ${smallest.size} rows`;
    figures.push(
      {
        name: `${name}, ${rows} rows`,
        unit: 'ms',
        value: median(times.one),
        reference: median(times.smallest),
        against,
        aim: '',
      },
      {
        name: `${name}, ${rows} rows, bytes sent`,
        unit: 'kB',
        value: bytes / 1000,
        reference: least / 1000,
        against,
        aim: 'bounded',
      },
    );
  }
  return figures;
}
