/** The form for the hospital's profile, and the data that is saved from it [HPROF-1, HPROF-2]. */
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

/**
 * Validates the hours of a weekday. For a closed day the form hides the hours, so missing hours are
 * replaced by defaults.
 */
function dayField(weekday: Weekday) {
  return z
    .object({ open: z.string(), close: z.string(), closed: z.boolean() })
    .transform((day): DayInput => (day.closed && !isWhole(day) ? closedDay(weekday) : day))
    .pipe(weekHours.shape[weekday]);
}

/** Validates a latitude or longitude as typed. An empty field becomes null. */
function degreesField(degrees: typeof latitude) {
  return z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .pipe(degrees);
}

/** Validates the form of the hospital's profile and transforms it to the request body. */
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
  /** The hospital's type. Empty if the stored type is not one of the choices. */
  type: HospitalUpdate['type'] | '';
};
export type ProfileField = keyof HospitalUpdate;

export function isProfileField(name: string): name is ProfileField {
  return Object.hasOwn(hospitalUpdate.shape, name);
}

/** The names of the form fields that are saved together. */
export const savedFields = Object.keys(hospitalUpdate.shape).filter(isProfileField);

/** Returns the initial values of the profile form. */
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

/** Returns the departments to choose from: the standard departments, then the hospital's own. */
export function offeredDepartments(own: readonly string[]): string[] {
  return [...new Set<string>([...departments, ...own])];
}

/** Whether a department is already among the choices. Upper and lower case are ignored. */
export function isOffered(name: string, offered: readonly string[]): boolean {
  return offered.some((other) => other.toLowerCase() === name.trim().toLowerCase());
}

/**
 * Returns the time zones to choose from, including the hospital's own. Some browsers list India's
 * time zone by an old name only.
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
 * Returns the initial hours of a day in the form. Stored hours that are not two clock times cannot
 * be edited, so defaults replace them.
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
