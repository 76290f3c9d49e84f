/**
 * Makes the demo visits of several steps at the first hospital: around the consultations of the
 * last two weeks, and this morning. Writes nothing to the database; times are in minutes.
 */
import { randomUUID } from 'node:crypto';
import type { DemoEntry, DemoPlace, DemoStop } from './seed.store.ts';

const minuteMs = 60_000;

/**
 * The shortest and longest wait, and the shortest and longest service, of a demo visit in one kind
 * of line, in minutes.
 */
export interface Taking {
  readonly waits: readonly [number, number];
  readonly takes: readonly [number, number];
}

interface Step {
  readonly place: DemoPlace;
  readonly taking: Taking;
}

export type DemoSteps = Readonly<
  Record<'registration' | 'vitals' | 'laboratory' | 'pharmacy', Step>
>;

function between([from, to]: readonly [number, number], random: () => number): number {
  return (from + (to - from) * random()) * minuteMs;
}

function pointOf({ pointIds }: DemoPlace, number: number): string | null {
  return pointIds[number % Math.max(1, pointIds.length)] ?? null;
}

/**
 * Makes a finished step of a demo visit, given the time when the step began or the time when it
 * ended.
 */
function stopOf(
  { place, taking }: Step,
  at: { readonly joined: number } | { readonly ended: number },
  { patientId, symptoms, orderKey }: Pick<DemoEntry, 'patientId' | 'symptoms' | 'orderKey'>,
  random: () => number,
): DemoStop {
  const waits = between(taking.waits, random);
  const takes = between(taking.takes, random);
  const joined = 'joined' in at ? at.joined : at.ended - takes - waits;
  const id = randomUUID();
  return {
    id,
    place,
    patientId,
    status: 'completed',
    pointId: pointOf(place, Math.floor(random() * 6)),
    orderKey: orderKey ?? 1,
    symptoms,
    joinedAt: new Date(joined),
    startedAt: new Date(joined + waits),
    endedAt: new Date(joined + waits + takes),
    visitId: id,
    sentFromId: null,
    isReturn: false,
    tokenNumber: null,
  };
}

/**
 * Makes the steps before and after past consultations, and names the visit to which each
 * consultation belongs.
 */
export function stopsAround(
  consultations: readonly DemoEntry[],
  steps: DemoSteps,
  random: () => number,
): { stops: DemoStop[]; consulted: { id: string; visitId: string; sentFromId: string }[] } {
  const stops: DemoStop[] = [];
  const consulted: { id: string; visitId: string; sentFromId: string }[] = [];
  for (const entry of consultations) {
    if (entry.status !== 'completed' || entry.endedAt === null || random() < 0.3) continue;
    const vitals = stopOf(steps.vitals, { ended: entry.joinedAt.getTime() }, entry, random);
    const registration = stopOf(
      steps.registration,
      { ended: vitals.joinedAt.getTime() },
      entry,
      random,
    );
    const visitId = registration.id;
    stops.push(registration, { ...vitals, visitId, sentFromId: registration.id });
    consulted.push({ id: entry.id, visitId, sentFromId: vitals.id });
    let last = { id: entry.id, endedAt: entry.endedAt };
    const rest = [
      ...(random() < 0.4 ? [steps.laboratory] : []),
      ...(random() < 0.75 ? [steps.pharmacy] : []),
    ];
    for (const step of rest) {
      const stop = stopOf(step, { joined: last.endedAt.getTime() }, entry, random);
      stops.push({ ...stop, visitId, sentFromId: last.id });
      last = { id: stop.id, endedAt: stop.endedAt ?? last.endedAt };
    }
  }
  return { stops, consulted };
}

/**
 * A visit in progress: its finished steps, the present step and its duration, and the planned
 * steps.
 */
export interface UnderWay {
  readonly patientId: string;
  readonly symptoms: string;
  readonly done: readonly Step[];
  readonly now: DemoPlace;
  /** Minutes since the patient joined the present line. */
  readonly minutes: number;
  readonly served?: { readonly minutes: number; readonly point: number };
  readonly planned: readonly DemoPlace[];
}

/** Makes the steps of demo visits in progress. Patients are numbered in order of arrival. */
export function stopsUnderWay(
  visits: readonly UnderWay[],
  now: Date,
  random: () => number,
): { stops: DemoStop[]; planned: { visitId: string; lineIds: string[]; been: Set<string> }[] } {
  const drawn = visits.map((visit, number) => {
    const current = now.getTime() - visit.minutes * minuteMs;
    const who = { ...visit, orderKey: number + 1 };
    const done: DemoStop[] = [];
    let ended = current;
    for (const step of visit.done.toReversed()) {
      const stop = stopOf(step, { ended }, who, random);
      done.unshift(stop);
      ended = stop.joinedAt.getTime();
    }
    return { visit, done, current: currentStop(who, current, now) };
  });
  drawn.sort((one, other) => beganAt(one).getTime() - beganAt(other).getTime());
  const stops: DemoStop[] = [];
  const planned: { visitId: string; lineIds: string[]; been: Set<string> }[] = [];
  for (const [number, { visit, done, current }] of drawn.entries()) {
    const been = new Set<string>();
    let before: string | null = null;
    const visitId = (done[0] ?? current).id;
    for (const stop of [...done, current]) {
      const { lineId } = stop.place;
      const isReturn = been.has(lineId);
      stops.push({ ...stop, visitId, sentFromId: before, isReturn, tokenNumber: number + 1 });
      before = stop.id;
      been.add(lineId);
    }
    const lineIds = visit.planned.map(({ lineId }) => lineId);
    if (lineIds.length > 0) planned.push({ visitId, lineIds, been });
  }
  return { stops, planned };
}

function beganAt({ done, current }: { done: readonly DemoStop[]; current: DemoStop }): Date {
  return (done[0] ?? current).joinedAt;
}

function currentStop(
  { now: place, served, patientId, symptoms, orderKey }: UnderWay & { orderKey: number },
  joined: number,
  now: Date,
): DemoStop {
  const id = randomUUID();
  return {
    id,
    place,
    patientId,
    status: served ? 'in_progress' : 'waiting',
    pointId: served ? pointOf(place, served.point) : null,
    orderKey,
    symptoms,
    joinedAt: new Date(joined),
    startedAt: served ? new Date(now.getTime() - served.minutes * minuteMs) : null,
    endedAt: null,
    visitId: id,
    sentFromId: null,
    isReturn: false,
    tokenNumber: null,
  };
}
