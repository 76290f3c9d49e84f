/**
 * Vital signs of a visit: what staff measure at a counter or the desk, and which of them a hospital
 * records [CONS-2]. The API has one unit for each value; `unitsOf` converts for the screens.
 */
import { z } from 'zod';
import { maxLength, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, requiredText, uuid } from '../fields.ts';
import { seen } from '../seen.ts';

/** What an administrator can switch on, in the order of the form. Blood pressure has two values. */
export const vitalSigns = [
  'bloodPressure',
  'pulse',
  'temperature',
  'oxygen',
  'respiration',
  'weight',
  'height',
  'glucose',
  'pain',
] as const;
export type VitalSign = (typeof vitalSigns)[number];

/** The values of a measurement, in the order of the form. */
export const vitalValues = [
  'systolic',
  'diastolic',
  'pulse',
  'temperature',
  'oxygen',
  'respiration',
  'weight',
  'height',
  'glucose',
  'pain',
] as const;
export type VitalValue = (typeof vitalValues)[number];

interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Whether the value must be a whole number. */
  readonly isWhole: boolean;
}

/**
 * Hard bounds: outside them a number is a typing error or has the wrong unit. Blood pressure in
 * mmHg, pulse and breaths a minute, temperature in °C, oxygen saturation in %, weight in kg, height
 * in cm, glucose in mg/dL, pain from 0 to 10.
 */
export const vitalBounds: Readonly<Record<VitalValue, Bounds>> = {
  systolic: { least: 30, most: 300, isWhole: true },
  diastolic: { least: 10, most: 200, isWhole: true },
  pulse: { least: 20, most: 300, isWhole: true },
  temperature: { least: 25, most: 45, isWhole: false },
  oxygen: { least: 30, most: 100, isWhole: true },
  respiration: { least: 3, most: 120, isWhole: true },
  weight: { least: 0.3, most: 400, isWhole: false },
  height: { least: 20, most: 260, isWhole: false },
  glucose: { least: 9, most: 1800, isWhole: false },
  pain: { least: 0, most: 10, isWhole: true },
};

export const temperatureUnits = ['celsius', 'fahrenheit'] as const;
export type TemperatureUnit = (typeof temperatureUnits)[number];
export const glucoseUnits = ['mg_dl', 'mmol_l'] as const;
export type GlucoseUnit = (typeof glucoseUnits)[number];

/** Which vital signs a hospital records, and the units that its screens show. */
export const vitalSettings = z.object({
  asked: z.array(z.enum(vitalSigns, { error: fieldMessages.choice })).max(vitalSigns.length),
  temperatureUnit: z.enum(temperatureUnits, { error: fieldMessages.choice }),
  glucoseUnit: z.enum(glucoseUnits, { error: fieldMessages.choice }),
});
export type VitalSettings = z.infer<typeof vitalSettings>;

function measured(value: VitalValue) {
  const { least, most, isWhole } = vitalBounds[value];
  const error = fieldMessages.vitalValue;
  const number = z.number({ error }).min(least, { error }).max(most, { error });
  return (isWhole ? number.int({ error }) : number).nullable().default(null);
}

const values = {
  systolic: measured('systolic'),
  diastolic: measured('diastolic'),
  pulse: measured('pulse'),
  temperature: measured('temperature'),
  oxygen: measured('oxygen'),
  respiration: measured('respiration'),
  weight: measured('weight'),
  height: measured('height'),
  glucose: measured('glucose'),
  pain: measured('pain'),
} as const satisfies Record<VitalValue, z.ZodType>;

/**
 * One measurement; null for what was not measured. A systolic pressure may be recorded alone, because it
 * can be measured without a stethoscope.
 */
export const vitalsGiven = z
  .object(values)
  .refine((given) => Object.values(given).some((value) => value !== null), {
    error: fieldMessages.vitalsEmpty,
    path: ['values'],
  })
  .refine(({ systolic, diastolic }) => diastolic === null || systolic !== null, {
    error: fieldMessages.required,
    path: ['systolic'],
  })
  .refine(
    ({ systolic, diastolic }) => diastolic === null || systolic === null || diastolic < systolic,
    { error: fieldMessages.vitalPair, path: ['diastolic'] },
  );
export type VitalsGiven = z.output<typeof vitalsGiven>;

