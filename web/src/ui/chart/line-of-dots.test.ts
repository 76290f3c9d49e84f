import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LineDot, lineOfDots, mostDots } from './line-of-dots.ts';

function people(dots: readonly LineDot[]): number {
  return dots.reduce((sum, dot) => sum + (dot.kind === 'gap' ? dot.count : 1), 0);
}

function sketch(dots: readonly LineDot[]): string {
  const signs = { ahead: 'o', mine: 'M', behind: '.', gap: '+' };
  return dots.map((dot) => signs[dot.kind]).join('');
}

test('a short line shows every person', () => {
  assert.equal(sketch(lineOfDots(3, 5)), 'ooM..');
  assert.equal(sketch(lineOfDots(1, 1)), 'M');
});

test('a long line shows its front, its end and the people next to the patient', () => {
  assert.equal(sketch(lineOfDots(40, 90)), 'o+ooooM...+');
});

test('a line shown without the patient’s own place shows only the others', () => {
  assert.equal(sketch(lineOfDots(0, 4)), 'oooo');
});

test('nobody in the line is missing or shown twice, and the dots always fit', () => {
  fc.assert(
    fc.property(fc.nat(600), fc.nat(600), (ahead, behind) => {
      const dots = lineOfDots(ahead + 1, ahead + 1 + behind);
      assert.equal(people(dots), ahead + 1 + behind);
      assert.equal(new Set(dots.map((dot) => dot.key)).size, dots.length);
      assert.equal(dots.filter((dot) => dot.kind === 'mine').length, 1);
      assert.ok(dots.length <= mostDots);
    }),
  );
});

test('when the line moves up, the first person leaves and everybody else keeps their dot', () => {
  const before = lineOfDots(4, 6).map((dot) => dot.key);
  const after = lineOfDots(3, 5).map((dot) => dot.key);
  assert.deepEqual(before.slice(1), after);
});
