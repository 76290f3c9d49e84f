/**
 * `npm run architecture` draws the diagram in docs/architecture.md from the imports in the code.
 * Each box is a folder and each arrow an import. An arrow from one folder to another is omitted if
 * other arrows also lead there. `-- --check` fails if the page is out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './project.mjs';

const page = join(root, 'docs/architecture.md');
const begin = '<!-- picture: npm run architecture -->';
const end = '<!-- /picture -->';
const imported = /(?:\bfrom|\bimport\()\s*'(?<name>[^']+)'/gu;

/** Folders that import nearly everything; their arrows would hide the others. */
const composing = new Set(['demo', 'testing', 'backup', 'app', 'security']);

type Arrows = Map<string, Set<string>>;

const text = readFileSync(page, 'utf8');
const from = text.indexOf(begin);
const to = text.indexOf(end);
if (from < 0 || to < from) throw new Error(`docs/architecture.md has no ${begin} … ${end}`);
const drawn = `${text.slice(0, from)}${begin}\n${picture()}\n${text.slice(to)}`;
if (process.argv.includes('--check')) {
  if (drawn !== text) {
    console.error('The picture in docs/architecture.md is out of date: run npm run architecture.');
    process.exitCode = 1;
  }
} else writeFileSync(page, drawn);

/**
 * Returns the folders of server and web as one Mermaid flowchart. Imported folders are below the
 * folders that import them.
 */
function picture(): string {
  const halves = [
    { name: 'server', arrows: withoutDetours(arrowsOf('server/src')) },
    { name: 'web', arrows: withoutDetours(arrowsOf('web/src')) },
  ];
  const lines = halves.flatMap(({ name, arrows }) => [
    `  subgraph ${name}`,
    ...[...arrows.keys()].toSorted().map((folder) => `    ${name}.${folder}["${folder}"]`),
    '  end',
    ...[...arrows].flatMap(([folder, others]) =>
      [...others].toSorted().map((other) => `  ${name}.${folder} --> ${name}.${other}`),
    ),
    `  ${name} --> contract`,
  ]);
  return ['```mermaid', 'flowchart TB', '  contract', ...lines, '```'].join('\n');
}

/** Finds the imports between the folders directly below `base`. */
function arrowsOf(base: string): Arrows {
  const arrows: Arrows = new Map();
  const files = globSync(`${base}/*/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(?:test|gen)\.tsx?$/u.test(file));
  for (const file of files.toSorted()) {
    const folder = folderOf(base, file);
    if (composing.has(folder)) continue;
    const others = arrows.get(folder) ?? new Set();
    arrows.set(folder, others);
    for (const { groups } of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
      const name = groups?.['name'] ?? '';
      const target = name.startsWith('.') ? posix.join(dirname(file), name) : '';
      const other = target.startsWith(`${base}/`) ? folderOf(base, target) : folder;
      if (other !== folder && !other.includes('.') && !composing.has(other)) others.add(other);
    }
  }
  return arrows;
}

function folderOf(base: string, file: string): string {
  return file.slice(base.length + 1).split('/')[0] ?? '';
}

/** Removes each arrow whose target can also be reached through other arrows. */
function withoutDetours(arrows: Arrows): Arrows {
  const reached = (folder: string, seen: Set<string>): Set<string> => {
    for (const other of arrows.get(folder) ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      reached(other, seen);
    }
    return seen;
  };
  const isDetour = (folder: string, other: string): boolean =>
    [...(arrows.get(folder) ?? [])].some(
      (between) => between !== other && reached(between, new Set([folder])).has(other),
    );
  return new Map(
    [...arrows].map(([folder, others]) => [
      folder,
      new Set([...others].filter((other) => !isDetour(folder, other))),
    ]),
  );
}
