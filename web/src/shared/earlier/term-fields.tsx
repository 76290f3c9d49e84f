import { weekdays } from '@baari/contract/constants.ts';
import { dayParts, wishScopes } from '@baari/contract/visit/earlier.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { slotsQuery } from '../../api/queries/appointment-queries.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { FieldNotes, hintId } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type TermTexts, useWeekdayName } from './use-term-words.ts';
import { noticesWith, type TermFields } from './wish-terms.ts';

/**
 * The labels of the form fields for a patient's conditions. Patients' pages and the desk use
 * different labels.
 */
export interface TermFieldTexts extends TermTexts {
  readonly scope: string;
  readonly weekdays: string;
  readonly anyDay: string;
  readonly parts: string;
  readonly anyPart: string;
  readonly notice: string;
  readonly noticeHint: string;
  readonly until: string;
}

/** The form fields for the conditions under which a patient accepts an earlier time. */
export function TermFieldset({
  doctorId,
  texts: t,
}: {
  doctorId: string;
  texts: TermFieldTexts;
}): ReactNode {
  const { common } = useMessages();
  const format = useFormat();
  const form = useFormContext<TermFields>();
  const bind = useBoundField(form);
  const weekdayName = useWeekdayName();
  const { data: days } = useQuery(slotsQuery(doctorId, ''));
  return (
    <>
      <RadioGroup
        label={t.scope}
        layout="boxes"
        options={wishScopes.map((value) => ({ value, label: t.scopes[value] }))}
        {...form.register('scope')}
      />
      <Several
        label={t.weekdays}
        hint={t.anyDay}
        name="weekdays"
        className="grid-cols-2 sm:grid-cols-4"
        options={weekdays.map((value) => ({ value, label: weekdayName(value) }))}
      />
      <Several
        label={t.parts}
        hint={t.anyPart}
        name="dayParts"
        className="grid-cols-2 sm:grid-cols-3"
        options={dayParts.map((value) => ({ value, label: t.partOf[value] }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t.notice}
          hint={t.noticeHint}
          options={noticesWith(form.formState.defaultValues?.notice ?? '').map((minutes) => ({
            value: String(minutes),
            label: format.duration(minutes),
          }))}
          {...bind('notice')}
        />
        <TextField
          label={t.until}
          labelNote={common.optional}
          type="date"
          min={days?.today}
          max={days?.lastDay}
          {...bind('until')}
        />
      </div>
    </>
  );
}

/** A group of checkboxes of which any number may be chosen. */
function Several({
  label,
  hint,
  name,
  options,
  className,
}: {
  label: string;
  hint: string;
  name: 'weekdays' | 'dayParts';
  options: readonly { readonly value: string; readonly label: string }[];
  className: string;
}): ReactNode {
  const { register } = useFormContext<TermFields>();
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={hintId(id)}>
      <legend className="mb-1.5 text-sm font-semibold text-ink">{label}</legend>
      <div className={`grid gap-x-4 ${className}`}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            value={option.value}
            {...register(name)}
          />
        ))}
      </div>
      <FieldNotes id={id} hint={hint} />
    </fieldset>
  );
}
