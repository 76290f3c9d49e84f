/** A position in the event log, and its text form as an SSE id [INV-6]. */

/** A position in the event log. Transaction ids exceed a double's precision, so they stay text. */
export interface Cursor {
  readonly transactionId: string;
  readonly id: number;
}

/**
 * The SSE id of one sent event: the event's position in the event log. If an event is sent in two
 * parts, the first part's id is marked as part 1. A client whose connection breaks after part 1 is
 * then sent only part 2.
 */
export interface FrameId extends Cursor {
  readonly part?: 1;
}

export function formatCursor({ transactionId, id, part }: FrameId): string {
  return `${transactionId}-${id}${part === undefined ? '' : `.${part}`}`;
}

/** Parses a Last-Event-ID header; returns undefined if the server did not issue the id. */
export function parseCursor(text: string): FrameId | undefined {
  const match = /^(0|[1-9]\d{0,18})-(\d{1,15})(\.1)?$/u.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const cursor = { transactionId: match[1], id: Number(match[2]) };
  return match[3] === undefined ? cursor : { ...cursor, part: 1 };
}

/**
 * The position of the last event that the client received completely. If the id belongs to part 1
 * of an event, the result is the position of the event before.
 */
export function lastWhole({ transactionId, id, part }: FrameId): Cursor {
  return { transactionId, id: part === undefined ? id : id - 1 };
}

/** Whether one position in the event log comes after another position. */
export function isAfter(one: Cursor, other: Cursor): boolean {
  const [first, second] = [BigInt(one.transactionId), BigInt(other.transactionId)];
  return first === second ? one.id > other.id : first > second;
}
