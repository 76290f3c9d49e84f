/** A position in the event log, and its text form as an SSE id [INV-6]. */

/** A position in the log. Transaction ids exceed a double's precision, so they stay text. */
export interface Cursor {
  readonly transactionId: string;
  readonly id: number;
}

/**
 * The id of a frame: its event's position in the log. If an event has two frames, the first is marked as part
 * 1, so that a reader cut off after it is sent only the second.
 */
export interface FrameId extends Cursor {
  readonly part?: 1;
}

export function formatCursor({ transactionId, id, part }: FrameId): string {
  return `${transactionId}-${id}${part === undefined ? '' : `.${part}`}`;
}

/** Parses a Last-Event-ID; undefined if it is not one of ours. */
export function parseCursor(text: string): FrameId | undefined {
  const match = /^(0|[1-9]\d{0,18})-(\d{1,15})(\.1)?$/u.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const cursor = { transactionId: match[1], id: Number(match[2]) };
  return match[3] === undefined ? cursor : { ...cursor, part: 1 };
}

/** The position of the last event received completely: the previous event if this frame is only part 1. */
export function lastWhole({ transactionId, id, part }: FrameId): Cursor {
  return { transactionId, id: part === undefined ? id : id - 1 };
}

/** Whether one position in the log is after another. */
export function isAfter(one: Cursor, other: Cursor): boolean {
  const [first, second] = [BigInt(one.transactionId), BigInt(other.transactionId)];
  return first === second ? one.id > other.id : first > second;
}
