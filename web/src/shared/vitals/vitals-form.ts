/** Reads what staff typed as vital signs, in the units of the hospital. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { shownBounds, signOf, storedVital } from '@baari/contract/visit/vital-units.ts';
import {
  type ShownVitals,
  vitalBounds,
  type VitalSettings,
  vitalValues,
  type VitalValue,
} from '@baari/contract/visit/vitals.ts';

/** The typed texts by value; a value that is not asked is missing. */
export type TypedVitals = Readonly<Partial<Record<VitalValue, string>>>;

/** Why a typed value is refused: it is no number, has a fraction, or lies outside the bounds. */
export type VitalFault =
  | { readonly is: 'notNumber' | 'notWhole' | 'noUpper' | 'pair' }
  | { readonly is: 'outside'; readonly least: number; readonly most: number };

export interface ReadVitals {
  /** The values in the units of the API; null for what was left empty. */
  readonly body: Partial<ShownVitals>;
  readonly faults: Readonly<Partial<Record<VitalValue, VitalFault>>>;
  /** Whether nothing was typed. */
  readonly isEmpty: boolean;
}

/** The values that the hospital asks, in the order of the form. */
export function askedValues({ asked }: Pick<VitalSettings, 'asked'>): readonly VitalValue[] {
  return vitalValues.filter((value) => asked.includes(signOf(value)));
}

export function readVitals(typed: TypedVitals, settings: VitalSettings): ReadVitals {
  const body: Partial<Record<VitalValue, number | null>> = {};
  const faults: Partial<Record<VitalValue, VitalFault>> = {};
  for (const value of askedValues(settings)) {
    const text = plain(typed[value] ?? '');
    if (text === '') continue;
    const fault = faultOf(value, text, settings);
    if (fault === undefined) body[value] = storedVital(value, Number(text), settings);
    else faults[value] = fault;
  }
  const { systolic, diastolic } = body;
  if (typeof diastolic === 'number' && faults.systolic === undefined) {
    if (typeof systolic !== 'number') faults.systolic = { is: 'noUpper' };
    else if (diastolic >= systolic) faults.diastolic = { is: 'pair' };
  }
  const isEmpty = Object.keys(body).length === 0 && Object.keys(faults).length === 0;
  return { body, faults, isEmpty };
}

/** Plain digits and a decimal point, from any keyboard. */
function plain(text: string): string {
  return withPlainDigits(text).trim().replace(/[,٫]/u, '.');
}

function faultOf(value: VitalValue, text: string, settings: VitalSettings): VitalFault | undefined {
  if (!/^\d+(?:\.\d+)?$/u.test(text)) return { is: 'notNumber' };
  const number = Number(text);
  if (vitalBounds[value].isWhole && !Number.isInteger(number)) return { is: 'notWhole' };
  const { least, most } = shownBounds(value, settings);
  return number < least || number > most ? { is: 'outside', least, most } : undefined;
}
