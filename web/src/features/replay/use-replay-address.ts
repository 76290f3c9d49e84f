import { breakRules, orderRules } from '@baari/contract/hospital/replay.ts';
import { useSearchParams } from 'wouter';
import type { ReplayWanted } from '../../api/queries/administration-queries.ts';

const uuid = like(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
const number = like(/^\d{1,3}$/u);

/** The valid format of each URL parameter; the server refuses values out of bounds. */
const forms = {
  day: like(/^\d{4}-\d{2}-\d{2}$/u),
  doctor: uuid,
  beside: uuid,
  onTime: oneOf(['true']),
  breaks: oneOf(breakRules),
  breakFrom: like(/^(?:[01]\d|2[0-3]):[0-5]\d$/u),
  breakMinutes: number,
  order: oneOf(orderRules),
  walkIns: number,
} as const;
type Name = keyof typeof forms;
const names = Object.keys(forms) as Name[];

function like(pattern: RegExp): (given: string) => boolean {
  return (given) => pattern.test(given);
}

function oneOf(values: readonly string[]): (given: string) => boolean {
  return (given) => values.includes(given);
}

/** The values of the form's fields; an empty string means that nothing is chosen. */
export type Choices = Readonly<Record<Name, string>>;

export interface ReplayAddress {
  readonly chosen: Choices;
  /** The values in the server's format, without parameters that the server would refuse. */
  readonly wanted: ReplayWanted;
  readonly choose: (choices: Choices) => void;
}

/**
 * Keeps the chosen day and the change to simulate in the URL. The Back button and shared links
 * therefore show the same replay of the day.
 */
export function useReplayAddress(): ReplayAddress {
  const [search, setSearch] = useSearchParams();
  const chosen = Object.fromEntries(
    names.map((name) => {
      const given = search.get(name) ?? '';
      return [name, forms[name](given) ? given : ''];
    }),
  ) as Choices;
  // The URL parameters have the same names and formats as the parameters of the server's API.
  const wanted = Object.fromEntries(
    names.flatMap((name) => (chosen[name] === '' ? [] : [[name, chosen[name]]])),
  ) as ReplayWanted;

  function choose(choices: Choices): void {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const name of names) {
        if (choices[name] === '') next.delete(name);
        else next.set(name, choices[name]);
      }
      return next;
    });
  }
  return { chosen, wanted, choose };
}
