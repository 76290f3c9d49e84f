/** Reads encounters: places in lines, and visits of several stops [API-33]. */
import { type QueueStatus, queueStatuses } from '@baari/contract/constants.ts';
import type { Encounter } from '../r4.rules.ts';
import { findEntries } from '../../queue/queue.store.ts';
import { staffEntryViews } from '../../queue/queue.view.ts';
import {
  encounterOf,
  encounterStatus,
  isPlace,
  visitOf,
  type Waiting,
} from '../resources/encounter.rules.ts';
import { roomId, visitId } from '../resources/resource.rules.ts';
import type { Asked } from '../search/asked.rules.ts';
import type { Candidate, ReadPortion } from '../search/collect.ts';
import { boundsOf } from '../search/dates.rules.ts';
import { idsIn } from '../search/matches.rules.ts';
import {
  type EntriesWanted,
  type FactsRow,
  listEntriesWanted,
  listFactsOf,
  listFactsOfVisits,
} from './fhir.store.ts';
import { isUuid, type Reader, rowsAtOnce } from './reader.ts';

const visitPrefix = visitId('');

/** One encounter of the hospital; undefined if it has none with this id. */
export async function readEncounter(reader: Reader, id: string): Promise<Candidate | undefined> {
  const visit = id.startsWith(visitPrefix) ? id.slice(visitPrefix.length) : undefined;
  const entryId = visit ?? id;
  if (!isUuid(entryId)) return undefined;
  const made = await encountersOf(reader, [{ id: entryId, visit_id: visit ?? null }]);
  return made.find(({ resource }) => resource.id === id);
}

/** Portions of the encounters that may fit a search, newest first. */
export function encounterPortions(reader: Reader, asked: Asked): ReadPortion {
  const wanted = narrowed(asked);
  const { db } = reader.context;
  return async (after) => {
    // "~" after an id: the entry itself was read, but not yet the visit that it begins.
    const isVisitNext = after?.endsWith('~') === true;
    const id = isVisitNext ? after.slice(0, -1) : after;
    const from = id === undefined ? undefined : { id, isIncluded: isVisitNext };
    const found =
      id !== undefined && !isUuid(id)
        ? []
        : await listEntriesWanted(db, reader.site.hospitalId, wanted, from, rowsAtOnce);
    const made = await encountersOf(reader, found);
    return {
      candidates: made.filter(({ resource }) => !isVisitNext || resource.id !== id),
      isLast: found.length < rowsAtOnce,
    };
  };
}

interface Wished {
  readonly id: string;
  readonly visit_id: string | null;
}

/** The encounters of these entries in their order, each followed by the visit that it begins. */
async function encountersOf(reader: Reader, wished: readonly Wished[]): Promise<Candidate[]> {
  const { context, site, now } = reader;
  const { hospitalId } = site;
  const ids = wished.map(({ id }) => id);
  const begun = wished.flatMap(({ id, visit_id: visit }) => (visit === id ? [id] : []));
  const [facts, stops] = await Promise.all([
    listFactsOf(context.db, hospitalId, ids),
    begun.length === 0 ? [] : listFactsOfVisits(context.db, hospitalId, begun),
  ]);
  const places = facts.filter(isPlace);
  const patientIds = [...new Set(places.map(({ patient_id: id }) => id))];
  const [bands, waits] = await Promise.all([
    reader.readBands(context.db, hospitalId, patientIds, now),
    waitsOf(reader, places),
  ]);
  const byId = new Map(places.map((row) => [row.id, row]));
  const byVisit = Map.groupBy(stops.filter(isPlace), ({ visit_id: visit }) => visit);
  return wished.flatMap(({ id }): Candidate[] => {
    const entry = byId.get(id);
    if (entry === undefined) return [];
    const ageBand = bands.get(entry.patient_id);
    const waiting = waits.get(id);
    const resource = encounterOf(site, entry, { ageBand, ...(waiting && { waiting }) });
    const [first, ...more] = byVisit.get(id) ?? [];
    if (first === undefined) return [candidate(resource, entry, id)];
    const visit = visitOf(site, [first, ...more], ageBand);
    return [candidate(resource, entry, `${id}~`), candidate(visit, entry, id)];
  });
}

