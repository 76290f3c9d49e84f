import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { controlLook, Field, type FieldTexts, inputHeight, useFieldIds } from './field.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  /** The BCP 47 code of the label's language, if it is not the page's language. */
  readonly lang?: string;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'>, FieldTexts {
  options: readonly Option[];
  /** The first, empty option, such as "Choose a specialty". */
  placeholder?: string;
}

/**
 * A native select field, which works well on every phone. Takes the props of `register()` from
 * react-hook-form.
 */
export function Select({
  label,
  hint,
  error,
  labelNote,
  labelHidden,
  options,
  placeholder,
  className,
  id: givenId,
  ...props
}: SelectProps): ReactNode {
  const ids = useFieldIds(givenId, { hint, error });
  const texts = { label, hint, error, labelNote, labelHidden };
  return (
    <Field {...texts} id={ids.id} className={className}>
      <div className="relative">
        <select
          className={classNames(controlLook, inputHeight, 'appearance-none truncate pe-10')}
          {...props}
          {...ids}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              lang={option.lang}
            >
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 inset-e-3 my-auto size-5 text-ink-soft"
        />
      </div>
    </Field>
  );
}
