/**
 * Measures the accuracy of the waits that are announced to patients, in hospitals simulated with a
 * seed. The reference is an ideal forecast that knows every distribution but not the random draws.
 * All forecasting rules are the server's own, including the rule that finds the state of a line.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, say } from '../figures.ts';
import { countersTable } from '../waits/counters-run.ts';
import { pictureOf } from '../waits/pictures.ts';
import { usualSeed } from '../waits/run.ts';
import { type Met, goalsMet, goalTable, groupTable, priceTable } from '../waits/tables.ts';
import { tryAll } from '../waits/try-all.ts';
import { products, type Trial, type TrialFigures } from '../waits/try-world.ts';
import { visitsTable } from '../waits/visits.ts';
import { worlds } from '../waits/worlds.ts';
import type { AlonePart, Choices } from './part.ts';

export const waits: AlonePart = {
  name: 'waits',
  summary: 'announced waits in seeded worlds: goals by world, hour, state and people ahead',
  measureAlone: measure,
};

/**
 * The name that selects the simulation of shared lines on the command line. This simulation has its
 * own set of situations.
 */
const points = 'points';
/**
 * The name that selects the simulation of whole visits through several lines on the command line.
 */
const visits = 'visits';

async function measure({ seed, share, names, folder }: Choices): Promise<Figure[]> {
  const all = [...worlds.map(({ name }) => name), points, visits];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No world ${unknown.join(', ')}: ${all.join(', ')}.`);
  if (names.length === 0 || names.includes(points)) {
    say(
      '\nSHARED LINES, error over the oracle’s, by points and people ahead (≤ 1.2); in time (.88–.92), in range (≥ .78), announced near a closing (≥ .85)\n',
    );
    say(countersTable(seed ?? usualSeed, share ?? 1, () => true));
  }
  if (names.length === 0 || names.includes(visits)) {
    say('\nWHOLE VISITS, share that ended by the later announced time (.87–.93)\n');
    say(visitsTable(seed ?? usualSeed, share ?? 1));
  }
  if (names.length > 0 && names.every((name) => name === points || name === visits)) return [];
  const chosen = names.length === 0 ? worlds : worlds.filter(({ name }) => names.includes(name));
  const trials = chosen.flatMap(({ name }) =>
    products.map(
      (product): Trial => ({
        world: name,
        product: product.name,
        seed: seed ?? usualSeed,
        share: share ?? 1,
      }),
    ),
  );
  const tried = await tryAll(trials, ({ world, product }) => say(`  ${world}, ${product}`));
  const ofProduct = (name: string) => tried.filter((_, index) => trials[index]?.product === name);
  for (const { name } of products) sayGoals(name, ofProduct(name));
  if (folder !== undefined) await draw(folder, trials, tried);
  return products.flatMap(({ name }) => {
    const { ofWorlds, ofGroups } = goalsMet(ofProduct(name).map(({ figures }) => figures));
    return [
      figureOf(`goals of the worlds met, ${name}`, ofWorlds, 'the goals of each world'),
      figureOf(
        `goals of the groups met, ${name}`,
        ofGroups,
        'called in time .85–.96 in each world’s hours, states and numbers ahead',
      ),
    ];
  });
}

function figureOf(name: string, { met, of }: Met, against: string): Figure {
  return { name, unit: `of ${of}`, value: met, reference: undefined, against, aim: '' };
}

function sayGoals(product: string, tried: readonly TrialFigures[]): void {
  const all = tried.map(({ figures }) => figures);
  say(
    `\n${product.toUpperCase()}, by hour, state and people ahead: called in time (error, width of the range over the oracle’s)\n`,
  );
  for (const figures of all) say(groupTable(figures));
  say(`\n${product.toUpperCase()}, an asterisk marks a missed goal\n\n${goalTable(all)}`);
  const prices = tried.flatMap(({ figures, price }) =>
    price === undefined ? [] : [{ world: figures.world.name, price }],
  );
  if (prices.length > 0) say(`\n${priceTable(prices)}`);
}

async function draw(
  folder: string,
  trials: readonly Trial[],
  tried: readonly TrialFigures[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const both = trials.flatMap((trial, index) => {
    const figures = tried[index]?.figures;
    return figures === undefined ? [] : [{ ...trial, figures }];
  });
  for (const [world, drawn] of Map.groupBy(both, (one) => one.world)) {
    const file = `${world.replaceAll(/[^a-z0-9]+/gi, '-')}.svg`;
    await writeFile(join(folder, file), pictureOf(world, drawn));
  }
  say(`\nPictures by hour are in ${folder}`);
}