function candidate(resource: Encounter, { patient_id: patient }: FactsRow, after: string) {
  return { resource, after, patientIds: [patient] };
}

/** The place and the forecast of those who wait, as the desk sees them now. */
async function waitsOf(
  { context, site, now }: Reader,
  places: readonly FactsRow[],
): Promise<ReadonlyMap<string, Waiting>> {
  const ids = places.filter(({ status }) => status === 'waiting').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await findEntries(context.db, site.hospitalId, ids);
  return new Map(
    staffEntryViews(rows, now).map(({ id, position: place, waitRange: range }) => [
      id,
      { place, range, asOf: now },
    ]),
  );
}

/** A search by _lastUpdated finds encounters that began at most so long before. */
const changedWithinMs = 30 * 86_400_000;

/** What SQL can select of a search. The resources are checked against the whole of it. */
function narrowed({ criteria }: Asked): EntriesWanted {
  const valuesOf = (name: string) => criteria.find((each) => each.name === name)?.values;
  const date = criteria.find(({ name }) => name === 'date')?.dates;
  const { from, to } = boundsOf(date?.length === 1 ? date : []);
  const updated = criteria.find(({ name }) => name === '_lastUpdated')?.dates;
  const { from: since } = boundsOf(updated?.length === 1 ? updated : []);
  const ids = valuesOf('_id');
  const locations = idsOrNone(valuesOf('location'));
  const doctors = idsOrNone(valuesOf('practitioner'));
  const statuses = valuesOf('status');
  return {
    kind: 'places',
    ids: ids?.map((id) => id.replace(visitPrefix, '')).filter(isUuid),
    visitIds: idsOrNone(valuesOf('part-of'))
      ?.map((id) => id.replace(visitPrefix, ''))
      .filter(isUuid),
    statuses: statuses && queueStatuses.filter((each) => mayBecome(each, statuses)),
    // A doctor may also call from a point of a shared line, so doctors select no lines alone.
    ...(locations === undefined || doctors !== undefined ? {} : placesIn(locations)),
    tokens: tokensOf(valuesOf('identifier')),
    endsFrom: from,
    joinsFrom: since && new Date(since.getTime() - changedWithinMs),
    joinsBefore: to,
  };
}

/** The tokens of identifiers; undefined if one of them is `system|`, which names every token of a day. */
function tokensOf(identifiers: readonly string[] | undefined): string[] | undefined {
  const tokens = identifiers?.map((text) => text.slice(text.lastIndexOf('|') + 1));
  return tokens?.includes('') === true ? undefined : tokens;
}

function idsOrNone(values: readonly string[] | undefined): string[] | undefined {
  return values && idsIn(values);
}

const roomPrefix = roomId('');

function placesIn(locations: readonly string[]): Pick<EntriesWanted, 'lineIds' | 'pointIds'> {
  const lineIds = locations.map((id) => id.replace(roomPrefix, '')).filter(isUuid);
  return { lineIds, pointIds: locations.filter(isUuid) };
}

const statusesOfEntries: Readonly<Record<QueueStatus, readonly string[]>> = {
  pending_approval: [],
  rejected: [],
  waiting: ['planned', 'arrived', 'triaged', 'onleave'],
  in_progress: ['in-progress'],
  completed: ['finished'],
  cancelled: ['cancelled', 'entered-in-error'],
  no_show: ['cancelled'],
} satisfies Record<QueueStatus, readonly ReturnType<typeof encounterStatus>[]>;

/** Whether the encounter of an entry with this status can have one of these statuses. */
function mayBecome(status: QueueStatus, asked: readonly string[]): boolean {
  return statusesOfEntries[status].some((each) => asked.includes(each));
}
