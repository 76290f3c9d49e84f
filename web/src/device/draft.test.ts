import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { forgetDrafts } from './draft-keys.ts';
import { draftPlaces, forgetDraft, keepDraft, readDraft, textsOf } from './draft.ts';

const stores = {
  localStorage: new Map<string, string>(),
  sessionStorage: new Map<string, string>(),
};
for (const [name, store] of Object.entries(stores)) {
  Object.defineProperty(globalThis, name, {
    value: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
      removeItem: (key: string) => store.delete(key),
    },
    configurable: true,
  });
}
const page = { cookie: '' };
before(() => {
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
});
// Later tests need an environment without a document.
after(() => Reflect.deleteProperty(globalThis, 'document'));
beforeEach(() => {
  forgetDrafts();
  page.cookie = '';
});

test('typed text survives a reload until it is sent, the person signs out or it expires [SIGN-2, WIZ-3, JOINH-1]', () => {
  const { hospital } = draftPlaces;
  keepDraft(hospital, { city: 'Pune' }, 1000);
  assert.deepEqual(readDraft(hospital, 2000), { city: 'Pune' });
  assert.equal(readDraft(hospital, 1000 + hospital.keptMs), undefined);
  assert.equal(stores.localStorage.size, 0);
  keepDraft(hospital, { city: 'Pune' }, 1000);
  forgetDrafts();
  assert.equal(readDraft(hospital, 2000), undefined);
});

test('symptoms that a patient typed and did not send are deleted with the browser tab, and after half an hour [PAT-9, SEC-18]', () => {
  const { request } = draftPlaces;
  keepDraft(request, { symptoms: 'Fever' }, 1000);
  assert.equal(stores.localStorage.size, 0);
  assert.equal(readDraft(request, 1000 + 30 * 60_000), undefined);
  assert.equal(stores.sessionStorage.size, 0);
});

test('in a session that ends with the browser, typed text of every form is stored only in the browser tab [ENT-7, SEC-18]', () => {
  page.cookie = 'baari_visit=1';
  for (const place of Object.values(draftPlaces)) {
    keepDraft(place, { name: 'Lata Gore' }, 1000);
    assert.deepEqual(readDraft(place, 2000), { name: 'Lata Gore' });
  }
  assert.equal(stores.localStorage.size, 0);
  for (const place of Object.values(draftPlaces)) forgetDraft(place);
  assert.equal(stores.sessionStorage.size, 0);
});

test('a saved draft of a form in an unknown format is ignored, and only text fields are restored from a draft [VAL-6]', () => {
  const { application } = draftPlaces;
  for (const text of ['no JSON', '[]', '{"at":1}', '{"at":"1","draft":{}}']) {
    stores.localStorage.set(application.key, text);
    assert.equal(readDraft(application, 2), undefined, text);
  }
  assert.deepEqual(textsOf({ name: 'Asha', age: 3 }, ['name', 'age', 'city']), { name: 'Asha' });
  assert.deepEqual(textsOf(undefined, ['name']), {});
});
