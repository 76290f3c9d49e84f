import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Calls that write several fields without `seen`, and why they still overwrite nobody's change. */
const others: Readonly<Record<string, string>> = {
  setDoctorStatus: 'an act with its answers, not a form of what is there',
  addPushDevice: 'one browser, by its own address',
  saveConsent: 'one choice, for one hospital and purpose',
  keepOwnLanguage: 'one choice, by the menu of a page',
  rateVisit: 'one person’s own words on one visit',
  answerAtKiosk: 'one answer at a time, by the right of whoever stands there',
};

test('every call that saves a whole record accepts the version that the change was based on [HPROF-1, PROF-1, DOC-3, DOC-4]', () => {
  const overruling = Object.entries<Endpoint>(endpoints)
    .filter(([, { method }]) => method === 'PUT')
    .filter(([name, { body, query }]) => {
      const fields = Object.keys(body?.shape ?? {});
      return (
        fields.length > 1 && !fields.includes('seen') && !query?.shape['seen'] && !others[name]
      );
    });
  assert.deepEqual(
    overruling.map(([name]) => name),
    [],
  );
});
