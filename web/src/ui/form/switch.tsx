import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { CheckboxProps } from './choice.tsx';
import { choiceLine, FieldNotes, useFieldIds } from './field.tsx';

export type SwitchProps = CheckboxProps;

/** A switch that takes effect at once. Takes the props of `register()` from react-hook-form. */
export function Switch({
  label,
  hint,
  error,
  className,
  id: givenId,
  ...props
}: SwitchProps): ReactNode {
  const ids = useFieldIds(givenId, { hint, error });
  return (
    <div className={classNames('flex flex-col', className)}>
      <label htmlFor={ids.id} className={classNames(choiceLine, 'justify-between')}>
        <span className="text-[0.9375rem] font-medium text-ink">{label}</span>
        <span className="relative inline-flex h-6 w-11 shrink-0 items-center">
          <input
            {...props}
            {...ids}
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox's own state is the switch's
            role="switch"
            className="peer absolute inset-0 h-6 w-11 appearance-none rounded-full border border-control-line bg-sunken transition-colors checked:border-primary checked:bg-primary disabled:opacity-55"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-s-1 size-4 rounded-full bg-control-line transition-[translate,background-color] peer-checked:translate-x-5 rtl:peer-checked:-translate-x-5 peer-checked:bg-on-primary"
          />
        </span>
      </label>
      <FieldNotes id={ids.id} hint={hint} error={error} />
    </div>
  );
}