const shownValues = z.object({
  systolic: z.number().nullable(),
  diastolic: z.number().nullable(),
  pulse: z.number().nullable(),
  temperature: z.number().nullable(),
  oxygen: z.number().nullable(),
  respiration: z.number().nullable(),
  weight: z.number().nullable(),
  height: z.number().nullable(),
  glucose: z.number().nullable(),
  pain: z.number().nullable(),
} satisfies Record<VitalValue, z.ZodType>);
export type ShownVitals = z.infer<typeof shownValues>;

/** A value outside the reference range of the patient's age. It is not a diagnosis. */
const vitalMark = z.object({
  value: z.enum(vitalValues),
  is: z.enum(['low', 'high']),
  /** The reference range, both ends included. */
  from: z.number(),
  to: z.number(),
});
export type VitalMark = z.infer<typeof vitalMark>;

const measurement = z.object({
  id: uuid,
  /** The step of the visit at which the values were measured. */
  entryId: uuid,
  at: instant,
  /** The name of the person who typed the values; null if the account was deleted. */
  by: z.string().nullable(),
  values: shownValues,
  marks: z.array(vitalMark).max(vitalValues.length),
  /** Set if staff struck the measurement out because it is wrong. */
  struck: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
});
export type Measurement = z.infer<typeof measurement>;

/** The most measurements of one visit in an answer, the latest first. */
export const measurementsShown = 50;
/** The most measurements of a patient's visits in an answer, the latest first. */
export const pastMeasurementsShown = 100;

const visitVitals = z.object({
  settings: vitalSettings,
  /** Whether the age is known, so that values can be compared with the ranges for that age. */
  isAgeKnown: z.boolean(),
  measurements: z.array(measurement).max(measurementsShown),
});
export type VisitVitals = z.infer<typeof visitVitals>;

export const getVitals = endpoint({
  method: 'GET',
  path: '/queues/:id/vitals',
  summary: 'Get the vital signs of a visit, latest first, at most 50 measurements',
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  reply: z.object({ vitals: visitVitals }),
  problems: ['not_found'],
});

export const addVitals = endpoint({
  method: 'POST',
  path: '/queues/:id/vitals',
  summary: 'Record vital signs of a patient who waits or is being seen',
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  status: 201,
  body: vitalsGiven,
  reply: z.object({ vitals: visitVitals }),
  problems: ['not_found', 'illegal_transition', 'vitals_not_asked'],
});

export const strikeVitals = endpoint({
  method: 'POST',
  path: '/vitals/:id/strike',
  summary: 'Strike out a wrong measurement; it stays visible to staff with the reason',
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  body: z.object({ reason: requiredText(maxLength.line) }),
  reply: z.object({ vitals: visitVitals }),
  problems: ['not_found'],
});

export const listPatientVitals = endpoint({
  method: 'GET',
  path: '/hospital/patients/:id/vitals',
  summary:
    "List a patient's vital signs at the caller's hospital, latest first, at most 100 measurements, without those struck out",
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  reply: z.object({
    settings: vitalSettings,
    measurements: z.array(measurement).max(pastMeasurementsShown),
  }),
  problems: ['not_found'],
});

export const getVitalSettings = endpoint({
  method: 'GET',
  path: '/hospitals/me/vitals',
  summary: 'Get which vital signs the hospital records, and in which units it shows them',
  rows: ['HPROF-1'],
  access: staffRoles,
  reply: z.object({ settings: vitalSettings }),
  problems: ['forbidden'],
});

export const setVitalSettings = endpoint({
  method: 'PUT',
  path: '/hospitals/me/vitals',
  summary: 'Set which vital signs the hospital records, and in which units it shows them',
  rows: ['HPROF-1'],
  access: ['hospital_admin'],
  body: vitalSettings.extend({ seen: seen(vitalSettings) }),
  reply: z.object({ settings: vitalSettings }),
  problems: ['forbidden', 'changed_meanwhile'],
});

/** The live event: somebody recorded or struck out vital signs. It holds no values. */
export const publishedVitals = z.object({
  hospitalId: uuid,
  /** All steps of the visit, whose screens read the values again. */
  entryIds: z.array(uuid).max(100),
});
export type PublishedVitals = z.infer<typeof publishedVitals>;

/** A logged event of vital signs; the rest of its body is a doctor, for the previous release. */
export const vitalsInLog = z.object({ vitals: publishedVitals });
