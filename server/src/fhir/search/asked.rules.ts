/** Reads the query of a search: known parameters, the page, and what is wrong with it [API-33]. */
import { type AskedDate, askedDate } from './dates.rules.ts';
import {
  neededFor,
  type ParameterType,
  parametersOf,
  type ServedName,
} from './served-types.rules.ts';

/** The largest page, and the page of a search that names none. */
export const largestPage = 100;
const usualPage = 20;
/** How many values one parameter may have. */
const mostValues = 50;

/** One use of a parameter: one of the values must fit. All uses must. */
export interface Criterion {
  readonly name: string;
  readonly type: ParameterType;
  readonly values: readonly string[];
  /** The values of a date parameter. */
  readonly dates: readonly AskedDate[];
}

export interface Asked {
  readonly type: ServedName;
  readonly criteria: readonly Criterion[];
  readonly count: number;
  /** Where the page begins; undefined for the first page. */
  readonly cursor: string | undefined;
  /** The parameters that the server used, for the links of the bundle. */
  readonly used: readonly (readonly [string, string])[];
}

export type ReadQuery =
  | { readonly ok: true; readonly asked: Asked }
  | { readonly ok: false; readonly problems: readonly string[] };

interface Given {
  /** Names and values in their order. */
  readonly query: readonly (readonly [string, string])[];
  /** Prefer: handling=strict, which refuses unknown parameters. */
  readonly isStrict: boolean;
  /** The time zone of dates without one. */
  readonly zone: string;
}

export function readQuery(type: ServedName, { query, isStrict, zone }: Given): ReadQuery {
  const known = parametersOf(type);
  const problems: string[] = [];
  const criteria: Criterion[] = [];
  const used: (readonly [string, string])[] = [];
  let count = usualPage;
  let cursor: string | undefined;
  for (const [name, value] of query) {
    const [bare = ''] = name.split(':');
    const parameter = known.get(bare);
    if (name === '_format') continue;
    if (name === '_count') {
      count = countOf(value, problems);
      used.push([name, value]);
    } else if (name === '_cursor') {
      cursor = cursorOf(value, problems);
    } else if (parameter === undefined) {
      if (isStrict) problems.push(`The parameter ${bare} is unknown for ${type}.`);
    } else if (name !== bare) {
      problems.push(`The server knows no modifier of ${bare}.`);
    } else {
      if (type === 'Patient' && value.split(',').some((each) => each.trim().endsWith('|'))) {
        problems.push(`The parameter ${name} of a patient needs a value, not only its system.`);
      }
      criteria.push(criterionOf({ name, type: parameter, text: value }, zone, problems));
      used.push([name, value]);
    }
  }
  const needed = neededFor(type);
  if (needed.length > 0 && !criteria.some(({ name }) => needed.includes(name))) {
    problems.push(`A search of ${type} needs one of: ${needed.join(', ')}.`);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, asked: { type, criteria, count, cursor, used } };
}

function countOf(value: string, problems: string[]): number {
  const count = Number(value);
  if (/^\d{1,9}$/u.test(value) && count > 0) return Math.min(count, largestPage);
  problems.push('_count must be a whole number from 1 on.');
  return usualPage;
}

/** The cursor in a link of a bundle. Its content may change at any time. */
function cursorOf(value: string, problems: string[]): string | undefined {
  if (/^[a-z\d:.~-]{1,120}$/u.test(value)) return value;
  problems.push('The link of the page is damaged. Follow a link of a bundle unchanged.');
  return undefined;
}

function criterionOf(
  {
    name,
    type,
    text,
  }: { readonly name: string; readonly type: ParameterType; readonly text: string },
  zone: string,
  problems: string[],
): Criterion {
  // A plus sign that the address did not encode arrives as a space.
  const whole = name === 'phone' ? text.replace(/^ /u, '+') : text;
  const values = whole.split(',').map((value) => value.trim());
  if (values.includes('')) problems.push(`The parameter ${name} has an empty value.`);
  if (values.length > mostValues) problems.push(`The parameter ${name} has too many values.`);
  const dates = type === 'date' ? values.map((value) => askedDate(value, zone)) : [];
  if (dates.includes(undefined)) {
    problems.push(
      `The parameter ${name} takes a date with one of the prefixes eq, gt, ge, lt, le.`,
    );
  }
  return { name, type, values, dates: dates.filter((date) => date !== undefined) };
}
