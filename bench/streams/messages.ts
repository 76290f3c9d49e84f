/** Messages between the benchmark and its helper processes. */

export interface StreamRequest {
  readonly path: string;
  /** The sign-in token for the event stream; undefined for a server without authentication. */
  readonly token: string | undefined;
}

/** A message from the benchmark to the process that reads event streams. */
export type ReaderOrder =
  | { readonly kind: 'open'; readonly port: number; readonly streams: readonly StreamRequest[] }
  /** Asks the reader process to record when each stream receives a text that contains `text`. */
  | { readonly kind: 'expect'; readonly text: string; readonly receipts: number };

/** A message to the benchmark from the process that reads event streams. */
export type ReaderNews =
  | { readonly kind: 'opened'; readonly opened: number; readonly failure: string | undefined }
  | { readonly kind: 'expecting' }
  | {
      readonly kind: 'received';
      /**
       * The times at which the streams received the text, in microseconds. The clock is the one
       * that all processes of the machine share, see `microseconds`.
       */
      readonly times: readonly number[];
      /** The text that one stream received, as part of a chunked HTTP answer. */
      readonly sample: string;
    };

/**
 * A message from the benchmark to the bare server. It asks the server to write a text to every
 * stream of a topic.
 */
export interface Publication {
  readonly topic: string;
  readonly frames: string;
}

/** Reads a clock that all processes of one machine share, in microseconds. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
