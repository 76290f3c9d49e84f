/**
 * Random actions of sixteen clients on two doctors' queues, checked against the model. A failing
 * sequence is shrunk.
 */
import { type Urgency, urgencies } from '@baari/contract/constants.ts';
import fc from 'fast-check';
import {
  type Asked,
  type Call,
  assertMatchesModel,
  type Answered,
  type PublishedEntry,
  type AnsweredLine,
} from './queue-history.ts';
import {
  type ModelAction,
  type ModelActionName,
  modelActionNames,
  type ModelQueue,
} from './queue-model.ts';

export const clients = 16;
export const callsASequence = 200;
export const doctors = 2;
/**
 * The number of patients. Some of them are rarely in a queue, so that a request can succeed at any
 * time.
 */
export const patients = 16;

/** The queues of two doctors whom only this run uses, and sixteen patients without an entry. */
export interface QueuesUnderTest {
  readonly request: (patient: number, doctor: number, urgency: Urgency) => Promise<Answered>;
  /** Carries out an action on a queue, as the patient or as a member of staff. */
  readonly act: (
    action: ModelAction,
    by: { patient: number } | { staff: number },
  ) => Promise<Answered>;
  readonly read: (doctor: number) => Promise<AnsweredLine>;
}

type Kind = ModelActionName | 'request' | 'read';

/** How often the frequent kinds of API calls occur, relative to the other kinds. */
const frequencies: { readonly [Of in Kind]?: number } = {
  request: 2,
  approve: 3,
  start: 2,
  hold: 2,
  bring_back: 2,
};
const kinds: readonly Kind[] = (['request', 'read', ...modelActionNames] as const).flatMap((kind) =>
  Array.from({ length: frequencies[kind] ?? 1 }, () => kind),
);

/**
 * One step of a random sequence: one API call. The step is chosen without regard to the other steps
 * of the sequence.
 */
export interface Step {
  readonly client: number;
  readonly kind: Kind;
  readonly patient: number;
  readonly doctor: number;
  /**
   * A number that decides the remaining choices of a step: the staff member, position, urgency and
   * seen version.
   */
  readonly pick: number;
}

/**
 * Generates a random step. It has no bias, since numbers near the ends of the range are not more
 * interesting.
 */
const anyStep: fc.Arbitrary<Step> = fc.noBias(
  fc.record({
    client: fc.nat(clients - 1),
    kind: fc.constantFrom<Kind>(...kinds),
    patient: fc.nat(patients - 1),
    doctor: fc.nat(doctors - 1),
    pick: fc.nat(999),
  }),
);

function textOf({ client, kind, patient, doctor, pick }: Step): string {
  return `client ${client}: ${kind} patient ${patient} doctor ${doctor} (${pick})`;
}

/**
 * What the simulated clients have learned so far about the queues, and the API calls that they
 * made.
 */
interface Ward {
  readonly entries: Map<number, KnownEntry>;
  readonly calls: Call[];
  readonly called: Step[];
  time: number;
}

interface KnownEntry {
  readonly id: string;
  readonly doctor: number;
  readonly patient: number;
  version: number;
  status: string;
  position: number;
}

/** Runs a sequence of random API calls. Returns the calls with their answers. */
async function play(
  queues: QueuesUnderTest,
  steps: readonly Step[],
  way: Way,
  called: Step[],
): Promise<Call[]> {
  const ward: Ward = { entries: new Map(), calls: [], called, time: 0 };
  if (way === 'one by one') {
    for (const each of steps) await take(queues, ward, each);
  } else {
    await allOf(
      Array.from({ length: clients }, async (_, client) => {
        for (const each of steps) if (each.client === client) await take(queues, ward, each);
      }),
    );
  }
  await goHome(queues, ward);
  return ward.calls;
}

/** Waits until all work has ended, because a test must leave no work running on the server. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  for (const each of await Promise.allSettled(works)) {
    if (each.status === 'rejected') throw each.reason;
  }
}

/** Ends every open entry, because the next sequence of calls uses the same patients. */
async function goHome(queues: QueuesUnderTest, ward: Ward): Promise<void> {
  for (const doctor of [0, 1]) await takeStep(queues, ward, { kind: 'read', doctor, patient: 0 });
  await allOf(
    [...ward.entries.values()].map(async (entry) => {
      const { patient, doctor, status } = entry;
      if (status !== 'pending_approval' && status !== 'waiting' && status !== 'in_progress') return;
      const kind = status === 'in_progress' ? 'complete' : 'leave';
      await takeStep(queues, ward, { kind, doctor, patient, entry });
    }),
  );
}

