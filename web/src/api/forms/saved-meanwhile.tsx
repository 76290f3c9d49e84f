import { type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import type { Found, Side } from './use-meanwhile.ts';

const SavedMeanwhileNotice = fetchedPart(
  async () => (await import('./saved-meanwhile-notice.tsx')).SavedMeanwhileNotice,
);

/** Lazily loads the notice about changes that another person saved meanwhile, which is rare. */
export function SavedMeanwhile<Values, Field extends keyof Values & string>({
  meanwhile: { found, choose },
  names,
  say = plainly,
}: {
  /** The result of `useMeanwhile`. If there is no conflict, nothing is shown. */
  meanwhile: {
    readonly found: Found<Values, Field> | undefined;
    readonly choose: (field: Field, side: Side) => void;
  };
  /** The labels of the form's fields. */
  names: Readonly<Record<Field, string>>;
  /** Returns a field's value as text, or undefined if the text is longer than a line. */
  say?: (field: Field, values: Values) => string | undefined;
}): ReactNode {
  if (found === undefined) return null;
  const kept = found.kept.map((field) => ({
    name: names[field],
    mine: say(field, found.mine),
    theirs: say(field, found.theirs),
    onChoose: (side: Side) => choose(field, side),
  }));
  return (
    <Suspense fallback={null}>
      <SavedMeanwhileNotice taken={found.taken.map((field) => names[field])} kept={kept} />
    </Suspense>
  );
}

/**
 * The default text of a field's value: the value itself, or the items of a list joined by commas.
 */
function plainly<Values>(field: keyof Values, values: Values): string | undefined {
  const value: unknown = values[field];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(', ') : undefined;
}
