/** Reads bookable times as FHIR schedules and slots [API-33]. */
import { maxPageSize } from '@baari/contract/constants.ts';
import { lastBookableDay, offeredTimes } from '../../appointments/appointment.rules.ts';
import {
  type BookedLine,
  findLineToBook,
  listDoctorsToBook,
  listLinesToBook,
  listTaken,
  type TakenRow,
} from '../../appointments/appointments.store.ts';
import { availabilityOf } from '../../appointments/appointments.view.ts';
import { pageOf } from '../../platform/database/page.rules.ts';
import { addDays, dayAt, instantOf } from '../../schedule/calendar.rules.ts';
import { calendarOf, freeBeside, type OfferedSlot } from '../../timetables/timetable.rules.ts';
import { scheduleOf, scheduleOfSlot, slotOf } from '../resources/directory.rules.ts';
import type { Asked } from '../search/asked.rules.ts';
import { type Candidate, fromList, inSequence, type ReadPortion } from '../search/collect.ts';
import { boundsOf } from '../search/dates.rules.ts';
import { idsIn } from '../search/matches.rules.ts';
import { isUuid, type Reader } from './reader.ts';

/** Portions of the schedules: of doctors who practise, then of shared lines. */
export function schedulePortions(reader: Reader, asked?: Asked): ReadPortion {
  const { context, site } = reader;
  const ids = asked?.criteria.find(({ name }) => name === '_id')?.values;
  if (ids !== undefined) {
    return async (after) => {
      const lines = await Promise.all(ids.map((id) => findBookable(reader, id)));
      const made = lines.flatMap((line) => (line === undefined ? [] : [scheduleIn(reader, line)]));
      return fromList(made)(after);
    };
  }
  const doctors: ReadPortion = async (after) => {
    const wanted = { after: after !== undefined && isUuid(after) ? after : undefined };
    const found = await listDoctorsToBook(context.db, site.hospitalId, {
      ...wanted,
      limit: maxPageSize + 1,
    });
    const { rows, next } = pageOf(found, maxPageSize, ({ id }) => id);
    const candidates = rows.map((line) => ({
      resource: scheduleIn(reader, line),
      after: line.id,
      patientIds: [],
    }));
    return { candidates, isLast: next === null };
  };
  const lines: ReadPortion = async (after) => {
    const found = await listLinesToBook(context.db, site.hospitalId);
    return fromList(found.map((line) => scheduleIn(reader, line)))(after);
  };
  return inSequence([doctors, lines]);
}

/** A doctor who practises, or a shared line that patients can book. */
async function findBookable({ context, site }: Reader, id: string) {
  if (!isUuid(id)) return undefined;
  const line = await findLineToBook(context.db, id);
  if (line?.hospital_id !== site.hospitalId || line.deactivated_at !== null) return undefined;
  if (!line.is_shared) return line;
  return line.asks_from_home && (line.sessions ?? []).length > 0 ? line : undefined;
}

function scheduleIn({ now }: Reader, line: BookedLine) {
  return scheduleUpTo(line, now, lastBookableDay(dayAt(now, line.time_zone)));
}

/** The schedule of a line from today to a last day. */
export function scheduleUpTo(line: BookedLine, now: Date, last: string) {
  const today = dayAt(now, line.time_zone);
  const end = addDays(last, 1);
  return scheduleOf(
    { id: line.id, name: line.name, isShared: line.is_shared },
    { from: startOf(today, line.time_zone), to: startOf(end, line.time_zone) },
  );
}

/** The first instant of a day; some days begin at 01:00 because clocks change. */
function startOf(day: string, zone: string): string {
  const start = instantOf(day, '00:00', zone) ?? instantOf(day, '01:00', zone);
  return start?.toISOString() ?? `${day}T00:00:00.000Z`;
}

/** Portions of the slots of the schedules that a search names, one schedule at a time. */
export function slotPortions(reader: Reader, { criteria }: Asked): ReadPortion {
  const valuesOf = (name: string) => criteria.find((each) => each.name === name)?.values;
  const schedules = valuesOf('schedule');
  const named =
    schedules === undefined
      ? (valuesOf('_id') ?? []).flatMap((id) => scheduleOfSlot(id) ?? [])
      : idsIn(schedules);
  const start = criteria.find(({ name }) => name === 'start')?.dates;
  const range = boundsOf(start?.length === 1 ? start : []);
  const ids = [...new Set(named)].filter(isUuid).toSorted();
  return async (after) => {
    const from = after === undefined ? undefined : scheduleOfSlot(after);
    for (const id of ids.filter((each) => from === undefined || each >= from)) {
      const line = await findBookable(reader, id);
      const slots = line === undefined ? [] : await slotsOf(reader, line, range);
      const candidates = slots.filter((slot) => after === undefined || slot.after > after);
      if (candidates.length > 0) return { candidates, isLast: id === ids.at(-1) };
    }
    return { candidates: [], isLast: true };
  };
}

/** One slot to come; undefined if the time is not offered. */
export async function readSlot(reader: Reader, id: string): Promise<Candidate | undefined> {
  const scheduleId = scheduleOfSlot(id);
  const line = scheduleId === undefined ? undefined : await findBookable(reader, scheduleId);
  if (line === undefined) return undefined;
  return (await slotsOf(reader, line, {})).find(({ resource }) => resource.id === id);
}

/** The slots of a schedule to come, in order, with those of the range among them. */
async function slotsOf(
  { context, now }: Reader,
  line: BookedLine,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<Candidate[]> {
  const today = dayAt(now, line.time_zone);
  const first = from === undefined ? today : later(today, dayAt(from, line.time_zone));
  const last = lastBookableDay(today);
  const end = to === undefined ? last : earlier(last, dayAt(to, line.time_zone));
  if (first > end) return [];
  const taken = await listTaken(context.db, [line.id], { from: first, to: end });
  return offeredBetween(line, taken, { from: first, to: end }, now).map((slot) => {
    const resource = slotOf(line.id, slot);
    return { resource, after: resource.id ?? '', patientIds: [] };
  });
}

/** A time of a line that patients can book or have booked, on a day of the hospital. */
export interface OfferedTime extends OfferedSlot {
  readonly day: string;
  readonly free: number;
}

/** The times that a line offers from one day to another, beside what is taken of it. */
export function offeredBetween(
  line: BookedLine,
  taken: readonly TakenRow[],
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): OfferedTime[] {
  const byDay = Map.groupBy(taken, ({ date }) => date);
  const calendar = calendarOf(line.time_zone);
  const availability = availabilityOf(line);
  const found: OfferedTime[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const freeOf = freeBeside(byDay.get(day) ?? []);
    for (const slot of offeredTimes(day, availability, now, calendar)) {
      found.push({ ...slot, day, free: freeOf(slot) });
    }
  }
  return found;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
