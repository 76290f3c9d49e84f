/** A place in a line, and a visit of several stops, as FHIR encounters [API-33]. */
import type { QueueStatus, Urgency } from '@baari/contract/constants.ts';
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type {
  CodeableConcept,
  Encounter,
  EncounterLocation,
  EncounterParticipant,
  EncounterStatusHistory,
  Extension,
  Period,
} from '../r4.rules.ts';
import {
  concept,
  definitionUrl,
  present,
  referenceTo,
  roomId,
  type Site,
  subjectOf,
  tokenSystem,
  visitId,
} from './resource.rules.ts';

/** The facts of an entry that its encounter shows. */
export interface EntryFacts {
  readonly id: string;
  readonly status: QueueStatus;
  readonly joined_at: Date;
  readonly approved_at: Date | null;
  readonly checked_in_at: Date | null;
  readonly called_at: Date | null;
  readonly back_at: Date | null;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly changed_at: Date | null;
  readonly last_action: string | null;
  readonly urgency: Urgency;
  readonly stated_urgency: Urgency | null;
  readonly urgency_changed_at: Date | null;
  readonly cancelled_by: 'patient' | 'staff' | null;
  readonly token: string | null;
  readonly token_day: string | null;
  readonly appointment_id: string | null;
  readonly visit_id: string | null;
  readonly patient_id: string;
  readonly patient_name: string;
  readonly line_id: string;
  readonly line_name: string;
  readonly is_shared: boolean;
  readonly room: string | null;
  readonly point_id: string | null;
  readonly point_name: string | null;
  readonly point_doctor_id: string | null;
  readonly point_doctor_name: string | null;
}

type Status = Encounter['status'];

/** Whether an entry is a place in a line rather than a request without an approval. */
export function isPlace({ approved_at: approvedAt, status }: EntryFacts): boolean {
  return approvedAt !== null && status !== 'pending_approval' && status !== 'rejected';
}

/** The status of an encounter now. Staff's judgement of the urgency counts as triage. */
export function encounterStatus(entry: EntryFacts): Status {
  switch (entry.status) {
    case 'pending_approval':
    case 'waiting':
      return waitingStatus(entry);
    case 'in_progress':
      return 'in-progress';
    case 'completed':
      return 'finished';
    case 'cancelled':
      // Undoing the check-in of a booking is no visit; the booking goes on.
      return entry.last_action === 'undo_check_in' ? 'entered-in-error' : 'cancelled';
    case 'rejected':
    case 'no_show':
      return 'cancelled';
  }
}

function waitingStatus(entry: EntryFacts): Status {
  if (entry.called_at !== null && entry.back_at === null) return 'onleave';
  if (entry.checked_in_at === null) return 'planned';
  return entry.stated_urgency === null ? 'arrived' : 'triaged';
}

/**
 * The statuses that an encounter had, from the times that its entry keeps. A change that was undone
 * is not among them. The present status is left out, as FHIR wants it.
 */
export function statusHistory(entry: EntryFacts): EncounterStatusHistory[] {
  const judgedAt = entry.stated_urgency === null ? null : entry.urgency_changed_at;
  const arrived = entry.checked_in_at;
  const triagedAt = judgedAt === null || arrived === null ? null : later(judgedAt, arrived);
  const held = entry.called_at;
  const known: readonly (readonly [Status, Date | null])[] = [
    ['planned', entry.approved_at ?? entry.joined_at],
    ['arrived', arrived],
    ['triaged', triagedAt],
    ['onleave', held],
    [triagedAt === null ? 'arrived' : 'triaged', held === null ? null : entry.back_at],
    ['in-progress', entry.started_at],
    [encounterStatus(entry), entry.ended_at],
  ];
  const steps = known
    .flatMap(([status, at]) => (at === null ? [] : [{ status, at }]))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return steps.flatMap(({ status, at }, index) => {
    const next = steps[index + 1];
    // Two steps at the same time: the first lasted no time.
    if (next === undefined || +next.at === +at || next.status === status) return [];
    return [{ status, period: { start: at.toISOString(), end: next.at.toISOString() } }];
  });
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

const priorities: Readonly<Record<Urgency, CodeableConcept>> = {
  low: priority('R', 'routine'),
  medium: priority('UR', 'urgent'),
  high: priority('EM', 'emergency'),
};

function priority(code: string, display: string): CodeableConcept {
  return concept('http://terminology.hl7.org/CodeSystem/v3-ActPriority', code, display);
}

const ambulatory = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  code: 'AMB',
  display: 'ambulatory',
};

/** What the queue forecasts for a waiting patient. */
export interface Waiting {
  readonly place: number;
  readonly range: StaffEntry['waitRange'];
  readonly asOf: Date;
}

/** How the range of the wait is made, as the extension's `method` says it. */
export const forecastMethod = 'calibrated-80';

/** The extension queue-position: place, range of the wait in minutes, time and method. */
export function queuePosition(base: string, { place, range, asOf }: Waiting): Extension {
  const minutes = (value: number) => ({
    value,
    unit: 'min',
    system: 'http://unitsofmeasure.org',
    code: 'min',
  });
  const wait: Extension[] =
    range === null
      ? []
      : [
          { url: 'wait', valueRange: { low: minutes(range.lower), high: minutes(range.upper) } },
          { url: 'method', valueCode: forecastMethod },
        ];
  return {
    url: definitionUrl(base, 'queue-position'),
    extension: [
      { url: 'place', valuePositiveInt: place },
      ...wait,
      { url: 'asOf', valueInstant: asOf.toISOString() },
    ],
  };
}

