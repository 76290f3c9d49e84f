import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forgetKept, keep, readKept } from './storage.ts';

function give(name: 'localStorage' | 'sessionStorage', get: () => unknown): void {
  Object.defineProperty(globalThis, name, { get, configurable: true });
}

function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

function closed(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

const storages = ['localStorage', 'sessionStorage'] as const;
const own = new Map<string, PropertyDescriptor | undefined>();
before(() => {
  for (const name of storages) own.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
});
after(() => {
  for (const name of storages) {
    const descriptor = own.get(name);
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
  }
});

test('a value that a page stored in the browser is found in the same storage until it is deleted', () => {
  const shared = new Map<string, string>();
  const ofTab = new Map<string, string>();
  give('localStorage', () => storage(shared));
  give('sessionStorage', () => storage(ofTab));
  keep('a', '1');
  keep('a', '2', 'sessionStorage');
  assert.deepEqual([readKept('a'), readKept('a', 'sessionStorage')], ['1', '2']);
  forgetKept('a');
  assert.deepEqual([readKept('a'), readKept('a', 'sessionStorage')], [null, '2']);
});

test('if the browser blocks its storage, pages store and find nothing, and no page fails', () => {
  give('localStorage', closed);
  keep('a', '1');
  assert.equal(readKept('a'), null);
  forgetKept('a');
});

test('a full browser storage causes no error on the page', () => {
  const full = { ...storage(new Map()), setItem: closed };
  give('localStorage', () => full);
  keep('a', '1');
  assert.equal(readKept('a'), null);
});
