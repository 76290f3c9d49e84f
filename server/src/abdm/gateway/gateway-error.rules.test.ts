import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorShapes } from '../../testing/stand-ins/abdm-gateway.ts';
import { gatewayErrorOf, mayRetry } from './gateway-error.rules.ts';

test('an error of ABDM is understood in each of its six shapes, and as plain text [API-38]', () => {
  const codes = Object.fromEntries(
    Object.entries(errorShapes).map(([shape, body]) => {
      const { code, message } = gatewayErrorOf(400, body);
      return [shape, [code, message]];
    }),
  );
  assert.deepEqual(codes, {
    nested: ['ABDM-1006', 'Bad Request, invalid request Body'],
    list: ['ABDM-9999', 'Unknown exception'],
    flat: ['900901', 'Invalid Credentials'],
    timed: [null, 'Invalid X-token'],
    'by field': [null, 'requestId'],
    empty: [null, ''],
  });
  assert.deepEqual(gatewayErrorOf(403, 'Forbidden'), { status: 403, code: null, message: '' });
});

test('only trouble of the gateway is worth another try [API-38]', () => {
  const retried = [400, 401, 403, 404, 408, 429, 500, 503].filter((status) => mayRetry({ status }));
  assert.deepEqual(retried, [401, 408, 429, 500, 503]);
});
