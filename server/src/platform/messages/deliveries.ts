/** Records whether messages arrived. Reports may come in any order; a state never goes back [MSG-5]. */
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import { ok } from '../result.ts';
import { type DeliveryRow, lockDelivery, writeDelivery } from './deliveries.store.ts';
import { type Delivery, type FailureReason, movedBy } from './delivery.rules.ts';

export interface Deliveries {
  /**
   * Records that a provider or the outbox accepted the message. Does nothing without an id, because
   * such a message is not followed.
   */
  readonly accept: (id: string | undefined, provider: string | undefined) => Promise<void>;
  /** Records that the message failed. Does nothing without an id. */
  readonly fail: (id: string | undefined, reason: FailureReason) => Promise<void>;
  /** Records a provider's report. False if the message is unknown, for example deleted after 30 days. */
  readonly report: (id: string, report: Delivery) => Promise<boolean>;
}

export interface DeliveriesOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Runs in the transaction that changes a message about a visit or booking. */
  readonly onMoved: (tx: Queryable, row: DeliveryRow & { readonly about: string }) => Promise<void>;
}

export function openDeliveries({ db, clock, onMoved }: DeliveriesOptions): Deliveries {
  async function move(id: string, report: Delivery, provider?: string): Promise<boolean> {
    const moved = await db.transaction(async (tx) => {
      const row = await lockDelivery(tx, id);
      if (row === undefined) return ok(false);
      const next = movedBy<Delivery>(row, report);
      if (next === row) return ok(true);
      await writeDelivery(tx, id, next, provider, clock.now());
      if (row.about !== null) await onMoved(tx, { ...row, ...next, about: row.about });
      return ok(true);
    });
    return moved.ok && moved.value;
  }

  return {
    async accept(id, provider) {
      if (id !== undefined) await move(id, { state: 'accepted', reason: null }, provider);
    },
    async fail(id, reason) {
      if (id !== undefined) await move(id, { state: 'failed', reason });
    },
    report: move,
  };
}
