/** What the bench and its helper processes say to each other. */

export interface StreamRequest {
  readonly path: string;
  /** undefined: a server that asks nobody who they are. */
  readonly token: string | undefined;
}

/** From the bench to the process that reads streams. */
export type ReaderOrder =
  | { readonly kind: 'open'; readonly port: number; readonly streams: readonly StreamRequest[] }
  /** Note when each of so many streams receives something with this text in it. */
  | { readonly kind: 'expect'; readonly text: string; readonly receipts: number };

/** From the process that reads streams. */
export type ReaderNews =
  | { readonly kind: 'opened'; readonly opened: number; readonly failure: string | undefined }
  | { readonly kind: 'expecting' }
  | {
      readonly kind: 'received';
      /** Microseconds of the machine's own clock, see `microseconds`. */
      readonly times: readonly number[];
      /** What one stream received: a part of a chunked HTTP answer. */
      readonly sample: string;
    };

/** From the bench to the bare server: write this to every stream of a topic. */
export interface Publication {
  readonly topic: string;
  readonly frames: string;
}

/** A time that processes of one machine agree on. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
