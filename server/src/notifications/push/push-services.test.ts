import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPushServices, isPushService, mayCall } from './push-services.ts';

const services = defaultPushServices.split(',');

test('the server may call the push services of the supported browsers [SEC-15]', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/QAbc',
  ]) {
    assert.ok(mayCall(endpoint, services), endpoint);
  }
});

test('no address given by a browser may be called unless it belongs to a supported push service [SEC-15]', () => {
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://notify.windows.com.evil.example/',
    'https://evilnotify.windows.com/',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'http://localhost:3000/x',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    assert.ok(!mayCall(endpoint, services), endpoint);
  }
});

test('a local push receiver is called only if the operator names the receiver with its port', () => {
  const local = ['http://127.0.0.1:4999'];
  assert.ok(mayCall('http://127.0.0.1:4999/push/1', local));
  assert.ok(!mayCall('http://127.0.0.1:5000/push/1', local));
  for (const named of [
    '*',
    '*.com',
    'com',
    'http://10.0.0.1:80',
    'https://x.example/',
    '10.0.0.1',
  ]) {
    assert.ok(!isPushService(named), named);
  }
});
