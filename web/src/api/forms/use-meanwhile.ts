import type { RefusalCode } from '@baari/contract/refusals.ts';
import { useEffect, useRef, useState } from 'react';
import { bringTogether, type Merged, pick } from './merge-saves.ts';
import type { ApiProblem } from '../problems/problem.ts';

/** The values that another person saved while a form was open, beside the typed ones. */
export interface Found<Values, Field extends string> extends Merged<Field> {
  readonly mine: Values;
  readonly theirs: Values;
}
export type Side = 'mine' | 'theirs';

/** A form that saves a whole record, by the values of its fields. */
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
 * Optimistic concurrency for a form whose save was refused because the record changed after it was
 * opened [decision 085]. It takes over the other person's changes. Conflicting fields keep the
 * typed value until `choose` is called, and the next save refers to the new record. Send `seen`
 * with every save.
 */
export function useMeanwhile<Read, Values extends object, Field extends keyof Values & string>(
  form: WholeForm<Read, Values, Field>,
) {
  const [seen, setSeen] = useState(form.opened);
  const [found, setFound] = useState<Found<Values, Field>>();
  // A ref, because values typed while a request is under way count too.
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
    /** The version that the next save refers to. */
    seen,
    /** Shown above the button; while it is shown, the refusal needs no other message. */
    found,
    forget: () => setFound(undefined),
    /** Marks the saved version as the one seen, for a form that stays open after saving. */
    saved: setSeen,
    /** Handles the error of the save. If the record cannot be read, the refusal itself is shown. */
    onError(problem: ApiProblem): void {
      if (!isSavedElsewhere(problem)) return;
      lookAgain().catch((trouble: unknown) => {
        console.warn('What was saved meanwhile could not be read', trouble);
      });
    },
    /** Puts one side's value of a conflicting field into the form. */
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
