/** Reads a visit, and the lines to which it can go next [LINE-3, LINE-4]. */
import type { Journey, NextStop, OwnVisit } from '@baari/contract/lines/journey.ts';
import { nameIn } from '@baari/contract/lines/line-names.ts';
import type { Language } from '@baari/contract/languages.ts';
import { type Actor, isStaff } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { rowIn } from '../../queue/reads/line-names.view.ts';
import { maySee } from '../../queue/queue.access.ts';
import { type EntryRow, findEntry } from '../../queue/queue.store.ts';
import { patientEntryView, waitOf } from '../../queue/queue.view.ts';
import { shownRangeOf } from '../../queue/promises/shown-range.ts';
import { journeyView, presentOf } from './journey.view.ts';
import { readVisitLeft } from './visit-left.query.ts';
import {
  findStop,
  listPlanned,
  listStopIds,
  listTargets,
  listTargetsById,
  listUsualNext,
} from './journey.store.ts';

/**
 * Reads the visit of a queue entry. A visit of another patient or another hospital is not found
 * [ROLE-7].
 */
export async function getJourney(
  context: Context<Actor>,
  entryId: string,
): Promise<Result<{ journey: Journey }>> {
  const { db, actor, clock } = context;
  const own = await findEntry(db, entryId);
  if (own === undefined || !maySee(actor, own)) return refuse('not_found');
  if (isStaff(actor)) {
    await recordAudit(
      db,
      { ...context, actor },
      {
        action: 'read journey',
        patientIds: [own.patient_id],
        entryId,
      },
    );
  }
  const language = isStaff(actor) ? undefined : context.language;
  return ok({ journey: await readJourney(db, own, clock.now(), language) });
}

/**
 * Reads the visit for an API call that has its own action in the audit trail. Without a language,
 * lines have their plain names.
 */
export async function readJourney(
  db: Queryable,
  own: EntryRow,
  now: Date,
  language?: Language,
): Promise<Journey> {
  const entries = await readStops(db, own, language);
  const ahead = await readPlanned(db, own, language);
  const present = presentOf(entries);
  const forecast = present && (await readVisitLeft(db, present, now));
  const left = forecast === undefined ? null : { lower: forecast.lower, upper: forecast.upper };
  const journey = journeyView(entries, { ...ahead, left }, now);
  if (present?.status !== 'waiting') return journey;
  const wait = { ...waitOf(present, now), id: present.id, position: present.place };
  const waitRange = await shownRangeOf(db, wait, now);
  const stops = journey.stops.map((stop) =>
    stop.entryId === present.id ? { ...stop, waitRange } : stop,
  );
  return { ...journey, stops };
}

/** The steps of an entry's visit so far, in order. */
async function readStops(
  db: Queryable,
  own: EntryRow,
  language: Language | undefined,
): Promise<EntryRow[]> {
  const entries: EntryRow[] = [];
  for (const id of own.visit_id === null ? [own.id] : await listStopIds(db, own.id)) {
    const entry = id === own.id ? own : await findEntry(db, id);
    if (entry !== undefined) entries.push(rowIn(entry, language));
  }
  return entries;
}

/** The planned steps of an entry's visit, and their lines. */
async function readPlanned(db: Queryable, own: EntryRow, language: Language | undefined) {
  const planned = own.visit_id === null ? [] : await listPlanned(db, own.visit_id);
  const lines = await listTargetsById(
    db,
    planned.map(({ line_id }) => line_id),
  );
  const targets = lines.map((line) => ({ ...line, name: nameIn(line.name, line.names, language) }));
  return { planned, targets };
}

/**
 * Reads a visit for its patient, with every step's times. A visit of another account is not found
 * [PAT-11].
 */
export async function getOwnVisit(
  { db, actor, clock, language }: PatientContext,
  entryId: string,
): Promise<Result<{ visit: OwnVisit }>> {
  const own = await findEntry(db, entryId);
  if (own === undefined || !maySee(actor, own)) return refuse('not_found');
  const entries = await readStops(db, own, language);
  const ahead = await readPlanned(db, own, language);
  const now = clock.now();
  const { endedAt } = journeyView(entries, { ...ahead, left: null }, now);
  return ok({ visit: { stops: entries.map((stop) => patientEntryView(stop, now)), endedAt } });
}

/**
 * The lines to which a patient can go next: the planned lines, then the lines to which patients
 * usually go after the present step (or after the line `after`), then all others. The present line
 * is left out.
 */
export async function listNextStops(
  context: StaffContext,
  entryId: string,
  after?: string,
): Promise<Result<{ stops: NextStop[] }>> {
  const { db, actor } = context;
  const stop = await findStop(db, entryId);
  if (stop?.hospital_id !== actor.hospitalId) return refuse('not_found');
  const planned = stop.visit_id === null ? [] : await listPlanned(db, stop.visit_id);
  const usual = await listUsualNext(db, after ?? stop.line_id);
  const first = [...planned.map(({ line_id }) => line_id), ...usual];
  const targets = await listTargets(db, actor.hospitalId, first);
  const order = [
    ...planned.map(({ line_id: id }) => ({ id, why: 'planned' as const })),
    ...usual.map((id) => ({ id, why: 'usual' as const })),
    ...targets.map(({ id }) => ({ id, why: 'other' as const })),
  ];
  const stops: NextStop[] = [];
  for (const { id, why } of order) {
    const target = targets.find((each) => each.id === id);
    const isKnown = stops.some(({ lineId }) => lineId === id);
    if (target === undefined || isKnown || id === stop.line_id) continue;
    const { name, department, service, status, waiting } = target;
    const isOpen = status !== 'Offline';
    stops.push({ lineId: id, name, department, service, why, isOpen, status, waiting });
  }
  return ok({ stops });
}
