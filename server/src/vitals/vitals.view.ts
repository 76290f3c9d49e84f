/** Vital signs and their settings as staff read them [CONS-2]. */
import {
  type Measurement,
  type VisitVitals,
  type VitalSettings,
  vitalSigns,
  type VitalValue,
} from '@baari/contract/visit/vitals.ts';
import { marksOf, monthsOn } from './reference-ranges.rules.ts';
import type { MeasuredRow, MeasurementRow, SettingsRow } from './vitals.store.ts';

/** The settings in the order of the form; a hospital without a row records nothing. */
export function settingsView(row: SettingsRow): VitalSettings {
  const asked = row.asked ?? [];
  return {
    asked: vitalSigns.filter((sign) => asked.includes(sign)),
    temperatureUnit: row.temperature_unit ?? 'celsius',
    glucoseUnit: row.glucose_unit ?? 'mg_dl',
  };
}

export function vitalsView(row: MeasuredRow, rows: readonly MeasurementRow[]): VisitVitals {
  const months = monthsOf(row, row.today);
  return {
    settings: settingsView(row),
    isAgeKnown: months !== null,
    measurements: rows.map((each) => measurementView(each, months)),
  };
}

/** The patient's age in months on a day. */
export function monthsOf(
  row: { readonly date_of_birth: string | null; readonly birth_year: number | null },
  day: string,
): number | null {
  return monthsOn(day, { dateOfBirth: row.date_of_birth, birthYear: row.birth_year });
}

/** One measurement, with marks for the patient's age in months. */
export function measurementView(row: MeasurementRow, months: number | null): Measurement {
  const values: Record<VitalValue, number | null> = {
    systolic: row.systolic,
    diastolic: row.diastolic,
    pulse: row.pulse,
    temperature: row.temperature,
    oxygen: row.oxygen,
    respiration: row.respiration,
    weight: row.weight,
    height: row.height,
    glucose: row.glucose,
    pain: row.pain,
  };
  const { struck_at: struckAt, struck_reason: reason } = row;
  return {
    id: row.id,
    entryId: row.entry_id,
    at: row.measured_at.toISOString(),
    by: row.by_name,
    values,
    marks: marksOf(values, months),
    struck:
      struckAt === null
        ? null
        : { at: struckAt.toISOString(), by: row.struck_by_name, reason: reason ?? '' },
  };
}
