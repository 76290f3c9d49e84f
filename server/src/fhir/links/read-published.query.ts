/** Reads what the files of SMART Scheduling Links hold, in portions and with bounds [API-40]. */
import { maxPageSize } from '@baari/contract/constants.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import {
  type BookedLine,
  listDoctorsToBook,
  listLinesToBook,
  listTaken,
} from '../../appointments/appointments.store.ts';
import { searchHospitals } from '../../hospitals/hospitals.store.ts';
import { hospitalView } from '../../hospitals/hospitals.view.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page.rules.ts';
import { addDays, dayAt } from '../../schedule/calendar.rules.ts';
import { offeredBetween, scheduleUpTo } from '../reads/schedules.query.ts';
import {
  daysPublished,
  hospitalsPublished,
  type PublishedType,
  publishedLocation,
  publishedSchedule,
  publishedSlot,
  slotsPublished,
} from './published.rules.ts';

export interface Published {
  readonly lines: Readonly<Record<PublishedType, readonly string[]>>;
  readonly states: readonly string[];
}

interface DatedLine {
  readonly startsAt: number;
  readonly text: string;
}

interface Collected {
  readonly locations: string[];
  readonly schedules: string[];
  slots: DatedLine[];
  readonly states: Set<string>;
}

export interface PublishedFrom {
  readonly db: Queryable;
  readonly publicUrl: string;
  readonly now: Date;
}

/** The lines of the files, of the hospitals that everybody finds and that offer times to book. */
export async function readPublished(
  from: PublishedFrom,
  limits = { hospitals: hospitalsPublished, slots: slotsPublished },
): Promise<Published> {
  const { db, now } = from;
  const into: Collected = { locations: [], schedules: [], slots: [], states: new Set() };
  for (let [page, seen] = [1, 0]; seen < limits.hospitals; page += 1) {
    const limit = Math.min(maxPageSize, limits.hospitals);
    const { rows } = await searchHospitals(db, { limit, page }, now);
    for (const row of rows.slice(0, limits.hospitals - seen)) {
      if (row.practice_of === null) {
        await addHospital(from, hospitalView(row, now), into, limits.slots);
      }
    }
    seen += rows.length;
    if (rows.length < limit) break;
  }
  into.slots = soonest(into.slots, limits.slots);
  return {
    lines: {
      Location: into.locations,
      Schedule: into.schedules,
      Slot: into.slots.map(({ text }) => text),
    },
    states: [...into.states].toSorted(),
  };
}

async function addHospital(
  from: PublishedFrom,
  hospital: Hospital,
  into: Collected,
  mostSlots: number,
): Promise<void> {
  const { db } = from;
  const before = into.schedules.length;
  await addLines(from, hospital, await listLinesToBook(db, hospital.id), into);
  for (let after: string | undefined | null; after !== null; ) {
    const wanted = { after: after ?? undefined, limit: maxPageSize + 1 };
    const found = await listDoctorsToBook(db, hospital.id, wanted);
    const { rows, next } = pageOf(found, maxPageSize, ({ id }) => id);
    await addLines(from, hospital, rows, into);
    if (into.slots.length > mostSlots) into.slots = soonest(into.slots, mostSlots);
    after = next;
  }
  if (into.schedules.length === before) return;
  into.locations.push(JSON.stringify(publishedLocation(from.publicUrl, hospital)));
  if (hospital.state !== '') into.states.add(hospital.state);
}

/** Adds the lines with a time to come. Nobody can book a doctor who is Offline or a closed line. */
async function addLines(
  { db, publicUrl, now }: PublishedFrom,
  hospital: Hospital,
  lines: readonly BookedLine[],
  into: Collected,
): Promise<void> {
  const booked = lines.filter(({ status }) => status !== 'Offline');
  if (booked.length === 0) return;
  const today = dayAt(now, hospital.timeZone);
  const days = { from: today, to: addDays(today, daysPublished - 1) };
  const ids = booked.map(({ id }) => id);
  const taken = Map.groupBy(await listTaken(db, ids, days), ({ doctor_id: id }) => id);
  for (const line of booked) {
    const times = offeredBetween(line, taken.get(line.id) ?? [], days, now);
    if (times.length === 0) continue;
    const { id, name, department, is_shared: isShared, time_zone: zone } = line;
    const shown = { id, name, department, isShared, zone };
    const schedule = scheduleUpTo(line, now, days.to);
    into.schedules.push(JSON.stringify(publishedSchedule(hospital.id, shown, schedule)));
    for (const time of times) {
      const slot = publishedSlot(publicUrl, hospital, shown, time);
      into.slots.push({ startsAt: time.startsAt.getTime(), text: JSON.stringify(slot) });
    }
  }
}

function soonest(slots: readonly DatedLine[], most: number): DatedLine[] {
  return slots.toSorted((one, other) => one.startsAt - other.startsAt).slice(0, most);
}
