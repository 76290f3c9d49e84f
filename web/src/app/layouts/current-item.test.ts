import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCurrentItem } from './current-item.ts';

const items = [
  { href: '/patient/dashboard', alsoUnder: ['/patient/hospital/', '/patient/doctor/'] },
  { href: '/patient/dashboard?view=queue', alsoUnder: ['/patient/queue'] },
  { href: '/patient/dashboard?view=reports', alsoUnder: ['/patient/reports'] },
];

function current(pathname: string, search = ''): number[] {
  return items.flatMap((item, index) =>
    isCurrentItem(item, items, { pathname, search }) ? [index] : [],
  );
}

test('the side menu marks exactly one entry, namely that of the page on the screen [PAT-1, ROUTE-11]', () => {
  assert.deepEqual(current('/patient/dashboard'), [0]);
  assert.deepEqual(current('/patient/dashboard', '?view=hospitals'), [0]);
  assert.deepEqual(current('/patient/dashboard', '?view=queue'), [1]);
  assert.deepEqual(current('/patient/dashboard', '?view=reports&type=prescription'), [2]);
});

test('a page below a menu entry, such as a hospital’s page, marks that entry [PAT-1, ROUTE-28]', () => {
  assert.deepEqual(current('/patient/hospital/42'), [0]);
  assert.deepEqual(current('/patient/queue'), [1]);
  assert.deepEqual(current('/profile'), []);
});
