/** Time until a killed server is ready again, with 100,000 entries on record [KEEP-1]. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Figure, median, say } from '../figures.ts';
import { makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { freePort, type Stage, startServer } from '../setting/stage.ts';
import type { Part, Setting } from './part.ts';

const entries = 100_000;
const atOnce = 10_000;
const hospitals = 50;
const doctorsEach = 20;
const rounds = 5;

export const starts: Part = {
  name: 'starts',
  summary: `ready again after a kill, with ${entries.toLocaleString('en')} entries`,
  measure,
};

/** Ended visits, evenly distributed over the doctors and the last hundred days. */
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
  // The bench's signing key is unencrypted: a starting server would treat it as lost.
  await stage.superuser.query('delete from identity.jwks');
  await settle(stage.superuser);
  const ready: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ready.push(await millisecondsUntilReady(stage));
    bare.push(await millisecondsOfBareNode());
  }
  say(`  ${rounds} rounds, the slowest after ${Math.max(...ready).toFixed(0)} ms`);
  return [
    {
      name: 'ready again after kill -9',
      unit: 'ms',
      value: median(ready),
      reference: median(bare),
      against: 'a bare node:http that begins and answers',
      aim: 'under 5000 ms',
    },
  ];
}

/** Kills a server under load and returns the time until the next one is ready, in milliseconds. */
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
  const port = await new Promise((told) => child.once('message', told));
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
