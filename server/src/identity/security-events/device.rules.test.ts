import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coarseAddress, deviceOf } from './device.rules.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Windows NT 10.0; Win64; x64';
const mac = 'Macintosh; Intel Mac OS X 10_15_7';
const iPhone = 'iPhone; CPU iPhone OS 18_5 like Mac OS X';

const devices: readonly (readonly [
  agent: string,
  browser: string | null,
  system: string | null,
])[] = [
  [`Mozilla/5.0 (${windows}) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'Linux',
  ],
  [`Mozilla/5.0 (${iPhone}) ${webKit} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
  ],
  [
    `Mozilla/5.0 (${windows}) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `Mozilla/5.0 (${windows}) ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/122.0.0.0`,
    'Opera',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (${iPhone}) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox',
    'iOS',
  ],
  [
    `Mozilla/5.0 (${mac}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPadOS',
  ],
  ['curl/8.15.0', null, null],
  ['', null, null],
];

for (const [agent, browser, system] of devices) {
  test(`a device is shown by its browser and system: ${browser ?? 'by no browser'} on ${system ?? 'no system'} for '${agent}' [API-27]`, () => {
    assert.deepEqual(deviceOf(agent), { browser, system });
  });
}

test('a device with an unknown user agent has no name [API-27]', () => {
  assert.deepEqual(deviceOf(null), { browser: null, system: null });
});

test('the list of devices shows only the network of a device’s IP address [API-27]', () => {
  assert.equal(coarseAddress('203.0.113.42'), '203.0.113.x');
  assert.equal(coarseAddress('::ffff:192.0.2.7'), '192.0.2.x');
  assert.equal(coarseAddress('2001:db8:1234:5678::1'), '2001:db8:1234::x');
  assert.equal(coarseAddress('::1'), '::x');
  assert.equal(coarseAddress('https://evil.example'), null);
  assert.equal(coarseAddress(''), null);
  assert.equal(coarseAddress(null), null);
});
