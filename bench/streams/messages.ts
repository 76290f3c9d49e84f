/** Messages between the bench and its helper processes. */

export interface StreamRequest {
  readonly path: string;
  /** undefined for a server without authentication. */
  readonly token: string | undefined;
}

/** From the bench to the process that reads streams. */
export type ReaderOrder =
  | { readonly kind: 'open'; readonly port: number; readonly streams: readonly StreamRequest[] }
  /** Note the time at which each of these streams receives a text with this part. */
  | { readonly kind: 'expect'; readonly text: string; readonly receipts: number };

/** From the process that reads streams to the bench. */
export type ReaderNews =
  | { readonly kind: 'opened'; readonly opened: number; readonly failure: string | undefined }
  | { readonly kind: 'expecting' }
  | {
      readonly kind: 'received';
      /** Microseconds of the machine's clock, see `microseconds`. */
      readonly times: readonly number[];
      /** What one stream received: a part of a chunked HTTP answer. */
      readonly sample: string;
    };

/** From the bench to the bare server: write this to every stream of a topic. */
export interface Publication {
  readonly topic: string;
  readonly frames: string;
}

/** A clock that all processes of one machine share. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