interface TakenStep {
  readonly kind: Kind;
  readonly doctor: number;
  readonly patient: number;
  readonly entry?: KnownEntry | undefined;
  readonly pick?: number;
  readonly text?: string;
}

async function take(queues: QueuesUnderTest, ward: Ward, given: Step): Promise<void> {
  const isAboutEntry = given.kind !== 'request' && given.kind !== 'read';
  const entry = isAboutEntry ? chooseEntry(ward, given) : undefined;
  // If the patient has no entry, the step becomes a request for a place, so that every step sends a call.
  const kind = isAboutEntry && entry === undefined ? 'request' : given.kind;
  const step = { ...given, kind };
  ward.called.push(step);
  await takeStep(queues, ward, { ...step, entry, text: textOf(step) });
}

/**
 * Chooses the entry for a step. For an action on the next patient, it mostly chooses an entry on
 * which the action is possible.
 */
function chooseEntry(ward: Ward, { kind, patient, doctor, pick }: Step): KnownEntry | undefined {
  const known = [...ward.entries.values()].filter((entry) => entry.doctor === doctor);
  const first = known
    .filter(({ status }) => status === 'waiting')
    .toSorted((one, other) => one.position - other.position)[0];
  const running = known.find(({ status }) => status === 'in_progress');
  if (pick % 4 !== 0) {
    if (kind === 'start') return first ?? ward.entries.get(patient);
    if (kind === 'complete') return running ?? ward.entries.get(patient);
    if (kind === 'hold') return (pick % 3 === 0 ? running : first) ?? ward.entries.get(patient);
  }
  return ward.entries.get(patient);
}

async function takeStep(queues: QueuesUnderTest, ward: Ward, given: TakenStep): Promise<void> {
  const { entry, kind } = given;
  const doctor = entry === undefined ? given.doctor : entry.doctor;
  const asked = askedBy(given);
  const calledAt = tick(ward);
  const answered = await perform(queues, given, asked);
  const answeredAt = tick(ward);
  const said = given.text ?? `at the end: ${kind}`;
  const text = `${said} → ${JSON.stringify(answered)}`;
  ward.calls.push({ asked, doctor, calledAt, answeredAt, answered, text });
  if ('entry' in answered)
    note(ward, kind === 'request' ? given.patient : entry?.patient, doctor, answered);
}

function tick(ward: Ward): number {
  ward.time += 1;
  return ward.time;
}

function note(
  { entries }: Ward,
  patient: number | undefined,
  doctor: number,
  { entry }: { readonly entry: PublishedEntry },
): void {
  if (patient === undefined) return;
  const { id, status, position, queueVersion: version } = entry;
  const known = entries.get(patient);
  // The answer is outdated: it shows an earlier visit, or a lower version of the entry than the
  // known version.
  if (known !== undefined && known.id === id && known.version > version) return;
  if (known !== undefined && known.id !== id && status !== 'pending_approval') return;
  entries.set(patient, { id, doctor, patient, version, status, position });
}

function askedBy({ kind, patient, entry, pick = 0 }: TakenStep): Asked {
  const urgency = urgencies[pick % urgencies.length] ?? 'low';
  if (kind === 'request') return { kind, patient, urgency };
  if (kind === 'read' || entry === undefined) return { kind: 'read' };
  const action: ModelAction = { name: kind, id: entry.id, place: (pick % 5) + 1, urgency };
  const saysWhatWasSeen = pick % 7 === 0 && seeing.has(kind);
  return { kind: 'act', action: saysWhatWasSeen ? { ...action, seen: entry.version } : action };
}

/** Actions whose call can name the version that the caller has seen. */
const seeing: ReadonlySet<Kind> = new Set<Kind>([
  'approve',
  'reject',
  'start',
  'complete',
  'no_show',
  'remove',
  'close',
  'hold',
  'back',
]);

async function perform(
  queues: QueuesUnderTest,
  { doctor, patient, pick = 0, entry }: TakenStep,
  asked: Asked,
): Promise<Answered | AnsweredLine> {
  if (asked.kind === 'request') return queues.request(patient, doctor, asked.urgency);
  if (asked.kind === 'read') return queues.read(doctor);
  const { name } = asked.action;
  const isOwn =
    name === 'leave' ||
    name === 'go_later' ||
    ((name === 'back' || name === 'check_in') && pick % 3 === 0);
  const by = isOwn ? { patient: entry?.patient ?? patient } : { staff: pick };
  return queues.act(asked.action, by);
}

/**
 * Further checks after a sequence of API calls, when all entries have ended. They receive the final
 * queues and all calls.
 */
