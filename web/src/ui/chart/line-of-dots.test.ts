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

test('the drawing of a short line shows every person as a dot', () => {
  assert.equal(sketch(lineOfDots(3, 5)), 'ooM..');
  assert.equal(sketch(lineOfDots(1, 1)), 'M');
});

test('the drawing of a long line shows the first patient and the people near the reader as dots, and counts the others', () => {
  assert.equal(sketch(lineOfDots(40, 90)), 'o+ooooM...+');
});

test('the drawing of a line without the reader’s own place shows only the other people', () => {
  assert.equal(sketch(lineOfDots(0, 4)), 'oooo');
});

test('in the drawing of a line no person is missing or shown twice, and the dots always fit the screen', () => {
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

test('in the drawing of a line that moves up, the first person’s dot leaves and all other people keep their dots', () => {
  const before = lineOfDots(4, 6).map((dot) => dot.key);
  const after = lineOfDots(3, 5).map((dot) => dot.key);
  assert.deepEqual(before.slice(1), after);
});
