/** A place in the event log, and how it is written as an SSE id [INV-6]. */

/** Where a reader stands in the log. Transaction ids outgrow a double, so they stay text. */
export interface Cursor {
  readonly transactionId: string;
  readonly id: number;
}

export function formatCursor(cursor: Cursor): string {
  return `${cursor.transactionId}-${cursor.id}`;
}

/** Reads a Last-Event-ID; undefined when it is not one of ours. */
export function parseCursor(text: string): Cursor | undefined {
  const match = /^(0|[1-9]\d{0,18})-(\d{1,15})$/u.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { transactionId: match[1], id: Number(match[2]) };
}

/** Whether one place in the log lies behind another. */
export function isAfter(one: Cursor, other: Cursor): boolean {
  const [first, second] = [BigInt(one.transactionId), BigInt(other.transactionId)];
  return first === second ? one.id > other.id : first > second;
}
