import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packBody, unpackBody } from './packed-body.ts';

const beside = {
  entryId: '3d4cf5ab-5ad2-4d6f-a35f-5a4d4b7e1c11',
  accountId: null,
  hospitalId: '91187ab1-c955-4add-8591-b82b76b19b34',
  doctorId: '4caa6a94-ebe4-47ce-b36f-3169d9f6ec1f',
};
const body = {
  id: beside.entryId,
  status: 'in_progress',
  position: 0,
  notes: 'क'.repeat(2000),
  token: 'A-003',
  doctor: { id: beside.doctorId, name: 'Dr. Meera Kulkarni', room: null },
  placeChanges: [],
  queueVersion: 11,
};

test('a stored live event that was compressed with the first compression dictionary can still be read exactly [INV-5]', () => {
  const packed = Buffer.from(
    'AO3UMQ6CMBjF8auQN7dGAsHQzehmXF2MQykfSsBWK0yGY3gDD+ZRXDiAietL3vim3/CfKX+5/pjFuS74vF8cBShAAQpQgAIUoAAFKEABClCAAhSgAAUoQAEKUIACfwpAYQideBis9XKZQaEObggR5om2hkHurC1smWupJNf5yomusqLRWVqUddkU4tIGCt5eBQbbuEj2ItEmu7HvbPQtFGIIVxg/9v2kcOutk83F+rM8YI4nhfsooxwkPtrgYdJ0+gI=',
    'base64',
  );
  assert.deepEqual(unpackBody(packed, beside), body);
});

test('a compressed live event is read back unchanged, with text of any script and with fields unknown to the dictionary', () => {
  for (const original of [body, {}, { ...body, isNew: true, notes: '"\\\n🙂' }]) {
    assert.deepEqual(unpackBody(packBody(original, beside), beside), original);
    const ofAccount = { ...beside, accountId: 'a05f9419-f663-4ea5-9a00-f5facebc7dc7' };
    assert.deepEqual(unpackBody(packBody(original, ofAccount), ofAccount), original);
  }
});

test('a live event compressed by a newer version is refused with a clear message', () => {
  assert.throws(() => unpackBody(Buffer.of(255, 1, 2), beside), /newer version/u);
});
