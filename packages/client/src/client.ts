/** The client of Baari's promised endpoints for a hospital's own system. */
import { type Calls, calls, type Event } from './calls.gen.ts';
import { type CallOptions, type Query, send, type Settings } from './send.ts';

export type * from './calls.gen.ts';
export { BaariError } from './send.ts';
export type { CallOptions, FieldProblem, Settings } from './send.ts';

interface Described {
  readonly given: object;
  readonly answer: unknown;
}
type Given<Call extends Described> = Call['given'] & CallOptions;
type Method<Call extends Described> =
  Record<never, never> extends Call['given']
    ? (given?: Given<Call>) => Promise<Call['answer']>
    : (given: Given<Call>) => Promise<Call['answer']>;

type Methods = { readonly [Name in keyof Calls]: Method<Calls[Name]> };

export interface EventsGiven {
  /** The cursor of the last event that was handled; new events only, if left out. */
  readonly after?: string | undefined;
  readonly types?: readonly Event['type'][] | undefined;
  /** Ends the loop with the signal's reason as the error. */
  readonly signal?: AbortSignal | undefined;
}

export interface FollowedEvent extends Event {
  /** Continue `after` it once this event is handled. */
  readonly cursor: string;
}

export interface Client extends Methods {
  /**
   * The hospital's events in their order, for ever. Waits for new ones, and goes on after a lost
   * connection without a loss. Throws `events_gone` if `after` is older than 30 days.
   */
  readonly events: (given?: EventsGiven) => AsyncGenerator<FollowedEvent, never, undefined>;
}

/** Makes a client for one installation and one API key. Sends nothing yet. */
export function createClient(settings: Settings): Client {
  const methods = Object.entries(calls).map(([name, [method, pattern]]) => {
    const act = ({ id = '', query, body, ...options }: Sent = {}) => {
      const path = pattern.replace('{id}', encodeURIComponent(id));
      return send(settings, { ...options, method, path, query, body });
    };
    return [name, act];
  });
  // The table of calls and their types are made of the same document.
  const made = Object.fromEntries(methods) as Methods;
  return { ...made, events: (given = {}) => follow(settings, given) };
}

interface Sent extends CallOptions {
  readonly id?: string;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Seconds that the server waits for an event before it answers without one. */
const pollSeconds = 25;

async function* follow(
  settings: Settings,
  { after, types, signal }: EventsGiven,
): AsyncGenerator<FollowedEvent, never, undefined> {
  const [method, path] = calls.listEvents;
  const list = async (query: Query) => {
    const request = { method, path, query, signal, retries: Number.POSITIVE_INFINITY };
    return (await send(settings, request)) as Calls['listEvents']['answer'];
  };
  let cursor = after ?? (await list({})).next;
  for (;;) {
    const { events, next } = await list({
      after: cursor,
      types: types?.join(','),
      wait: pollSeconds,
    });
    for (const [index, event] of events.entries()) {
      // Inside an answer no cursor stands for its events one by one: a break repeats them.
      yield { ...event, cursor: index === events.length - 1 ? next : cursor };
    }
    cursor = next;
  }
}
