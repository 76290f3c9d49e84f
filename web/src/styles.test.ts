import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('styles.css', import.meta.url), 'utf8');

function palette(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  assert.notEqual(start, -1, `styles.css has no block ${selector}`);
  const block = css.slice(start, css.indexOf('}', start));
  const pairs = block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g);
  return new Map(Array.from(pairs, ([, name = '', value = '']) => [name, value]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const grounds = ['canvas', 'surface', 'sunken'];
const textPairs: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] =>
    ['ink', 'ink-soft', 'primary-ink', 'danger-ink', 'turn-ink', 'success-ink'].map((ink) => [
      ink,
      ground,
    ]),
  ),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-turn', 'turn'],
  ['on-turn', 'turn-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['primary-ink', 'primary-soft'],
  ['turn-ink', 'turn-soft'],
  ['danger-ink', 'danger-soft'],
  ['warning-ink', 'warning-soft'],
  ['success-ink', 'success-soft'],
  ['info-ink', 'info-soft'],
  ['ink', 'primary-soft'],
  ['ink', 'turn-soft'],
  ['ink', 'danger-soft'],
  ['ink', 'warning-soft'],
  ['ink', 'success-soft'],
  ['ink', 'info-soft'],
  ['ink-soft', 'primary-soft'],
  ['ink-soft', 'turn-soft'],
];
const controlPairs: [string, string][] = grounds.flatMap((ground): [string, string][] => [
  ['control-line', ground],
  ['primary', ground],
  ['danger', ground],
  ['success', ground],
  ['turn-line', ground],
]);

for (const [theme, selector] of [
  ['light', '[data-theme="light"]'],
  ['dark', '[data-theme="dark"]'],
] as const) {
  const colours = palette(selector);
  function colour(name: string): string {
    const value = colours.get(name);
    assert.ok(value, `${theme} lacks --${name}`);
    return value;
  }

  test(`in the ${theme} theme every text colour has a contrast of 4.5 to 1 with its background`, () => {
    for (const [ink, ground] of textPairs) {
      const ratio = contrast(colour(ink), colour(ground));
      assert.ok(ratio >= 4.5, `${ink} on ${ground}: ${ratio.toFixed(2)}`);
    }
  });

  test(`in the ${theme} theme the edge of every button and field has a contrast of 3 to 1`, () => {
    for (const [edge, ground] of controlPairs) {
      const ratio = contrast(colour(edge), colour(ground));
      assert.ok(ratio >= 3, `${edge} on ${ground}: ${ratio.toFixed(2)}`);
    }
  });
}
