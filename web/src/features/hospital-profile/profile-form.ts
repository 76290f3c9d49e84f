/** The hospital's profile as typed, and what is saved [HPROF-1, HPROF-2]. */
import {
  defaultOperatingHours,
  hospitalTypes,
  lastMinute,
  type Weekday,
  weekdays,
} from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import {
  type Hospital,
  type HospitalUpdate,
  hospitalUpdate,
} from '@baari/contract/hospital/hospital.ts';
import { departments } from '@baari/contract/hospital/specialties.ts';
import { z } from 'zod';
import { clockInstant, hoursOn } from '../../shared/hospital/opening-hours.ts';

const {
  operating_hours: weekHours,
  latitude,
  longitude,
  checkInMinutes,
  languages,
} = hospitalUpdate.shape;

type DayInput = z.input<typeof weekHours>[Weekday];

interface TypedDay {
  open: string;
  close: string;
  closed: boolean;
}

/** A closed day's hidden hours are replaced by defaults where they are missing. */
function dayField(weekday: Weekday) {
  return z
    .object({ open: z.string(), close: z.string(), closed: z.boolean() })
    .transform((day): DayInput => (day.closed && !isWhole(day) ? closedDay(weekday) : day))
    .pipe(weekHours.shape[weekday]);
}

/** Degrees as typed; empty is null. */
function degreesField(degrees: typeof latitude) {
  return z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .pipe(degrees);
}

/** Transforms to the body of the call. */
export const profileForm = hospitalUpdate
  .extend({
    operating_hours: z.object({
      monday: dayField('monday'),
      tuesday: dayField('tuesday'),
      wednesday: dayField('wednesday'),
      thursday: dayField('thursday'),
      friday: dayField('friday'),
      saturday: dayField('saturday'),
      sunday: dayField('sunday'),
    }),
    latitude: degreesField(latitude),
    longitude: degreesField(longitude),
    takesRequestsShut: z.boolean(),
    checkInMinutes: z.string().transform(Number).pipe(checkInMinutes.unwrap()),
    languages: languages.unwrap(),
  })
  .superRefine((form, context) => {
    if ((form.latitude === null) === (form.longitude === null)) return;
    const path = form.latitude === null ? 'latitude' : 'longitude';
    context.addIssue({ code: 'custom', path: [path], message: fieldMessages.required });
  });

export type ProfileInput = Omit<z.input<typeof profileForm>, 'type'> & {
  /** The hospital's type; empty if it is not in the list. */
  type: HospitalUpdate['type'] | '';
};
export type ProfileField = keyof HospitalUpdate;

export function isProfileField(name: string): name is ProfileField {
  return Object.hasOwn(hospitalUpdate.shape, name);
}

/** The fields that are saved together. */
export const savedFields = Object.keys(hospitalUpdate.shape).filter(isProfileField);

/** The initial values of the form. */
export function startingProfile(hospital: Hospital): ProfileInput {
  return {
    name: hospital.name,
    type: hospitalTypes.find((known) => known === hospital.type) ?? '',
    address: hospital.address,
    city: hospital.city,
    state: hospital.state,
    zip_code: hospital.zip_code,
    phone: hospital.phone,
    email: hospital.email,
    website: hospital.website ?? '',
    departments: [...hospital.departments],
    operating_hours: startingWeek(hospital.operating_hours),
    timeZone: hospital.timeZone,
    latitude: hospital.latitude === null ? '' : String(hospital.latitude),
    longitude: hospital.longitude === null ? '' : String(hospital.longitude),
    takesRequestsShut: hospital.takesRequestsShut,
    checkInMinutes: String(hospital.checkInMinutes),
    languages: [...hospital.languages],
  };
}

/** The departments to choose from: the standard ones, then the hospital's own. */
export function offeredDepartments(own: readonly string[]): string[] {
  return [...new Set<string>([...departments, ...own])];
}

/** Whether a department is already listed, ignoring case. */
export function isOffered(name: string, offered: readonly string[]): boolean {
  return offered.some((other) => other.toLowerCase() === name.trim().toLowerCase());
}

/**
 * The time zones to choose from, with the hospital's own; some browsers use an old name for
 * India's.
 */
export function offeredZones(supported: readonly string[], own: string): string[] {
  const names = supported.map((name) => (name === 'Asia/Calcutta' ? 'Asia/Kolkata' : name));
  return [...new Set([...names, own])].toSorted();
}

function startingWeek(hours: Hospital['operating_hours']): Record<Weekday, TypedDay> {
  const days = Object.fromEntries(weekdays.map((day) => [day, startingDay(hours, day)]));
  return { ...defaultOperatingHours, ...days };
}

/**
 * Hours that are not two clock times, such as a text, cannot be edited and start as the defaults.
 */
function startingDay(hours: Hospital['operating_hours'], day: Weekday): TypedDay {
  const today = hoursOn(hours, day);
  switch (today.kind) {
    case 'range':
      return isWhole(today)
        ? { open: today.open, close: today.close, closed: false }
        : { ...defaultOperatingHours[day] };
    case 'allDay':
      return { open: '00:00', close: lastMinute, closed: false };
    case 'closed':
      return closedDay(day);
    case 'unknown':
    case 'text':
      return { ...defaultOperatingHours[day] };
  }
}

function closedDay(day: Weekday): TypedDay {
  return { ...defaultOperatingHours[day], closed: true };
}

function isWhole({ open, close }: { readonly open: string; readonly close: string }): boolean {
  return clockInstant(open) !== undefined && clockInstant(close) !== undefined;
}
