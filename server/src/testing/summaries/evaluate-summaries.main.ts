/**
 * `npm run evaluate` tests summaries of 200 made-up patients' answers. Endpoints of ours act as a
 * well-behaved, a bad and a malicious language model. `-- --own` uses the model of SUMMARY_URL
 * instead, as a hospital does before it turns summaries on. `--cases 50` and `--seed 2` choose
 * other cases. Exits with 1 if a shown summary invents something or leaves out something required.
 */
import { parseArgs } from 'node:util';
import { readQuestionBank } from '../../assessments/question-bank.ts';
import type { ModelEndpoint } from '../../assessments/summary/model-client.ts';
import { readConfig } from '../../config.ts';
import { type Outcome, playCase } from './evaluate-summaries.ts';
import {
  badly,
  type Behaviour,
  brokenly,
  maliciously,
  startModelEndpoint,
} from '../stand-ins/model-endpoint.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    own: { type: 'boolean', default: false },
  },
});
const count = Number(values.cases);
const seed = Number(values.seed);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  process.stderr.write('--cases and --seed take whole numbers\n');
  process.exit(2);
}

const config = readConfig(process.env);
const bank = await readQuestionBank(config.questionsFile);
const width =
  Math.max(...[...Object.keys(badly), ...Object.keys(maliciously)].map((name) => name.length)) + 2;
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Row {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}

function head(): void {
  say(
    `${'the endpoint'.padEnd(width)}${['answers', 'shown', 'refused', 'none', 'invented', 'left out', 'names sent'].map((name) => name.padStart(11)).join('')}  most refused for`,
  );
}

function printRow({ name, outcomes }: Row): void {
  const of = (verdict: Outcome['verdict']) =>
    outcomes.filter((one) => one.verdict === verdict).length;
  const sum = (part: 'inventions' | 'omissions' | 'leaked') =>
    outcomes.reduce((total, one) => total + one[part].length, 0);
  const reasons = Map.groupBy(
    outcomes.filter(({ reason }) => reason !== ''),
    ({ reason }) => reason,
  );
  const most = [...reasons]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 3)
    .map(([reason, list]) => `${reason} ${list.length}`)
    .join(', ');
  const figures = [
    outcomes.length,
    of('shown'),
    of('refused'),
    of('unanswered'),
    sum('inventions'),
    sum('omissions'),
    sum('leaked'),
  ];
  say(`${name.padEnd(width)}${figures.map((one) => String(one).padStart(11)).join('')}  ${most}`);
}

async function inTurn(
  name: string,
  most: number,
  play: (number: number) => Promise<Outcome | undefined>,
): Promise<Row> {
  const outcomes: Outcome[] = [];
  for (let number = 0; number < most; number += 1) {
    const outcome = await play(number);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  const row = { name, outcomes };
  printRow(row);
  return row;
}

async function ofOurs(): Promise<Row[]> {
  const server = await startModelEndpoint();
  const endpoint: ModelEndpoint = { url: server.url, model: 'test', key: undefined, networks: [] };
  const rows: Row[] = [];
  /**
   * Runs test cases against an endpoint that behaves in one way. Cases whose summary the endpoint
   * did not falsify say nothing about the verifier, so they are not counted.
   */
  const run = (how: Behaviour, most: number): Promise<Row> => {
    server.behave(how);
    return inTurn(how, most, async (number) => {
      const outcome = await playCase(bank, endpoint, { seed, number });
      return how === 'well' || server.wasSpoilt() ? outcome : undefined;
    });
  };
  try {
    rows.push(await run('well', count));
    for (const how of keysOf(badly)) rows.push(await run(how, count));
    for (const how of keysOf(maliciously)) rows.push(await run(how, count));
    // The broken answers are always the same and take five seconds each, so a few cases are enough.
    for (const how of brokenly) rows.push(await run(how, how === 'never' ? 1 : Math.min(count, 5)));
  } finally {
    await server.close();
  }
  return rows;
}

function keysOf<Keys extends string>(list: Readonly<Record<Keys, unknown>>): Keys[] {
  return Object.keys(list) as Keys[];
}

async function ofOwn(): Promise<Row[]> {
  const { summaries } = config;
  if (summaries === undefined) {
    process.stderr.write('--own needs a model: set SUMMARY_URL and SUMMARY_MODEL\n');
    process.exit(2);
  }
  const row = await inTurn(summaries.model, count, (number) =>
    playCase(bank, summaries, { seed, number }),
  );
  const times = row.outcomes.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  say(`\nanswered in ${at(0.5)} ms (half of them), ${at(0.95)} ms (95 of 100)`);
  return [row];
}

say(`${count} made-up answers, seed ${seed}\n`);
head();
const rows = values.own ? await ofOwn() : await ofOurs();
const shown = rows.flatMap(({ outcomes }) => outcomes).filter(({ verdict }) => verdict === 'shown');
const wrong = shown.filter(({ inventions, omissions }) => inventions.length + omissions.length > 0);
const [good] = rows;
const goodShown = good?.outcomes.filter(({ verdict }) => verdict === 'shown').length ?? 0;
const spoiltShown = shown.length - goodShown;
say(
  `\n${wrong.length} shown with something invented or left out; ${values.own ? '' : `${spoiltShown} spoilt ones shown; `}${Math.round((100 * goodShown) / (good?.outcomes.length ?? 1))} of 100 of ${values.own ? 'its' : 'the good'} answers shown`,
);
for (const { inventions, omissions } of wrong.slice(0, 10)) {
  say(`  ${[...inventions, ...omissions].join('; ')}`);
}
process.exitCode = wrong.length + (values.own ? 0 : spoiltShown) === 0 ? 0 : 1;
