/** Records whether messages arrived. Reports may come in any order; a state never goes back [MSG-5]. */
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import { ok } from '../result.ts';
import {
  deleteDelivery,
  type DeliveryRow,
  findDeliveryState,
  type Handover,
  lockDelivery,
  writeDelivery,
} from './deliveries.store.ts';
import { type Delivery, type FailureReason, hasArrived, movedBy } from './delivery.rules.ts';

export interface Deliveries {
  /**
   * Records that a provider or the outbox accepted the message. Does nothing without an id, because
   * such a message is not followed.
   */
  readonly accept: (id: string | undefined, by?: Handover) => Promise<void>;
  /** Records that the message failed. Does nothing without an id. */
  readonly fail: (id: string | undefined, reason: FailureReason) => Promise<void>;
  /** Records a provider's report. False if the message is unknown, for example deleted after 30 days. */
  readonly report: (id: string, report: Delivery) => Promise<boolean>;
  /** Whether the message is on the person's phone. */
  readonly hasArrived: (id: string) => Promise<boolean>;
  /** Forgets a message that is not sent, because an earlier one has arrived. */
  readonly forget: (id: string | undefined) => Promise<void>;
}

export interface DeliveriesOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Runs in the transaction that changes a message about a visit or booking. */
  readonly onMoved: (tx: Queryable, row: DeliveryRow & { readonly about: string }) => Promise<void>;
}

export function openDeliveries({ db, clock, onMoved }: DeliveriesOptions): Deliveries {
  async function move(id: string, report: Delivery, by: Handover = {}): Promise<boolean> {
    const moved = await db.transaction(async (tx) => {
      const row = await lockDelivery(tx, id);
      if (row === undefined) return ok(false);
      const next = movedBy<Delivery>(row, report);
      if (next === row) return ok(true);
      await writeDelivery(tx, id, next, by, clock.now());
      if (row.about !== null) await onMoved(tx, { ...row, ...next, about: row.about });
      return ok(true);
    });
    return moved.ok && moved.value;
  }

  return {
    async accept(id, by) {
      if (id !== undefined) await move(id, { state: 'accepted', reason: null }, by);
    },
    async fail(id, reason) {
      if (id !== undefined) await move(id, { state: 'failed', reason });
    },
    report: (id, report) => move(id, report),
    async hasArrived(id) {
      const state = await findDeliveryState(db, id);
      return state !== undefined && hasArrived({ state });
    },
    async forget(id) {
      if (id !== undefined) await deleteDelivery(db, id);
    },
  };
}
