/**
 * Runs the benchmark. `npm run bench` measures everything except the parts `webhooks`, `upgrade` and
 * `soak`; `npm run bench -- lifecycle reads` measures only the named parts. With `--profile <folder>` the
 * server writes a CPU profile to that folder. The part `waits` accepts `--seed 1`, `--worlds
 * late,usual`, `--share 0.3` of the hospitals and `--pictures <folder>`. The part `kept-rate`
 * accepts the seed and the share. The benchmark never fails because a result is slow.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, say, table } from './figures.ts';
import { analytics } from './parts/analytics.ts';
import { booking } from './parts/booking.ts';
import { desks } from './parts/desks.ts';
import { documents } from './parts/documents.ts';
import { keptRate } from './parts/kept-rate.ts';
import { lifecycle } from './parts/lifecycle.ts';
import { lines } from './parts/lines.ts';
import { lists } from './parts/lists.ts';
import { longQueue } from './parts/long-queue.ts';
import { overload } from './parts/overload.ts';
import { type AlonePart, type Choices, type Part, runPart } from './parts/part.ts';
import { prune } from './parts/prune.ts';
import { races } from './parts/races.ts';
import { reads } from './parts/reads.ts';
import { signIns } from './parts/sign-ins.ts';
import { soak } from './parts/soak.ts';
import { starts } from './parts/starts.ts';
import { streams } from './parts/streams.ts';
import { upgrade } from './parts/upgrade.ts';
import { waits } from './parts/waits.ts';
import { webhooks } from './parts/webhooks.ts';
import { closeStages } from './setting/stage.ts';

const parts: readonly (Part | AlonePart)[] = [
  lifecycle,
  races,
  lines,
  longQueue,
  desks,
  streams,
  reads,
  signIns,
  waits,
  keptRate,
  analytics,
  booking,
  documents,
  lists,
  overload,
  prune,
  starts,
  webhooks,
  upgrade,
  soak,
];

const { values, positionals } = parseArgs({
  options: {
    profile: { type: 'string' },
    seed: { type: 'string' },
    share: { type: 'string' },
    worlds: { type: 'string' },
    pictures: { type: 'string' },
  },
  allowPositionals: true,
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void closeStages().finally(() => process.exit(130));
  });
}

process.exitCode = await main();

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    say(`There is no ${unknown.join(', no ')}. The parts:`);
    for (const part of parts) say(`  ${part.name.padEnd(12)} ${part.summary}`);
    return 1;
  }
  const chosen =
    positionals.length === 0
      ? parts.filter((part) => !('isLong' in part))
      : parts.filter(({ name }) => positionals.includes(name));
  const figures: Figure[] = [];
  for (const part of chosen) {
    say(`${part.name}: ${part.summary}`);
    const measured =
      'measureAlone' in part
        ? await part.measureAlone(choices())
        : await runPart(part, profileFlags(part));
    figures.push(...measured);
  }
  say(`\n${table(figures)}`);
  return 0;
}

function choices(): Choices {
  const { seed, share, worlds, pictures } = values;
  return {
    seed: seed === undefined ? undefined : Number(seed),
    share: share === undefined ? undefined : Number(share),
    names: worlds === undefined ? [] : worlds.split(','),
    folder: pictures === undefined ? undefined : resolve(pictures),
  };
}

function profileFlags(part: Part): string[] {
  if (values.profile === undefined) return [];
  return ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}/${part.name}`];
}
