/**
 * The vital sign of each value, and its conversion between the unit of the API and the unit that a
 * hospital shows.
 */
import { type VitalSettings, type VitalSign, type VitalValue, vitalBounds } from './vitals.ts';

type Units = Pick<VitalSettings, 'temperatureUnit' | 'glucoseUnit'>;

/** The vital sign that a value belongs to. */
export function signOf(value: VitalValue): VitalSign {
  return value === 'systolic' || value === 'diastolic' ? 'bloodPressure' : value;
}

/** mg/dL of one mmol/L of glucose, from its molar mass of 180.16 g/mol. */
const mgInMmol = 18.016;

/** The value in the hospital's unit, rounded to the digits that a device shows. */
export function shownVital(value: VitalValue, stored: number, units: Units): number {
  if (value === 'temperature' && units.temperatureUnit === 'fahrenheit') {
    return rounded((stored * 9) / 5 + 32, 1);
  }
  if (value === 'glucose') {
    return units.glucoseUnit === 'mmol_l' ? rounded(stored / mgInMmol, 1) : rounded(stored, 0);
  }
  return rounded(stored, vitalBounds[value].isWhole ? 0 : 1);
}

/** The value in the API's unit, from a value in the hospital's unit. */
export function storedVital(value: VitalValue, typed: number, units: Units): number {
  if (value === 'temperature' && units.temperatureUnit === 'fahrenheit') {
    return rounded(((typed - 32) * 5) / 9, 3);
  }
  if (value === 'glucose' && units.glucoseUnit === 'mmol_l') return rounded(typed * mgInMmol, 3);
  return typed;
}

/** The hard bounds of a value in the hospital's unit. */
export function shownBounds(value: VitalValue, units: Units): { least: number; most: number } {
  const { least, most } = vitalBounds[value];
  return { least: shownVital(value, least, units), most: shownVital(value, most, units) };
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
