import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';

/** The props that every form field has. */
export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  /** The error message of the field. If it is set, the field is marked as invalid. */
  error?: string | undefined;
  /** A word such as "optional" after the label. */
  labelNote?: string | undefined;
  /** Hides the label visually. Screen readers still read it. */
  labelHidden?: boolean | undefined;
}

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Returns the ids and aria attributes that connect an input to its label, hint and error. */
export function useFieldIds(
  givenId: string | undefined,
  texts: Pick<FieldTexts, 'hint' | 'error'>,
): FieldIds {
  const madeId = useId();
  const id = givenId ?? madeId;
  const described = [texts.error && errorId(id), texts.hint && hintId(id)].filter(Boolean);
  return {
    id,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': texts.error ? true : undefined,
  };
}

/** Lays out a form field: the label, the input, then the error or the hint. */
export function Field({
  id,
  label,
  hint,
  error,
  labelNote,
  labelHidden = false,
  className,
  children,
}: FieldTexts & { id: string; className?: string | undefined; children: ReactNode }): ReactNode {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-semibold text-ink'}>
        {label}
        {labelNote && <span className="font-normal text-ink-soft"> ({labelNote})</span>}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export function FieldNotes({
  id,
  hint,
  error,
}: Pick<FieldTexts, 'hint' | 'error'> & { id: string }): ReactNode {
  const t = useMessages();
  return (
    <>
      {error && (
        <p
          id={errorId(id)}
          className="flex items-start gap-1.5 text-sm font-medium text-danger-ink"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            <span className="sr-only">{`${t.ui.error}: `}</span>
            {error}
          </span>
        </p>
      )}
      {hint && (
        <p id={hintId(id)} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </>
  );
}

export function errorId(id: string): string {
  return `${id}-error`;
}

export function hintId(id: string): string {
  return `${id}-hint`;
}

/**
 * The CSS classes of every input. The font size is 16 px, because phones zoom into inputs with
 * smaller text.
 */
export const controlLook =
  'w-full min-w-0 rounded-control border border-control-line bg-surface px-3 text-base text-ink transition-colors hover:border-ink-soft focus-visible:border-primary focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-primary aria-invalid:border-danger aria-invalid:focus-visible:outline-danger disabled:bg-sunken disabled:text-ink-soft [&[readonly]]:bg-sunken md:text-[0.9375rem]';

export const inputHeight = 'h-11 md:pointer-fine:h-10';

/** The line of a checkbox, a switch or a radio button with its label. */
export const choiceLine = 'flex min-h-11 items-center gap-3 md:pointer-fine:min-h-8';
