import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kept } from './palette-order.ts';

const item = (id: string) => ({ id, label: id, onChoose: () => undefined });
const known = { label: 'Known patients', items: [item('Zarina')] };
const visits = { label: 'Patients', items: [item('visit of Zarina')] };

function idsOf(groups: ReturnType<typeof kept>): string[][] {
  return groups.map(({ items }) => items.map(({ id }) => id));
}

test('what is found late comes behind what somebody is choosing among, and in its own order where nobody is yet [DESK-6]', () => {
  assert.deepEqual(idsOf(kept([visits, known], [known])), [['Zarina'], ['visit of Zarina']]);
  assert.deepEqual(idsOf(kept([visits, known], undefined)), [['visit of Zarina'], ['Zarina']]);
});

test('a group that grows keeps the places of those that stood there; who is gone leaves no gap [DESK-6]', () => {
  const grown = { label: 'Patients', items: [item('Asha'), item('visit of Zarina')] };
  assert.deepEqual(idsOf(kept([grown, known], [visits, known])), [
    ['visit of Zarina'],
    ['Zarina'],
    ['Asha'],
  ]);
  assert.deepEqual(idsOf(kept([known], [visits, known])), [['Zarina']]);
});
