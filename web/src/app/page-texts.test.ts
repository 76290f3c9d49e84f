/**
 * Tests that a page loads all texts that it shows. A component that loads more texts later suspends
 * and hides the page.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type LayoutEntry, layouts } from './layouts.ts';
import { routes } from './routes.ts';

/** Texts that may load later than the page, each with the reason. */
const later: Readonly<Record<string, readonly string[]>> = {
  // The notice is rarely shown and has its own suspense boundary, so its texts may load later.
  'features/hospital-profile/standing-notice.tsx': ['standing'],
  'shared/patient/patients-word.tsx': ['afterCall'],
  // These texts belong to a view that opens later, and only after its texts have loaded.
  'pages/patient/patient-dashboard.page.tsx': ['profile', 'unsaved'],
};

const source = fileURLToPath(new URL('..', import.meta.url));
const imported = /^import (?!type\b)[^;]*?from '(?<path>\.[^']+\.tsx?)';$/gmu;
const asked = /\buseMessages\((?<names>[^)]*)\)/gu;

interface Module {
  readonly imports: readonly string[];
  readonly areas: readonly string[];
}
const modules = new Map<string, Module>();

function moduleOf(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  // Comments are removed first, because they contain example imports.
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*\*.*?\*\//gsu, '');
  const name = relative(source, path);
  const read: Module = {
    imports: groupsOf(text, imported, 'path').map((each) =>
      fileURLToPath(new URL(each, pathToFileURL(path))),
    ),
    areas: groupsOf(text, asked, 'names')
      .flatMap((names) => groupsOf(names, /'(?<area>\w+)'/gu, 'area'))
      .filter((area) => later[name]?.includes(area) !== true),
  };
  modules.set(path, read);
  return read;
}

function groupsOf(text: string, pattern: RegExp, group: string): string[] {
  return [...text.matchAll(pattern)].flatMap(({ groups }) => groups?.[group] ?? []);
}

/**
 * The groups of translated texts (areas) that a module and its static imports use. Each group is
 * listed with a file that uses it.
 */
function areasOf(load: () => unknown): Map<string, string> {
  const [path = ''] = groupsOf(load.toString(), /import\('(?<path>[^']+)'\)/gu, 'path');
  const met = new Set([join(source, 'app', path)]);
  const found = new Map<string, string>();
  for (const each of met) {
    const { imports, areas } = moduleOf(each);
    for (const next of imports) met.add(next);
    for (const area of areas) found.set(area, relative(source, each));
  }
  return found;
}

function missing(load: () => unknown, brought: readonly string[]): string[] {
  return [...areasOf(load)]
    .filter(([area]) => !brought.includes(area))
    .map(([area, by]) => `${area}, which ${by} shows`);
}

/** Matches the paths of pages for staff, and for people who join the staff. */
const ofStaff = /^\/(?:hospital|staff|doctor|signup\/hospital|invitation)(?:\/|$)/u;

test('every page for patients uses only texts that are translated into every language [ENT-9]', () => {
  const { staffAlone } = JSON.parse(
    readFileSync(join(source, '../../texts/areas.json'), 'utf8'),
  ) as { staffAlone: string[] };
  const names = new Set(
    staffAlone.map((area) =>
      area.replaceAll(/-(?<letter>\w)/gu, (_, letter: string) => letter.toUpperCase()),
    ),
  );
  const lacking = routes
    .filter(({ path }) => !ofStaff.test(path))
    .flatMap(({ path, areas = [], page }) =>
      [...areas, ...areasOf(page).keys()]
        .filter((area) => names.has(area))
        .map((area) => `${path}: ${area}`),
    );
  assert.deepEqual(lacking, []);
});

for (const [name, entry] of Object.entries<LayoutEntry>(layouts)) {
  test(`the layout "${name}" loads every text that it shows [ROUTE-28]`, () => {
    assert.deepEqual(missing(entry.layout, entry.areas ?? []), []);
  });
}

for (const { path, layout, areas = [], page } of routes) {
  test(`the page ${path} loads every text that it shows [ROUTE-28]`, () => {
    const { areas: ofFrame = [] }: LayoutEntry = layouts[layout];
    assert.deepEqual(missing(page, [...areas, ...ofFrame]), []);
  });
}

test('the test that pages load their texts also finds texts that a page uses through its components [ROUTE-28]', () => {
  const doctorView = routes.find(({ path }) => path === '/doctor/view/:doctorId');
  assert.ok(doctorView);
  assert.equal(areasOf(doctorView.page).get('people'), 'shared/patient/through-line.tsx');
});
