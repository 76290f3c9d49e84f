/**
 * Measures the time until a killed server is ready again, with 100,000 queue entries in the
 * database [KEEP-1]. Also measures how long the server of `npm run dev` takes to be ready after a
 * file changed [WORK-3].
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toolEnvironment } from '../../scripts/project.mjs';
import { type Figure, median, say } from '../figures.ts';
import { makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { type Stage, startServer, stopProcess } from '../setting/stage.ts';
import type { Part, Setting } from './part.ts';
import { freePort } from '../../server/src/testing/processes/free-port.ts';

const entries = 100_000;
const atOnce = 10_000;
const hospitals = 50;
const doctorsEach = 20;
const rounds = 5;
/** The pause between two changes in ms, in which the next process loads its packages. */
const betweenChangesMs = 5000;
const root = new URL('../../', import.meta.url);

export const starts: Part = {
  name: 'starts',
  summary: `ready again after a kill, with ${entries.toLocaleString('en')} entries, and after a change under npm run dev`,
  measure,
};

/** Inserts ended visits, evenly distributed over the doctors and the last hundred days. */
const insertVisits = `
  insert into queue_entry (hospital_id, doctor_id, patient_id, status, symptoms, urgency, joined_at,
    approved_at, started_at, ended_at)
  select d.hospital_id, d.id, visit.patient_id, 'completed', 'Fever since yesterday', 'medium', at,
    at + interval '2 minutes', at + interval '20 minutes', at + interval '30 minutes'
  from (select ($2::uuid[])[1 + n % cardinality($2::uuid[])] as doctor_id,
      ($3::uuid[])[1 + n % cardinality($3::uuid[])] as patient_id,
      now() - interval '1 day' - n % 100 * interval '1 day' as at
    from generate_series(1, $1::int) n) visit
    join doctor d on d.id = visit.doctor_id`;

async function measure({ stage, makePeople }: Setting): Promise<Figure[]> {
  const hospitalIds = await makeHospitals(stage.pool, hospitals);
  const doctors = await makeDoctors(stage.pool, hospitalIds, doctorsEach);
  const people = (await makePeople(100)).map(({ userId }) => userId);
  for (let filled = 0; filled < entries; filled += atOnce) {
    await stage.superuser.query(insertVisits, [atOnce, doctors, people]);
  }
  // The benchmark stored its signing key unencrypted. A starting server would treat such a key as
  // lost, so the key is deleted.
  await stage.superuser.query('delete from identity.jwks');
  await settle(stage.superuser);
  const ready: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ready.push(await millisecondsUntilReady(stage));
    bare.push(await millisecondsOfBareNode());
  }
  say(`  ${rounds} rounds, the slowest after ${Math.max(...ready).toFixed(0)} ms`);
  const changed = await millisecondsUntilChanged(stage);
  say(`  ${rounds} changes of a file, the slowest after ${Math.max(...changed).toFixed(0)} ms`);
  return [
    {
      name: 'ready again after kill -9',
      unit: 'ms',
      value: median(ready),
      reference: median(bare),
      against: 'a bare node:http that begins and answers',
      aim: 'under 5000 ms',
    },
    {
      name: 'npm run dev, ready after a change',
      unit: 'ms',
      value: median(changed),
      reference: median(bare),
      against: 'a bare node:http that begins and answers',
      aim: 'under 3000 ms',
    },
  ];
}

/**
 * Touches a file of the server of `npm run dev` several times. Returns how long each time the next
 * server took to be ready.
 */
async function millisecondsUntilChanged({ dataDir }: Stage): Promise<number[]> {
  const dev = spawn(process.execPath, [fileURLToPath(new URL('scripts/dev.mjs', root))], {
    // The process has its own process group, so that Ctrl-C reaches only the benchmark.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...toolEnvironment(), PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0' },
  });
  let output = '';
  dev.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  async function untilReady(): Promise<void> {
    while (!output.includes('Baari is ready')) {
      if (dev.exitCode !== null) throw new Error(`npm run dev ended:\n${output}`);
      await sleep(20);
    }
    output = '';
  }
  try {
    await untilReady();
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await sleep(betweenChangesMs);
      const start = performance.now();
      await utimes(new URL('server/src/app.ts', root), new Date(), new Date());
      await untilReady();
      took.push(performance.now() - start);
    }
    return took;
  } finally {
    await stopProcess(dev);
  }
}

/**
 * Kills a server under load and returns how many milliseconds the next server takes to be ready.
 */
async function millisecondsUntilReady({ dataDir }: Stage): Promise<number> {
  const port = await freePort();
  const options = { port, publicUrl: `http://localhost:${port}`, dataDir, flags: [] };
  await kill(await startServer(options));
  const start = performance.now();
  const next = await startServer(options);
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`);
  const took = performance.now() - start;
  await kill(next);
  if (!answer.ok) throw new Error(`Reported ready, and answered ${answer.status}.`);
  return took;
}

async function millisecondsOfBareNode(): Promise<number> {
  const start = performance.now();
  const program = `require('node:http').createServer((_, res) => res.end()).listen(0, '127.0.0.1',
    function () { process.send(this.address().port); })`;
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise((resolve) => child.once('message', resolve));
  await fetch(`http://127.0.0.1:${String(port)}`);
  const took = performance.now() - start;
  await kill(child);
  return took;
}

async function kill(child: ReturnType<typeof spawn>): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
