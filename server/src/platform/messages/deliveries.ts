/** Records what became of messages; reports in any order never move a message backwards [MSG-5]. */
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import { ok } from '../result.ts';
import { type DeliveryRow, lockDelivery, writeDelivery } from './deliveries.store.ts';
import { type Delivery, type FailureReason, movedBy } from './delivery.rules.ts';

export interface Deliveries {
  /** A provider or the outbox took the message. Nothing is recorded without a delivery. */
  readonly accept: (id: string | undefined, provider: string | undefined) => Promise<void>;
  readonly fail: (id: string | undefined, reason: FailureReason) => Promise<void>;
  /** Records a report; false if the message is not known, such as after its retention. */
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
