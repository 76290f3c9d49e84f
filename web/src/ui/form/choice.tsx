import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { choiceLine, errorId, FieldNotes, type FieldTexts, hintId, useFieldIds } from './field.tsx';

interface ChoiceTexts {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & ChoiceTexts;

/** A checkbox. Takes the props of `register()` from react-hook-form. */
export function Checkbox({
  label,
  hint,
  error,
  className,
  id: givenId,
  ...props
}: CheckboxProps): ReactNode {
  const ids = useFieldIds(givenId, { hint, error });
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={ids.id} className={choiceLine}>
        <span className="relative grid size-5 shrink-0 place-items-center">
          <input
            {...props}
            {...ids}
            type="checkbox"
            className="peer size-5 appearance-none rounded-[5px] border border-control-line bg-surface transition-colors checked:border-primary checked:bg-primary not-checked:hover:border-ink-soft aria-invalid:border-danger disabled:opacity-55"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.5}
            className="pointer-events-none absolute size-3.5 text-on-primary opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="text-[0.9375rem] text-ink">{label}</span>
      </label>
      <div className="flex flex-col gap-1 ps-8 empty:hidden">
        <FieldNotes id={ids.id} hint={hint} error={error} />
      </div>
    </div>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly disabled?: boolean;
  /**
   * The group of the option, such as "Morning". Consecutive options of one group share a heading.
   */
  readonly group?: string;
}

export interface RadioGroupProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'id'>,
    FieldTexts {
  options: readonly Choice[];
  /** How the options of the radio group are laid out: in a column, in a row, or as boxes. */
  layout?: 'stack' | 'row' | 'boxes';
  /**
   * The chosen value, if the parent component manages it. Leave it out when `register()` is used.
   */
  value?: string;
  defaultValue?: string;
}

/**
 * A few options, all visible at once. Each radio input takes the props of `register()` from
 * react-hook-form.
 */
export function RadioGroup({
  label,
  labelNote,
  labelHidden = false,
  hint,
  error,
  options,
  layout = 'stack',
  value,
  defaultValue,
  className,
  ...props
}: RadioGroupProps): ReactNode {
  const id = useId();
  const described = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(' ');
  return (
    <fieldset
      className={classNames('flex min-w-0 flex-col gap-1.5', className)}
      aria-describedby={described || undefined}
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1.5 text-sm font-semibold text-ink'}>
        {label}
        {labelNote && <span className="font-normal text-ink-soft"> ({labelNote})</span>}
      </legend>
      {grouped(options).map(([group, ofGroup], index) =>
        group === '' ? (
          <div key={group} className={layouts[layout]}>
            {ofGroup.map(oneOption)}
          </div>
        ) : (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset within a fieldset would be announced as a second question
          <div
            key={group}
            role="group"
            aria-labelledby={`${id}-${index}`}
            className="mt-2 first-of-type:mt-0"
          >
            <p id={`${id}-${index}`} className="mb-1.5 text-sm text-ink-soft">
              {group}
            </p>
            <div className={layouts[layout]}>{ofGroup.map(oneOption)}</div>
          </div>
        ),
      )}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );

  function oneOption(option: Choice): ReactNode {
    return (
      <label
        key={option.value}
        className={classNames(
          choiceLine,
          'items-start',
          layout === 'boxes' &&
            'rounded-card border border-control-line/60 bg-surface p-3 transition-colors hover:border-control-line has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        )}
      >
        <input
          {...props}
          {...(value === undefined ? {} : { checked: value === option.value })}
          {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
          name={props.name ?? id}
          type="radio"
          value={option.value}
          disabled={option.disabled ?? props.disabled}
          className={classNames(
            'mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-control-line bg-surface transition-[border] checked:border-6 checked:border-primary not-checked:hover:border-ink-soft disabled:opacity-55',
            layout === 'boxes' && 'focus-visible:outline-none',
            error && 'border-danger',
          )}
        />
        <span className="flex min-w-0 flex-col">
          <span className="text-[0.9375rem] font-medium text-ink">{option.label}</span>
          {option.description && (
            <span className="text-sm text-ink-soft">{option.description}</span>
          )}
        </span>
      </label>
    );
  }
}

/**
 * Groups the options and keeps their order. Options without a group form one group without a
 * heading.
 */
function grouped(options: readonly Choice[]): readonly (readonly [string, readonly Choice[]])[] {
  return [...Map.groupBy(options, ({ group = '' }) => group)];
}

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

/**
 * A few short options in one bar, such as All · Available · Busy. The parent component manages the
 * chosen value.
 */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}): ReactNode {
  const name = useId();
  return (
    <fieldset
      className={classNames(
        'inline-flex max-w-full min-w-0 gap-1 overflow-x-auto rounded-control bg-sunken p-1 dark:bg-canvas',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid min-h-11 grow place-items-center rounded-[6px] border border-transparent px-3 text-center text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink has-checked:border-control-line/60 has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-primary md:pointer-fine:min-h-8"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

const layouts = {
  stack: 'flex flex-col gap-1.5',
  row: 'flex flex-wrap gap-x-6',
  boxes: 'grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]',
};