/** An entry as an encounter. `waiting` is given for an entry that waits. */
export function encounterOf(
  site: Site,
  entry: EntryFacts,
  { ageBand, waiting }: { readonly ageBand: AgeBand | undefined; readonly waiting?: Waiting },
): Encounter {
  const { base, hospitalId } = site;
  const token = tokenOf(entry);
  return present<Encounter>({
    resourceType: 'Encounter',
    id: entry.id,
    meta: { lastUpdated: changedAt(entry).toISOString() },
    extension: waiting && waiting.place > 0 ? [queuePosition(base, waiting)] : undefined,
    identifier: token && [{ system: tokenSystem(base, hospitalId, token.day), value: token.value }],
    status: encounterStatus(entry),
    statusHistory: statusHistory(entry),
    class: ambulatory,
    serviceType: { text: entry.line_name },
    priority: priorities[entry.urgency],
    subject: subjectOf(site, {
      id: entry.patient_id,
      name: entry.patient_name,
      ageBand,
      token,
    }),
    participant: participantsOf(entry),
    appointment:
      entry.appointment_id === null
        ? undefined
        : [referenceTo('Appointment', entry.appointment_id)],
    period: periodOf([entry]),
    location: locationsOf(entry),
    serviceProvider: referenceTo('Organization', hospitalId),
    partOf: entry.visit_id === null ? undefined : referenceTo('Encounter', visitId(entry.visit_id)),
  });
}

function tokenOf({ token, token_day: day }: EntryFacts) {
  return token === null || day === null ? undefined : { day, value: token };
}

function changedAt({ changed_at: at, joined_at: joined }: EntryFacts): Date {
  return at ?? joined;
}

function participantsOf(entry: EntryFacts): EncounterParticipant[] {
  const doctor = entry.is_shared
    ? { id: entry.point_doctor_id, name: entry.point_doctor_name }
    : { id: entry.line_id, name: entry.line_name };
  if (doctor.id === null) return [];
  return [{ individual: referenceTo('Practitioner', doctor.id, doctor.name ?? undefined) }];
}

/** The presence at the hospital: from arrival, or else the start of the visit, to the end. */
function periodOf(entries: readonly EntryFacts[]): Period | undefined {
  const starts = entries.flatMap((entry) => entry.checked_in_at ?? entry.started_at ?? []);
  const start = starts.toSorted((one, other) => +one - +other)[0];
  if (start === undefined) return undefined;
  const ends = entries.map((entry) => entry.ended_at);
  const end = ends.includes(null)
    ? undefined
    : ends.toSorted((one, other) => +(one ?? 0) - +(other ?? 0)).at(-1);
  return present<Period>({ start: start.toISOString(), end: end?.toISOString() });
}

function locationsOf(entry: EntryFacts): EncounterLocation[] {
  const period = periodOf([entry]);
  const status = entry.ended_at === null ? 'active' : 'completed';
  const at = (id: string, display: string) =>
    present<EncounterLocation>({
      location: referenceTo('Location', id, display),
      status: period === undefined ? 'planned' : status,
      period,
    });
  if (!entry.is_shared) {
    return entry.room === null ? [] : [at(roomId(entry.line_id), entry.room)];
  }
  const { point_id: id, point_name: name } = entry;
  const area = at(entry.line_id, entry.line_name);
  return id === null || name === null ? [area] : [area, at(id, name)];
}

/** A visit of several stops. `stops` are all of its entries, in order, at least one. */
export function visitOf(
  site: Site,
  stops: readonly [EntryFacts, ...EntryFacts[]],
  ageBand: AgeBand | undefined,
): Encounter {
  const [first] = stops;
  const token = tokenOf(first);
  const changes = stops.map((stop) => +changedAt(stop));
  return present<Encounter>({
    resourceType: 'Encounter',
    id: visitId(first.visit_id ?? first.id),
    meta: { lastUpdated: new Date(Math.max(...changes)).toISOString() },
    identifier: token && [
      { system: tokenSystem(site.base, site.hospitalId, token.day), value: token.value },
    ],
    status: visitStatus(stops),
    class: ambulatory,
    priority: priorities[(stops.at(-1) ?? first).urgency],
    subject: subjectOf(site, {
      id: first.patient_id,
      name: first.patient_name,
      ageBand,
      token,
    }),
    period: periodOf(stops),
    location: stops.flatMap(locationsOf),
    serviceProvider: referenceTo('Organization', site.hospitalId),
  });
}

/** A visit has the status of its open stop. Without one it is finished if a stop was. */
function visitStatus(stops: readonly EntryFacts[]): Status {
  const statuses = stops.map(encounterStatus);
  const open = stops.findLast(({ ended_at: end }) => end === null);
  if (open !== undefined) return encounterStatus(open);
  if (statuses.includes('finished')) return 'finished';
  return statuses.every((each) => each === 'entered-in-error') ? 'entered-in-error' : 'cancelled';
}
