import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/**
 * Endpoints that write several fields without `seen`, and why they still never overwrite another
 * user's change.
 */
const others: Readonly<Record<string, string>> = {
  setDoctorStatus: 'an act with its answers, not a form of what is there',
  addPushDevice: 'one browser, by its own address',
  saveConsent: 'one choice, for one hospital and purpose',
  keepOwnLanguage: 'one choice, by the menu of a page',
  rateVisit: 'one person’s own words on one visit',
  changeWebhook: 'every field may be left out, and then stays as it is',
  answerAtKiosk: 'each call saves one answer of the patient who was checked in at the kiosk',
};

test('in every API call that overwrites a whole record, a client can state which version of the record was edited [HPROF-1, PROF-1, DOC-3, DOC-4]', () => {
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
