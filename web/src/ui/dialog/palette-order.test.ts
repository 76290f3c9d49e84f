import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kept } from './palette-order.ts';

const item = (id: string) => ({ id, label: id, onChoose: () => undefined });
const known = { label: 'Known patients', items: [item('Zarina')] };
const visits = { label: 'Patients', items: [item('visit of Zarina')] };

function idsOf(groups: ReturnType<typeof kept>): string[][] {
  return groups.map(({ items }) => items.map(({ id }) => id));
}

test('a search result that arrives late is listed after the results that the user has already moved through [DESK-6]', () => {
  assert.deepEqual(idsOf(kept([visits, known], [known])), [['Zarina'], ['visit of Zarina']]);
  assert.deepEqual(idsOf(kept([visits, known], undefined)), [['visit of Zarina'], ['Zarina']]);
});

test('when search results are added, earlier results keep their places, and removed results leave no gap [DESK-6]', () => {
  const grown = { label: 'Patients', items: [item('Asha'), item('visit of Zarina')] };
  assert.deepEqual(idsOf(kept([grown, known], [visits, known])), [
    ['visit of Zarina'],
    ['Zarina'],
    ['Asha'],
  ]);
  assert.deepEqual(idsOf(kept([known], [visits, known])), [['Zarina']]);
});
