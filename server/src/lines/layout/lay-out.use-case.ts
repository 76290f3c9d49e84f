/** Setting up shared lines and their service points, by an administrator [LINE-1]. */
import { maxSharedLines } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import type { BodyOf } from '@baari/contract/endpoint.ts';
import {
  type addLines as addLinesCall,
  type editLine as editLineCall,
  type NewPoint,
  type renamePoint as renamePointCall,
  type setPointStaff as setPointStaffCall,
  type SharedLine,
} from '@baari/contract/lines/shared-line.ts';
import { maxPoints, type ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { goOnLater, goOnPast } from '../visits/go-on-later.ts';
import { goOnWhereOpened } from '../visits/go-on.ts';
import { findClosedSince } from '../visits/journey.store.ts';
import { readLine, publishRemovedLine, publishLine } from '../line-event.ts';
import {
  countLines,
  countLinesOf,
  countReceptionists,
  findPoint,
  hasBookingsToCome,
  insertLine,
  insertPoint,
  isDoctorOf,
  isLineInUse,
  isLineNameTaken,
  isPointNameTaken,
  listPointsOf,
  markLineRemoved,
  markOpen,
  markPointRemoved,
  replaceNext,
  replaceStaff,
  updateLine,
  updatePoint,
} from '../lines.store.ts';

type LineAnswer = Result<{ line: SharedLine }>;

/** Creates shared lines with their service points, either all of them or none. */
export function addLines(
  context: MemberContext,
  { lines, inOrder }: BodyOf<typeof addLinesCall>,
): Promise<Result<{ lines: SharedLine[] }>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    if ((await countLines(tx, hospitalId)) + lines.length > maxSharedLines) {
      return refuse('too_many_lines');
    }
    const now = clock.now();
    const ids: string[] = [];
    for (const { points, asksFromHome, ...given } of lines) {
      // Lines for any doctor accept requests from home by default, as doctors' own lines do. In
      // other lines the patient is already on site.
      const fromHome = asksFromHome ?? given.kind === 'any_doctor';
      const id = await insertLine(tx, hospitalId, { ...given, asksFromHome: fromHome }, now);
      if (id === undefined) return refuse('line_exists');
      if (await isLineNameTaken(tx, { hospitalId, lineId: id }, given))
        return refuse('line_exists');
      ids.push(id);
      for (const point of points) {
        const added = await writePoint(tx, { hospitalId, lineId: id, kind: given.kind }, point);
        if (!added.ok) return added;
      }
    }
    if (inOrder) await leadOn(tx, ids);
    const published: SharedLine[] = [];
    for (const lineId of ids) published.push(await publishLine(tx, { hospitalId, lineId }, now));
    await recordAudit(tx, context, { action: 'add lines' });
    return ok({ lines: published });
  });
}

async function leadOn(tx: Queryable, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const next = ids[at + 1];
    if (next !== undefined) await replaceNext(tx, id, [next]);
  }
}

/**
 * Inserts a service point. In a line for any doctor each point needs its own doctor of the
 * hospital; in other lines a point has no doctor.
 */
async function writePoint(
  tx: Queryable,
  line: { readonly hospitalId: string; readonly lineId: string; readonly kind: ServiceKind },
  point: NewPoint,
): Promise<Result<void>> {
  if ((line.kind === 'any_doctor') !== (point.doctorId !== null)) {
    return refuse('point_needs_doctor');
  }
  if (point.doctorId !== null && !(await isDoctorOf(tx, line.hospitalId, point.doctorId))) {
    return refuse('not_found');
  }
  if (await isPointNameTaken(tx, { lineId: line.lineId, pointId: null }, point)) {
    return refuse('point_exists');
  }
  switch (await insertPoint(tx, line.lineId, point)) {
    case 'written':
      return ok(undefined);
    case 'same name':
      return refuse('point_exists');
    case 'same doctor':
      return refuse('point_needs_doctor');
  }
}

/**
 * Saves all fields of a line. Refuses if the line is named as its own next line, and with
 * changed_meanwhile if somebody else changed the line.
 */
export function editLine(
  context: MemberContext,
  lineId: string,
  { seen, next, asksFromHome, names, ...given }: BodyOf<typeof editLineCall>,
): Promise<LineAnswer> {
  return changeLine(context, lineId, async (tx, line) => {
    const allowed = asSeen(seen, line);
    if (!allowed.ok) return allowed;
    const ids = [...new Set(next)];
    if (ids.includes(lineId)) {
      return refuse('invalid_request', [{ param: 'next', msg: fieldMessages.choice }]);
    }
    if ((await countLinesOf(tx, context.actor.hospitalId, ids)) < ids.length) {
      return refuse('not_found');
    }
    const facts = {
      ...given,
      names: names ?? line.names,
      asksFromHome: asksFromHome ?? line.asksFromHome,
    };
    const { hospitalId } = context.actor;
    if (await isLineNameTaken(tx, { hospitalId, lineId }, facts)) return refuse('line_exists');
    if (!(await updateLine(tx, lineId, facts))) return refuse('line_exists');
    await replaceNext(tx, lineId, ids);
    await recordAudit(tx, context, { action: 'edit line' });
    return ok(undefined);
  });
}

/** Opens or closes a line for new patients. Patients who wait in a closed line are still called. */
export function setLineOpen(
  context: MemberContext,
  lineId: string,
  isOpen: boolean,
): Promise<LineAnswer> {
  return changeLine(context, lineId, async (tx) => {
    const now = context.clock.now();
    const since = await findClosedSince(tx, lineId, now);
    await markOpen(tx, lineId, isOpen, now);
    await recordAudit(tx, context, { action: 'open or close a line' });
    if (since === undefined || !isOpen) return ok(undefined);
    const waited = { lineId, since, until: now };
    const some = await goOnWhereOpened(tx, context.actor.userId, waited, now);
    if (!some.ok) return some;
    if (some.value.hasMore) await goOnLater(tx, waited, now);
    return ok(undefined);
  });
}

