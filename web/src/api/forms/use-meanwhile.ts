import type { RefusalCode } from '@baari/contract/refusals.ts';
import { useEffect, useRef, useState } from 'react';
import { bringTogether, type Merged, pick } from './merge-saves.ts';
import type { ApiProblem } from '../problem.ts';

/** What somebody else saved while a form was open, beside what was typed into it. */
export interface Found<Values, Field extends string> extends Merged<Field> {
  readonly mine: Values;
  readonly theirs: Values;
}
export type Side = 'mine' | 'theirs';

/** A form that saves a whole, by the values that stand in its fields. */
export interface WholeForm<Read, Values, Field extends string> {
  /** As the form was opened with it. */
  readonly opened: Read;
  /** Those that are saved. */
  readonly fields: readonly Field[];
  readonly valuesOf: (read: Read) => Values;
  /** What is there now. */
  readonly readAgain: () => Promise<Read>;
  /** What is typed now. */
  readonly current: () => Values;
  readonly show: (values: Values, saved: Values) => void;
}

/**
 * What becomes of a form whose save was refused because the same was saved elsewhere after it was opened
 * [decision 085]: it takes over what the other alone changed; of what both changed the typed stays until
 * `choose` says otherwise, and the next save is of what was looked at. Send `seen` with every save.
 */
export function useMeanwhile<Read, Values extends object, Field extends keyof Values & string>(
  form: WholeForm<Read, Values, Field>,
) {
  const [seen, setSeen] = useState(form.opened);
  const [found, setFound] = useState<Found<Values, Field>>();
  // What is typed while an answer is under way counts too.
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  async function lookAgain(): Promise<void> {
    const there = await form.readAgain();
    const { fields, valuesOf, current, show } = latest.current;
    const mine = current();
    const theirs = valuesOf(there);
    const { values, taken, kept } = bringTogether(fields, { opened: valuesOf(seen), mine, theirs });
    show(values, theirs);
    setSeen(there);
    setFound({ taken, kept, mine, theirs });
  }

  return {
    /** What the next save is of. */
    seen,
    /** To be shown above the button; while it is, the refusal has been told. */
    found,
    forget: () => setFound(undefined),
    /** Of a form that stays open: what it has just saved is what it knows. */
    saved: setSeen,
    /** For the `onError` of the save. Where nothing can be read the refusal itself is what is shown. */
    onError(problem: ApiProblem): void {
      if (!isSavedElsewhere(problem)) return;
      lookAgain().catch((trouble: unknown) => {
        console.warn('What was saved meanwhile could not be read', trouble);
      });
    },
    /** Puts one side's value of a field that both changed into the form. */
    choose(field: Field, side: Side): void {
      if (found === undefined) return;
      form.show({ ...form.current(), ...pick(found[side], [field]) }, found.theirs);
    },
  };
}

/** Whether a save was refused because what was looked at is no longer there. */
function isSavedElsewhere({ code }: ApiProblem): boolean {
  return refusedFor.has(code);
}

const codes = [
  'changed_meanwhile',
  'hospital_changed',
  'profile_changed',
] as const satisfies readonly RefusalCode[];
const refusedFor: ReadonlySet<string | undefined> = new Set(codes);