export type Afterwards = (queues: readonly ModelQueue[], calls: readonly Call[]) => Promise<void>;

export interface Work {
  /**
   * Opens queues of new doctors and patients for each sequence of calls, or empties the existing
   * queues.
   */
  readonly open: () => Promise<{
    readonly queues: QueuesUnderTest;
    /** Changes that the server made without an API call, read after all calls were answered. */
    readonly doneByItself?: () => Promise<Call[]>;
    /** Further checks after each sequence of API calls, for example of the events. */
    readonly afterwards?: Afterwards;
  }>;
  readonly sequences: number;
  /** The seed of the random numbers; random by default. */
  readonly seed?: number | undefined;
  /** Time limit in ms for shrinking a failing sequence of API calls. */
  readonly shrinkMs: number;
}

type Way = 'at once' | 'one by one';

/**
 * Throws if a sequence of API calls contradicts the model; `called` receives the steps in call
 * order.
 */
async function assertMatches(
  work: Work,
  steps: readonly Step[],
  way: Way,
  called: Step[] = [],
): Promise<void> {
  const { queues, doneByItself, afterwards } = await work.open();
  const asked = await play(queues, steps, way, called);
  const calls = [...asked, ...((await doneByItself?.()) ?? [])];
  const models = assertMatchesModel(calls, doctors);
  await afterwards?.(models, calls);
}

/**
 * Runs many sequences of random API calls; throws with the smallest failing sequence and how to
 * repeat it.
 */
export async function assertMatchesModelAtLength(work: Work): Promise<{ seed: number }> {
  const exact = { minLength: callsASequence, maxLength: callsASequence, size: 'max' } as const;
  let called: Step[] = [];
  const found = await fc.check(
    fc.asyncProperty(fc.array(anyStep, exact), (steps) => {
      called = [];
      return assertMatches(work, steps, 'at once', called);
    }),
    {
      numRuns: work.sequences,
      // fast-check cannot shrink a nondeterministic run; `shrink` does it.
      endOnFailure: true,
      ...(work.seed === undefined ? {} : { seed: work.seed }),
    },
  );
  if (!found.failed) return { seed: found.seed };
  const smallest = await shrink(work, called);
  throw new Error(
    [
      `Sequence ${found.numRuns} of seed ${found.seed} contradicts the model. Again: BAARI_MODEL_SEED=${found.seed}`,
      `As found: ${messageOf(found.errorInstance)}`,
      smallest === undefined
        ? 'It did not fail again: it needs its moment. All that was asked:'
        : `Of ${callsASequence} calls ${smallest.steps.length} are enough, ${smallest.way}: ${smallest.message}`,
      ...(smallest?.steps ?? called).map((each) => `  ${textOf(each)}`),
    ].join('\n'),
    { cause: found.errorInstance },
  );
}

interface Smallest {
  readonly steps: readonly Step[];
  readonly way: Way;
  readonly message: string;
}

/** How often a shrunk sequence is run. It counts as passing if it succeeds each time. */
const tries = 4;

/**
 * Repeats a failed sequence with fewer calls; undefined if it does not fail again. The calls first
 * run one after the other, since such a run is deterministic.
 */
async function shrink(work: Work, steps: readonly Step[]): Promise<Smallest | undefined> {
  for (const way of ['one by one', 'at once'] as const) {
    const message = await failureOf(work, steps, way);
    if (message !== undefined) return fewestOf(work, { steps, way, message });
  }
  return undefined;
}

async function failureOf(
  work: Work,
  steps: readonly Step[],
  way: Way,
): Promise<string | undefined> {
  for (let time = 0; time < (way === 'at once' ? tries : 1); time += 1) {
    try {
      await assertMatches(work, steps, way);
    } catch (error) {
      return messageOf(error);
    }
  }
  return undefined;
}

/**
 * Finds the fewest calls that fail: removes halves, quarters and so on to single calls, until every
 * remaining call is needed.
 */
async function fewestOf(work: Work, found: Smallest): Promise<Smallest> {
  const deadline = Date.now() + work.shrinkMs;
  let smallest = found;
  let size = Math.ceil(found.steps.length / 2);
  for (;;) {
    let hasShrunk = false;
    for (let start = 0; start < smallest.steps.length; ) {
      if (Date.now() > deadline) return smallest;
      const steps = smallest.steps.toSpliced(start, size);
      const message = await failureOf(work, steps, found.way);
      if (message === undefined) start += size;
      else {
        smallest = { way: found.way, steps, message };
        hasShrunk = true;
      }
    }
    if (size === 1 && !hasShrunk) return smallest;
    if (!hasShrunk) size = Math.ceil(size / 2);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
