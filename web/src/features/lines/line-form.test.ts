import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addLines, lineTemplates } from '@baari/contract/lines/shared-line.ts';
import { lines } from '../../i18n/en/lines.gen.ts';
import {
  doctorPoints,
  draftsOf,
  factsSent,
  freePointName,
  isReadyLine,
  lineSent,
  newDraft,
} from './line-form.ts';

const doctors = [
  { id: '018f0000-0000-7000-8000-000000000001', name: 'Dr. Rao', room: 'Room 2' },
  { id: '018f0000-0000-7000-8000-000000000002', name: 'Dr. Sen', room: null },
  { id: '018f0000-0000-7000-8000-000000000003', name: 'Dr. Das', room: 'Room 2' },
];

describe('setting up lines', () => {
  test('each template for lines can be used without changes [LINE-1]', () => {
    for (const template of ['small_clinic', 'outpatient', 'laboratory', 'pharmacy'] as const) {
      const drafts = draftsOf(template, lines.kinds);
      const sent = drafts.map((draft) => lineSent(draft, { doctors, pointName: lines.pointName }));
      const { inOrder } = lineTemplates[template];
      assert.equal(addLines.body.safeParse({ lines: sent, inOrder }).success, true, template);
      assert.deepEqual(
        sent.map(({ points }) => points.length),
        lineTemplates[template].lines.map(({ points }) => points),
      );
    }
  });

  test('a shared line for any doctor has the chosen doctors, each named by room unless two doctors share a room [LINE-1]', () => {
    const all = doctors.map(({ id }) => id);
    assert.deepEqual(
      doctorPoints(all, doctors).map(({ name }) => name),
      ['Dr. Rao', 'Dr. Sen', 'Dr. Das'],
    );
    assert.deepEqual(
      doctorPoints(all.slice(0, 2), doctors).map(({ name }) => name),
      ['Room 2', 'Dr. Sen'],
    );
  });

  test('a translated name of a line is sent without surrounding spaces, and an empty translated name is not sent [LINE-1]', () => {
    const names = { hi: ' प्रयोगशाला ', ta: ' ', ur: '' };
    const draft = { ...newDraft('laboratory', 'Laboratory'), names };
    assert.deepEqual(factsSent(draft).names, { hi: 'प्रयोगशाला' });
  });

  test('the form of a line is not sent without a name, or with an impossible value for how often returning patients are called [LINE-1]', () => {
    const named = newDraft('any_doctor', 'Medicine');
    assert.equal(isReadyLine(named), true);
    assert.equal(isReadyLine({ ...named, name: '  ' }), false);
    for (const returnsEvery of ['', '1', '2.5', '21', 'x']) {
      assert.equal(isReadyLine({ ...named, returnsEvery }), false, returnsEvery);
      assert.equal(isReadyLine({ ...named, order: 'end', returnsEvery }), true, returnsEvery);
    }
    assert.deepEqual(factsSent({ ...named, room: ' ', department: ' ENT ' }), {
      name: 'Medicine',
      names: {},
      department: 'ENT',
      room: null,
      order: 'returns_next',
      returnsEvery: 3,
      asksFromHome: true,
    });
  });

  test('a new counter of a line is named with the first free number [LINE-1]', () => {
    assert.equal(freePointName([], lines.pointName), 'Counter 1');
    assert.equal(freePointName(['Counter 1', 'Counter 3'], lines.pointName), 'Counter 2');
  });
});
