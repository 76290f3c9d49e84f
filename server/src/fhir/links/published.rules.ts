/**
 * Free times as SMART Scheduling Links [API-40]: what the files for search services say beyond the
 * FHIR resources. Pure; they show no patient.
 */
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import type { Extension, Location, Schedule, Slot } from '../r4.rules.ts';
import { siteLocation, slotOf } from '../resources/directory.rules.ts';
import { referenceTo } from '../resources/resource.rules.ts';

export const manifestPath = '/fhir/$bulk-publish';

export const publishedTypes = ['Location', 'Schedule', 'Slot'] as const;
export type PublishedType = (typeof publishedTypes)[number];

export function fileName(type: PublishedType): string {
  return `/fhir/scheduling-links/${type.toLowerCase()}s.ndjson`;
}

/** How many days have published slots, with today. */
export const daysPublished = 14;
/** The hospitals in the files, verified ones first. */
export const hospitalsPublished = 500;
/** The slots in the file: of all hospitals the soonest. About 10 MB. */
export const slotsPublished = 20_000;

const extensions = 'http://fhir-registry.smarthealthit.org/StructureDefinition';

/** The hospital's page in Baari, which is the system of its identifier. */
function pageOf(publicUrl: string, hospitalId: string): string {
  return `${publicUrl}/patient/hospital/${hospitalId}`;
}

/** The hospital as a place. The organization is left out, because no file holds it. */
export function publishedLocation(publicUrl: string, hospital: Hospital): Location {
  const { managingOrganization: _, ...location } = siteLocation(hospital);
  const system = pageOf(publicUrl, hospital.id);
  return { ...location, identifier: [{ system, value: hospital.id }] };
}

/** What slots need to know of their doctor or shared line. */
export interface PublishedLine {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly isShared: boolean;
  readonly zone: string;
}

/** The schedule at the hospital. The specification wants the place as the only actor. */
export function publishedSchedule(
  hospitalId: string,
  { name, department }: PublishedLine,
  schedule: Schedule,
): Schedule {
  return {
    ...schedule,
    serviceType: [{ text: department === '' ? name : department }],
    actor: [referenceTo('Location', hospitalId)],
    comment: name,
  };
}

export interface PublishedTime {
  readonly day: string;
  readonly time: string;
  readonly startsAt: Date;
  readonly minutes: number;
  readonly places: number;
  readonly free: number;
}

/** The slot, with its way to book it while it is free. */
export function publishedSlot(
  publicUrl: string,
  { id: hospitalId, phone }: Pick<Hospital, 'id' | 'phone'>,
  line: PublishedLine,
  at: PublishedTime,
): Slot {
  const slot = slotOf(line.id, at);
  const isFree = at.free > 0;
  const extension: Extension[] = [
    { url: `${extensions}/slot-capacity`, valueInteger: isFree ? at.free : at.places },
  ];
  if (isFree) {
    const valueUrl = bookingLink(publicUrl, hospitalId, line, at);
    extension.push({ url: `${extensions}/booking-deep-link`, valueUrl });
  }
  if (isFree && phone !== '') {
    extension.push({ url: `${extensions}/booking-phone`, valueString: phone });
  }
  const endsAt = new Date(at.startsAt.getTime() + at.minutes * 60_000);
  return {
    ...slot,
    start: withOffset(at.startsAt, line.zone),
    end: withOffset(endsAt, line.zone),
    extension,
  };
}

/** The page on which patients book a doctor, or a shared line of a hospital, at this time. */
function bookingLink(
  publicUrl: string,
  hospitalId: string,
  { id, isShared }: PublishedLine,
  { day, time }: PublishedTime,
): string {
  const page = isShared ? pageOf(publicUrl, hospitalId) : `${publicUrl}/patient/doctor/${id}`;
  // A day, a time and an id need no escaping.
  return `${page}?${isShared ? `line=${id}&` : ''}day=${day}&time=${time}`;
}

/** The instant on the hospital's clock, as 2026-11-30T10:00:00+05:30. */
function withOffset(instant: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toString({
    timeZone: zone,
    smallestUnit: 'second',
  });
}

/** The manifest: where the files are, and of which states they hold hospitals. */
export function manifestOf(publicUrl: string, at: Date, states: readonly string[]) {
  return {
    transactionTime: at.toISOString(),
    request: `${publicUrl}${manifestPath}`,
    output: publishedTypes.map((type) => ({
      type,
      url: `${publicUrl}${fileName(type)}`,
      extension: { state: states },
    })),
    error: [],
  };
}
