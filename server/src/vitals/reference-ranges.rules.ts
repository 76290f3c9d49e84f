/**
 * Reference ranges of vital signs by age, and the marks of values outside them. A mark draws
 * attention; it is not a diagnosis.
 *
 * From 16 years: pulse, breaths, oxygen saturation and temperature score 0 in NEWS2 (Royal College
 * of Physicians, National Early Warning Score 2, London 2017). Systolic pressure: above NEWS2's
 * score of 3 (90) and below hypertension (140/90; WHO, Guideline for the pharmacological treatment
 * of hypertension in adults, 2021); diastolic pressure from 60.
 *
 * Below 16 years: pulse (awake), breaths and blood pressure from the American Heart Association,
 * Pediatric Advanced Life Support Provider Manual (2020), "Vital signs in children". Oxygen
 * saturation: WHO, Pulse oximetry training manual (2011). Temperature: WHO, Integrated Management
 * of Childhood Illness chart booklet (2014).
 *
 * Glucose, without knowing the last meal: from 70 mg/dL (American Diabetes Association, Standards
 * of Care) and below 200 mg/dL (WHO, 2006). For children from 54 mg/dL (WHO, Pocket book of
 * hospital care for children, 2013). Weight, height and pain have no range.
 */
import { type VitalMark, type VitalValue, vitalValues } from '@baari/contract/visit/vitals.ts';

type Range = readonly [from: number, to: number];
type Ranges = Readonly<Partial<Record<VitalValue, Range>>>;

const adults: Ranges = {
  systolic: [91, 139],
  diastolic: [60, 89],
  pulse: [51, 90],
  temperature: [36.1, 38],
  oxygen: [96, 100],
  respiration: [12, 20],
  glucose: [70, 199],
};

const ofChildren: Ranges = { temperature: [35.5, 37.4], oxygen: [95, 100], glucose: [54, 199] };

/** The bands below 16 years, each up to an age in months, not included. */
const childBands: readonly { readonly belowMonths: number; readonly ranges: Ranges }[] = [
  {
    belowMonths: 1,
    ranges: {
      pulse: [100, 205],
      respiration: [30, 60],
      systolic: [67, 84],
      diastolic: [35, 53],
    },
  },
  {
    belowMonths: 12,
    ranges: {
      pulse: [100, 180],
      respiration: [30, 53],
      systolic: [72, 104],
      diastolic: [37, 56],
    },
  },
  {
    belowMonths: 36,
    ranges: {
      pulse: [98, 140],
      respiration: [22, 37],
      systolic: [86, 106],
      diastolic: [42, 63],
    },
  },
  {
    belowMonths: 72,
    ranges: {
      pulse: [80, 120],
      respiration: [20, 28],
      systolic: [89, 112],
      diastolic: [46, 72],
    },
  },
  {
    belowMonths: 120,
    ranges: {
      pulse: [75, 118],
      respiration: [18, 25],
      systolic: [97, 115],
      diastolic: [57, 76],
    },
  },
  {
    belowMonths: 144,
    ranges: {
      pulse: [75, 118],
      respiration: [18, 25],
      systolic: [102, 120],
      diastolic: [61, 80],
    },
  },
  {
    belowMonths: 192,
    ranges: {
      pulse: [60, 100],
      respiration: [12, 20],
      systolic: [110, 131],
      diastolic: [64, 83],
    },
  },
];

export interface Born {
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | null;
  readonly birthYear: number | null;
}

/**
 * The age in months on a day, YYYY-MM-DD. With only the year of birth, whole years count. Null if
 * neither is known.
 */
export function monthsOn(today: string, { dateOfBirth, birthYear }: Born): number | null {
  const year = Number(today.slice(0, 4));
  if (dateOfBirth !== null) {
    const [bornYear = 0, bornMonth = 0] = dateOfBirth.split('-').map(Number);
    const months = (year - bornYear) * 12 + Number(today.slice(5, 7)) - bornMonth;
    return Math.max(0, months - (today.slice(8) >= dateOfBirth.slice(8) ? 0 : 1));
  }
  return birthYear === null ? null : Math.max(0, (year - birthYear) * 12);
}

/** The reference ranges at an age in months; none if the age is unknown. */
export function rangesAt(months: number | null): Ranges {
  if (months === null) return {};
  const band = childBands.find(({ belowMonths }) => months < belowMonths);
  return band === undefined ? adults : { ...ofChildren, ...band.ranges };
}

/** Marks the values outside the reference ranges, in the order of the form. */
export function marksOf(
  values: Readonly<Record<VitalValue, number | null>>,
  months: number | null,
): VitalMark[] {
  const ranges = rangesAt(months);
  return vitalValues.flatMap((value): VitalMark[] => {
    const range = ranges[value];
    const measured = values[value];
    if (range === undefined || measured === null) return [];
    const [from, to] = range;
    // A temperature typed in °F is stored with more digits than the range has.
    const compared = Math.round(measured * 10) / 10;
    if (compared >= from && compared <= to) return [];
    return [{ value, is: compared < from ? 'low' : 'high', from, to }];
  });
}
