import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrCodeOf } from '../../../ui/qr-code.ts';
import { secretToType } from './authenticator.ts';

const uri =
  'otpauth://totp/Baari:asha%40example.org?secret=JBSWY3DPEHPK3PXPAB&issuer=Baari&digits=6&period=30';

/** The square pattern in three corners of every QR code, row by row (finder pattern). */
const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];

test('the two-factor QR code has its three corner patterns and the light border that scanners need', () => {
  const { size, path } = qrCodeOf(uri);
  const dark = new Set(
    Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/gu), ([, x, y]) => `${x},${y}`),
  );
  const cornerAt = (left: number, top: number) =>
    Array.from({ length: 7 }, (_, y) =>
      Array.from({ length: 7 }, (__, x) => (dark.has(`${left + x},${top + y}`) ? '1' : '0')).join(
        '',
      ),
    );
  const far = size - 4 - 7;
  for (const [left, top] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const) {
    assert.deepEqual(cornerAt(left, top), finder);
  }
  for (let at = 0; at < size; at += 1) {
    assert.ok(![`${at},3`, `3,${at}`, `${at},${size - 4}`].some((place) => dark.has(place)));
  }
});

test('the secret for the authenticator app is shown in groups of characters, without the rest of the QR code’s text', () => {
  assert.equal(secretToType(uri), 'JBSW Y3DP EHPK 3PXP AB');
  assert.equal(secretToType('otpauth://totp/Baari'), '');
});
