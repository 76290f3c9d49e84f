/** The messages between the tabs of a browser about their shared stream [EV-9]. */
import type { LiveEvent } from '@baari/contract/events.ts';
import type { LiveState } from './live-stream.ts';

/**
 * The position of the shared stream, sent by the tab that has the live connection. `count`: the
 * number of events broadcast so far, by all tabs that have had the connection.
 */
export interface Now {
  readonly kind: 'now';
  readonly state: LiveState;
  readonly lastByteAt: number | null;
  readonly lastEventId: string;
  readonly count: number;
  readonly isHidden: boolean;
  readonly watches: readonly (readonly [tab: string, hospitalId: string])[];
}
export type TabMessage =
  | Now
  | {
      readonly kind: 'event';
      readonly event: LiveEvent;
      readonly resumed: boolean;
      readonly id: string;
      readonly count: number;
    }
  | { readonly kind: 'byte'; readonly at: number }
  /** Asks the tab with the live connection to send a message of the kind `now`. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'wake'; readonly reason: 'online' | 'visible' }
  | { readonly kind: 'watch'; readonly tab: string; readonly hospitalId: string | null };
