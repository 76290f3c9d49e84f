/** What becomes of a message when its receipts arrive in any order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Delivery,
  deliveryStates,
  failureReasons,
  isNotReached,
  movedBy,
  nextLook,
  type SentMessage,
} from './delivery.rules.ts';

const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  fc.constantFrom('queued', 'accepted', 'delivered').map((state) => ({ state, reason: null })),
  fc.constantFrom(...failureReasons).map((reason) => ({ state: 'failed', reason })),
) as fc.Arbitrary<Delivery>;
const queued: Delivery = { state: 'queued', reason: null };

test('receipts in any order, also repeated, never move the state of a message backwards [MSG-5]', () => {
  fc.assert(
    fc.property(fc.array(delivery), (receipts) => {
      let now = queued;
      for (const receipt of receipts) {
        const next = movedBy(now, receipt);
        assert.ok(deliveryStates.indexOf(next.state) >= deliveryStates.indexOf(now.state));
        assert.equal(next.reason === null, next.state !== 'failed');
        now = next;
      }
    }),
  );
});

test('the last state of a message does not depend on the order of its receipts [MSG-5]', () => {
  const endOf = (receipts: readonly Delivery[]) => receipts.reduce(movedBy, queued).state;
  fc.assert(
    fc.property(fc.array(delivery), (receipts) => {
      assert.equal(endOf(receipts), endOf(receipts.toReversed()));
    }),
  );
});

test('a message that a network first reported as failed counts as delivered once it reports the delivery [MSG-5]', () => {
  const failed: Delivery = { state: 'failed', reason: 'unreachable' };
  const delivered: Delivery = { state: 'delivered', reason: null };
  assert.equal(movedBy(failed, delivered).state, 'delivered');
  assert.equal(movedBy(delivered, failed).state, 'delivered');
});

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 8, minute));
const failed: SentMessage = {
  state: 'failed',
  reason: 'other',
  isReported: true,
  changedAt: at(0),
};

test('a patient is not reached only if every message to the patient failed [MSG-6]', () => {
  assert.ok(!isNotReached([], at(0)));
  assert.ok(isNotReached([failed, failed], at(0)));
  assert.ok(!isNotReached([failed, { ...failed, ...queued }], at(0)));
});

test('a message whose delivery is not reported within ten minutes counts as lost, and a mail never does [MSG-6]', () => {
  const handedOver: SentMessage = { ...failed, state: 'accepted', reason: null };
  const mail = { ...handedOver, isReported: false };
  assert.ok(!isNotReached([failed, handedOver], at(9)));
  assert.ok(isNotReached([failed, handedOver], at(10)));
  assert.ok(!isNotReached([failed, handedOver, mail], at(30)));
});

test('Baari looks again when the next message counts as lost, and no more once one has arrived [MSG-6]', () => {
  const handedOver: SentMessage = { ...failed, state: 'accepted', reason: null };
  const later = { ...handedOver, changedAt: at(4) };
  assert.deepEqual(nextLook([failed, handedOver, later], at(5)), at(10));
  assert.deepEqual(nextLook([failed, handedOver, later], at(10)), at(14));
  assert.equal(nextLook([failed, handedOver, { ...later, state: 'read' }], at(5)), undefined);
  assert.equal(nextLook([failed], at(5)), undefined);
});
