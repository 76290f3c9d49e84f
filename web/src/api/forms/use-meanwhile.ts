import type { RefusalCode } from '@baari/contract/refusals.ts';
import { useEffect, useRef, useState } from 'react';
import { bringTogether, type Merged, pick } from './merge-saves.ts';
import type { ApiProblem } from '../problems/problem.ts';

/** A conflict: the typed values, and those that another person saved while the form was open. */
export interface Found<Values, Field extends string> extends Merged<Field> {
  readonly mine: Values;
  readonly theirs: Values;
}
export type Side = 'mine' | 'theirs';

/** What `useMeanwhile` needs from a form that saves a whole record at once. */
export interface WholeForm<Read, Values, Field extends string> {
  /** The record with which the form was opened. */
  readonly opened: Read;
  readonly fields: readonly Field[];
  readonly valuesOf: (read: Read) => Values;
  readonly readAgain: () => Promise<Read>;
  readonly current: () => Values;
  readonly show: (values: Values, saved: Values) => void;
}

/**
 * Optimistic concurrency for a form whose save was refused because the record changed after the
 * form was opened [decision 028]. The hook puts the other person's changes into the form.
 * Conflicting fields keep the typed value until `choose` is called, and the next save refers to the
 * new record. Send `seen` with every save.
 */
export function useMeanwhile<Read, Values extends object, Field extends keyof Values & string>(
  form: WholeForm<Read, Values, Field>,
) {
  const [seen, setSeen] = useState(form.opened);
  const [found, setFound] = useState<Found<Values, Field>>();
  // The form is kept in a ref, because values that the user types during a request must be
  // included.
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
    /** The version of the record to which the next save refers. */
    seen,
    /**
     * The conflict to show above the save button. While it is shown, the refusal needs no other
     * message.
     */
    found,
    forget: () => setFound(undefined),
    /**
     * Records the saved version of the record as the one that the user has seen, for a form that
     * stays open after saving.
     */
    saved: setSeen,
    /**
     * Handles the error of a refused save. If the record cannot be read again, the refusal itself
     * is shown.
     */
    onError(problem: ApiProblem): void {
      if (!isSavedElsewhere(problem)) return;
      lookAgain().catch((trouble: unknown) => {
        console.warn('What was saved meanwhile could not be read', trouble);
      });
    },
    /**
     * Resolves a conflict in a field: puts the typed value or the other person's value into the
     * form.
     */
    choose(field: Field, side: Side): void {
      if (found === undefined) return;
      form.show({ ...form.current(), ...pick(found[side], [field]) }, found.theirs);
    },
  };
}

/** Whether a save was refused because the record changed or disappeared. */
function isSavedElsewhere({ code }: ApiProblem): boolean {
  return refusedFor.has(code);
}

const codes = [
  'changed_meanwhile',
  'hospital_changed',
  'profile_changed',
] as const satisfies readonly RefusalCode[];
const refusedFor: ReadonlySet<string | undefined> = new Set(codes);
