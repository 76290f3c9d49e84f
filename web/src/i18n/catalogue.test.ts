import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AreaName, areas } from './areas.ts';

/** Texts that are rightly the same in both languages, or written in the other one on purpose. */
const sameInBoth = new Set([
  'common.dash',
  'common.switchLanguage',
  'audit.change',
  'hospitalProfile.theirs',
  'queueDesk.transferDoctor',
]);

const areaNames = Object.keys(areas).filter((name): name is AreaName => Object.hasOwn(areas, name));

function texts(path: string, node: unknown): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, String(Reflect.apply(node, null, [2, 5, 'x']))]];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => texts(`${path}.${key}`, child));
}

for (const name of areaNames) {
  test(`every text of the area ${name} is there in Hindi, in Devanagari`, async () => {
    const hindi = texts(name, await areas[name].hi());
    const untranslated = hindi.filter(
      ([path, text]) => !sameInBoth.has(path) && !/[\u0900-\u097f]/.test(text),
    );
    assert.deepEqual(untranslated, []);
  });

  test(`no text of the area ${name} is blank`, async () => {
    const all = [...texts(name, await areas[name].en()), ...texts(name, await areas[name].hi())];
    assert.deepEqual(
      all.filter(([, text]) => text.trim() === ''),
      [],
    );
  });
}
