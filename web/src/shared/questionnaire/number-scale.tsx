import { type ReactNode, useId } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { FieldNotes } from '../../ui/form/field.tsx';

/** The most steps of a scale that shows one chip for each number. */
const mostSteps = 10;

/** Whether a question's numbers are few enough to choose one by tapping. */
export function isScale(range: { min: number | null; max: number | null }): range is Scale {
  return range.min !== null && range.max !== null && range.max - range.min <= mostSteps;
}

interface Scale {
  readonly min: number;
  readonly max: number;
}

/** A scale such as 0 to 10, with one chip for each number [ASSESS-1]. */
export function NumberScale({
  label,
  scale: { min, max },
  value,
  onChange,
  error,
}: {
  label: string;
  scale: Scale;
  /** The chosen number as text, or an empty string. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const format = useFormat();
  const id = useId();
  const ends = new Map([
    [min, t.scaleLeast],
    [max, t.scaleMost],
  ]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="grid max-w-2xl grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-1">
        {Array.from({ length: max - min + 1 }, (_, step) => min + step).map((number) => (
          <label
            key={number}
            className="relative grid min-h-12 place-items-center rounded-control border border-control-line/60 bg-surface text-lg font-semibold text-ink tabular-nums transition-colors hover:border-control-line has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={id}
              value={number}
              checked={value === String(number)}
              onChange={() => onChange(String(number))}
              className="absolute inset-0 appearance-none opacity-0"
            />
            {format.number(number)}
            {ends.has(number) && <span className="sr-only">{` ${ends.get(number)}`}</span>}
          </label>
        ))}
      </div>
      <p aria-hidden="true" className="flex max-w-2xl justify-between gap-4 text-sm text-ink-soft">
        {[...ends].map(([number, words]) => (
          <span
            key={number}
            className="last:text-end"
          >{`${format.number(number)} · ${words}`}</span>
        ))}
      </p>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
