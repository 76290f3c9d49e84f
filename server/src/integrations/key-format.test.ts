/** Tests of the format of API keys. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatKey, isKeyText, keyPattern, secretBytes, shownPart } from './key-format.ts';

test('a key names its installation, holds 256 random bits, and is recognised by its checksum [API-28]', () => {
  // Computed by Python's zlib.
  const least = 'baari_a_00000000000000000000000000000000000000000000SSsBc';
  assert.equal(formatKey('a', new Uint8Array(secretBytes)), least);
  const full = formatKey('in1', new Uint8Array(secretBytes).fill(255));
  assert.match(full, /^baari_in1_[0-9A-Za-z]{49}$/u);
  for (let count = 0; count < 200; count += 1) {
    const key = formatKey('a', randomBytes(secretBytes));
    assert.match(key, keyPattern);
    assert.ok(isKeyText(key), key);
  }
});

test('a mistyped, shortened or invented key is recognised without the database [API-28]', () => {
  const key = formatKey('a', randomBytes(secretBytes));
  const at = 20;
  const other = key.charAt(at) === 'A' ? 'B' : 'A';
  const mistyped = key.slice(0, at) + other + key.slice(at + 1);
  const invented = `baari_a_${'x'.repeat(49)}`;
  const elsewhere = key.replace('baari_a_', 'baari_b_');
  for (const text of [mistyped, invented, elsewhere, key.slice(0, -1), `${key}0`, '', 'baari_a_']) {
    assert.ok(!isKeyText(text), text);
  }
});

test('a list shows the beginning and the last four characters of a key, and nothing between [API-28]', () => {
  const key = formatKey('a', randomBytes(secretBytes));
  assert.equal(shownPart(key), `baari_a_…${key.slice(-4)}`);
});

test('SECURITY.md gives secret scanners the pattern of a key [API-28]', () => {
  const text = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  const given = /`(?<pattern>baari_[^`]+)`/u.exec(text)?.groups?.['pattern'] ?? '';
  assert.equal(`^${given}$`, keyPattern.source);
});
