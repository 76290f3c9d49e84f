/**
 * Tests live events, responses to writes, and reads of lists in any order that the network may
 * cause [EV-9].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntryEvent } from '@baari/contract/events.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import {
  doctorQueueQuery,
  insideQuery,
  pendingQuery,
  waitingQuery,
} from '../api/queries/queries.ts';
import { type Command, commands, HospitalModel } from './hospital-model.test-data.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { queueCacheOf } from './queue-cache.ts';
// The module is imported in advance. Otherwise it would load with the first change and read lists
// after the test's end.
import './published-figures.ts';

/** The next step of a test: a change on the server, or the progress of a message in the network. */
type Step = { readonly kind: 'change'; readonly command: Command; readonly isOwn: boolean } | Turn;
interface Turn {
  readonly kind: (typeof turns)[number];
  readonly pick: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  name: fc.constantFrom(...commands, 'request' as const, 'approve' as const),
  doctor: fc.nat(1),
  pick: fc.nat(20),
});
const change = fc.record({
  kind: fc.constant('change' as const),
  command,
  isOwn: fc.boolean(),
});
const turns = ['mount', 'reset', 'hear', 'answer', 'look', 'come'] as const;
const turn: fc.Arbitrary<Turn> = fc.record({
  // The progress of messages is chosen more often than opening a list or a server reset.
  kind: fc.constantFrom(...turns, ...turns.slice(2), ...turns.slice(2)),
  pick: fc.nat(20),
});
const story: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 2, arbitrary: change }, { weight: 3, arbitrary: turn }),
  { minLength: 10, maxLength: 80, size: 'max' },
);

/**
 * A read that is in progress: whether the server has processed it, and whether its response has
 * arrived.
 */
interface Read {
  readonly list: List;
  seen?: unknown;
  hasLooked: boolean;
  readonly come: (answer: unknown) => void;
}
interface List {
  readonly queryKey: QueryKey;
  readonly look: () => unknown;
}

/** A desk and its hospital, with all messages that are in the network between the two. */
class Desk {
  readonly model = new HospitalModel();
  readonly client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  readonly lists: readonly List[] = [
    { queryKey: pendingQuery('hospital').queryKey, look: () => this.model.pending() },
    { queryKey: waitingQuery('hospital').queryKey, look: () => this.model.waiting() },
    { queryKey: insideQuery('hospital').queryKey, look: () => this.inside() },
    ...this.model.doctors.map((id) => ({
      queryKey: doctorQueueQuery(id).queryKey,
      look: () => this.model.queueOf(id),
    })),
  ];
  private readonly toMount = [...this.lists];
  private readonly closings: (() => void)[] = [];
  private reads: Read[] = [];
  private readonly events: EntryEvent[] = [];
  private readonly answers: EntryEvent[] = [];

  constructor() {
    const at = new Date().toISOString();
    queueCacheOf(this.client).apply({ type: 'connected', data: { at } }, false);
  }

  take(step: Step): void {
    if (step.kind === 'change') return this.change(step);
    const { kind, pick } = step;
    if (kind === 'mount') return this.mount(this.toMount.splice(pick % 5, 1));
    if (kind === 'reset') return this.reset();
    if (kind === 'hear') return this.hear(this.events.shift());
    if (kind === 'answer') return this.hear(this.answers.splice(pick % 3, 1)[0]);
    const read = this.reads[pick % Math.max(1, this.reads.length)];
    if (read === undefined) return;
    this.look(read);
    if (kind === 'come') this.come(read);
  }

  /** Delivers all messages in the network, and the messages that they cause. */
  async settle(): Promise<void> {
    this.mount(this.toMount.splice(0));
    const isUnderWay = () => [this.events, this.answers, this.reads].some(({ length }) => length);
    while (isUnderWay()) {
      for (const event of this.answers.splice(0)) this.hear(event);
      for (const event of this.events.splice(0)) this.hear(event);
      for (const read of this.reads) {
        this.look(read);
        this.come(read);
      }
      await soon();
    }
  }

  close(): void {
    queueCacheOf(this.client).stop();
    for (const close of this.closings) close();
    this.client.clear();
  }

  private inside(): StaffEntry[] {
    return this.model.doctors.flatMap((id) =>
      this.model.queueOf(id).queue.filter(({ status }) => status === 'in_progress'),
    );
  }

  private change({ command: asked, isOwn }: Extract<Step, { kind: 'change' }>): void {
    const published = this.model.run(asked);
    if (published === undefined) return;
    this.events.push(published);
    if (isOwn && published.type !== 'queue_requested') this.answers.push(published);
  }

  private mount(lists: readonly List[]): void {
    for (const list of lists) {
      const { queryKey } = list;
      const observer = new QueryObserver(this.client, {
        queryKey,
        queryFn: ({ signal }) => this.read(list, signal),
        staleTime: Number.POSITIVE_INFINITY,
      });
      this.closings.push(observer.subscribe(() => undefined));
    }
  }

  private read(list: List, signal: AbortSignal): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const read: Read = { list, hasLooked: false, come: resolve };
    this.reads.push(read);
    signal.addEventListener('abort', () => {
      this.reads = this.reads.filter((each) => each !== read);
      reject(new Error('Nobody wants the answer any more.'));
    });
    return promise;
  }

  private look(read: Read): void {
    if (read.hasLooked) return;
    read.hasLooked = true;
    read.seen = read.list.look();
  }

  private come(read: Read): void {
    this.reads = this.reads.filter((each) => each !== read);
    read.come(read.seen);
  }

  /** Sends the `reset` event, as the server does when it cannot replay all missed events. */
  private reset(): void {
    for (const answer of this.answers.splice(0)) this.hear(answer);
    this.events.length = 0;
    queueCacheOf(this.client).apply({ type: 'reset', data: { reason: 'events_not_kept' } }, true);
  }

  private hear(event: EntryEvent | undefined): void {
    if (event !== undefined) queueCacheOf(this.client).apply(event, true);
  }
}

function soon(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The parts of the data that the test compares: patients, queues, statuses and counts. */
function seen(shown: StaffEntry[] | DoctorQueue): unknown {
  if (!Array.isArray(shown)) return { ...seenOf(shown.queue), stats: shown.stats };
  return seenOf(shown);
}

function seenOf(entries: readonly StaffEntry[]): Record<string, unknown> {
  const byDoctor = Object.groupBy(entries, ({ doctor }) => doctor.id);
  return Object.fromEntries(
    Object.entries(byDoctor).map(([id, line = []]) => [
      id,
      line.map(({ id: entry, status, position, notes }) => [entry, status, position, notes]),
    ]),
  );
}

function expectShown({ client, lists }: Desk): void {
  for (const { queryKey, look } of lists) {
    const shown = client.getQueryData<StaffEntry[] | DoctorQueue>(queryKey);
    assert.ok(shown, `${queryKey.join(' ')} was never shown`);
    assert.deepEqual(seen(shown), seen(look() as StaffEntry[] | DoctorQueue), queryKey.join(' '));
  }
}

test('the desk finally shows the server’s data, in whatever order live updates and API answers arrive [EV-9, INV-1, INV-6]', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const desk = new Desk();
      try {
        for (const step of steps) {
          desk.take(step);
          await soon();
        }
        await desk.settle();
        expectShown(desk);
      } finally {
        desk.close();
      }
    }),
    { numRuns: 300 },
  );
});
