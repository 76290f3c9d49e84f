/** A place in the event log, and how it is written as an SSE id [INV-6]. */

/** Where a reader stands in the log. Transaction ids outgrow a double, so they stay text. */
export interface Cursor {
  readonly transactionId: string;
  readonly id: number;
}

/**
 * The id of a frame: the place of its event in the log. An event of two frames marks the first as part 1, so that
 * a reader who was cut off after it is sent only the second.
 */
export interface FrameId extends Cursor {
  readonly part?: 1;
}

export function formatCursor({ transactionId, id, part }: FrameId): string {
  return `${transactionId}-${id}${part === undefined ? '' : `.${part}`}`;
}

/** Reads a Last-Event-ID; undefined when it is not one of ours. */
export function parseCursor(text: string): FrameId | undefined {
  const match = /^(0|[1-9]\d{0,18})-(\d{1,15})(\.1)?$/u.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const cursor = { transactionId: match[1], id: Number(match[2]) };
  return match[3] === undefined ? cursor : { ...cursor, part: 1 };
}

/** The last event that a reader has received whole: the one before, where this frame is only part of one. */
export function lastWhole({ transactionId, id, part }: FrameId): Cursor {
  return { transactionId, id: part === undefined ? id : id - 1 };
}

/** Whether one place in the log lies behind another. */
export function isAfter(one: Cursor, other: Cursor): boolean {
  const [first, second] = [BigInt(one.transactionId), BigInt(other.transactionId)];
  return first === second ? one.id > other.id : first > second;
}