/**
 * Removes a line with its service points, and from all planned visits. Refuses while a patient is
 * in the line or has a booking in the line.
 */
export function removeLine(context: MemberContext, lineId: string): Promise<LineAnswer> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    await lockLine(tx, lineId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const line = await findOwnLine(tx, context, lineId);
    if (line === undefined) return refuse('not_found');
    if (await isLineInUse(tx, lineId)) return refuse('line_in_use');
    const points = await listPointsOf(tx, [lineId]);
    if (points.some(({ serving_id }) => serving_id !== null)) return refuse('line_in_use');
    const now = clock.now();
    if (await hasBookingsToCome(tx, lineId, now)) return refuse('line_has_appointments');
    await goOnPast(tx, lineId, now, () => markLineRemoved(tx, lineId, now));
    const gone = { ...line, isOpen: false, points: [] };
    await publishRemovedLine(tx, { hospitalId: actor.hospitalId, line: gone }, now);
    await recordAudit(tx, context, { action: 'remove line' });
    return ok({ line: gone });
  });
}

export function addPoint(
  context: MemberContext,
  lineId: string,
  point: NewPoint,
): Promise<LineAnswer> {
  return changeLine(context, lineId, async (tx, { points, kind }) => {
    if (points.length >= maxPoints) return refuse('too_many_points');
    const { hospitalId } = context.actor;
    const added = await writePoint(tx, { hospitalId, lineId, kind }, point);
    if (!added.ok) return added;
    await recordAudit(tx, context, { action: 'add service point' });
    return ok(undefined);
  });
}

/**
 * Changes a service point's names, in each language, and its planned hours. Refuses: point_exists,
 * changed_meanwhile.
 */
export async function renamePoint(
  context: MemberContext,
  pointId: string,
  { name, names: given, hours, seen }: BodyOf<typeof renamePointCall>,
): Promise<LineAnswer> {
  const found = await findPoint(context.db, pointId);
  if (found === undefined) return refuse('not_found');
  return changeLine(context, found.line_id, async (tx, { points }) => {
    const point = points.find(({ id }) => id === pointId);
    if (point === undefined) return refuse('not_found');
    const allowed = asSeen(seen, point);
    if (!allowed.ok) return allowed;
    const named = { name, names: given ?? point.names };
    if (await isPointNameTaken(tx, { lineId: point.lineId, pointId }, named)) {
      return refuse('point_exists');
    }
    const written = { ...named, hours: hours ?? point.hours };
    if (!(await updatePoint(tx, pointId, written))) return refuse('point_exists');
    await recordAudit(tx, context, { action: 'rename service point' });
    return ok(undefined);
  });
}

/**
 * Assigns receptionists to a counter. A person who opened the counter and is no longer assigned may
 * only finish with the present patient. Refuses: point_of_doctor, changed_meanwhile, and not_found
 * for a person who is not a receptionist of this hospital.
 */
export async function setPointStaff(
  context: MemberContext,
  pointId: string,
  { staffIds, seen }: BodyOf<typeof setPointStaffCall>,
): Promise<LineAnswer> {
  const found = await findPoint(context.db, pointId);
  if (found === undefined) return refuse('not_found');
  const { hospitalId } = context.actor;
  return changeLine(context, found.line_id, async (tx, { points }) => {
    const point = points.find(({ id }) => id === pointId);
    if (point === undefined) return refuse('not_found');
    if (point.doctor !== null) return refuse('point_of_doctor');
    const allowed = asSeen(seen, { staffIds: point.staff.map(({ id }) => id) });
    if (!allowed.ok) return allowed;
    const ids = [...new Set(staffIds)];
    if ((await countReceptionists(tx, hospitalId, ids)) < ids.length) return refuse('not_found');
    await replaceStaff(tx, { pointId, hospitalId }, ids, context.clock.now());
    await recordAudit(tx, context, { action: 'assign staff to service point' });
    return ok(undefined);
  });
}

/** Removes a service point. Refuses while a patient is being served at the point. */
export async function removePoint(context: MemberContext, pointId: string): Promise<LineAnswer> {
  const found = await findPoint(context.db, pointId);
  if (found === undefined) return refuse('not_found');
  return changeLine(context, found.line_id, async (tx, { points }) => {
    const point = points.find(({ id }) => id === pointId);
    if (point === undefined) return refuse('not_found');
    if (point.serving !== null) return refuse('point_in_use');
    await markPointRemoved(tx, pointId, context.clock.now());
    await recordAudit(tx, context, { action: 'remove service point' });
    return ok(undefined);
  });
}

/**
 * Changes a line in one transaction while holding its lock. Checks the caller's rights again inside
 * the transaction.
 */
function changeLine(
  context: MemberContext,
  lineId: string,
  change: (tx: Queryable, line: SharedLine) => Promise<Result<void>>,
): Promise<LineAnswer> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    await lockLine(tx, lineId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const line = await findOwnLine(tx, context, lineId);
    if (line === undefined) return refuse('not_found');
    const changed = await change(tx, line);
    if (!changed.ok) return changed;
    return ok({
      line: await publishLine(tx, { hospitalId: actor.hospitalId, lineId }, clock.now()),
    });
  });
}

/** Finds a line of the caller's hospital. A line of another hospital is not found. */
async function findOwnLine(
  tx: Queryable,
  { actor }: MemberContext,
  lineId: string,
): Promise<SharedLine | undefined> {
  if ((await countLinesOf(tx, actor.hospitalId, [lineId])) === 0) return undefined;
  return readLine(tx, lineId);
}
