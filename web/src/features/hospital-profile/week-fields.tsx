import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFieldText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { ProfileFormApi } from './profile-fields.tsx';

/** Form fields for each weekday: the opening hours, or that the hospital is closed [HPROF-2]. */
export function WeekFields({ form }: { form: ProfileFormApi }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const format = useFormat();
  const [isCopied, setCopied] = useState(false);
  const [opened] = useState(() => Number(form.getValues('checkInMinutes')));

  function copyMonday(): void {
    const monday = form.getValues('operating_hours.monday');
    for (const day of weekdays) {
      form.setValue(`operating_hours.${day}`, { ...monday }, { shouldDirty: true });
    }
    form.clearErrors('operating_hours');
    setCopied(true);
  }

  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line">
        {weekdays.map((day) => (
          <li key={day} className="py-3 first:pt-0">
            <DayFields form={form} day={day} />
          </li>
        ))}
      </ul>
      <Button className="w-fit" size="small" onClick={copyMonday}>
        {t.copyMonday}
      </Button>
      <Checkbox
        {...form.register('takesRequestsShut')}
        label={t.takesRequestsShut}
        hint={t.takesRequestsShutHint}
      />
      <Select
        {...form.register('checkInMinutes')}
        label={t.checkInMinutes}
        hint={t.checkInHint}
        className="max-w-80"
        options={checkInOptions(opened).map((minutes) => ({
          value: String(minutes),
          label: t.checkInBefore(minutes === 0 ? undefined : format.duration(minutes)),
        }))}
      />
      <p role="status" className="sr-only">
        {isCopied && t.copied}
      </p>
    </div>
  );
}

const usualOptions = [0, 15, 30, 60, 90, 120, 180, 240];

/** The usual choices for how early patients may check in, plus the current value. */
function checkInOptions(set: number): readonly number[] {
  return usualOptions.includes(set)
    ? usualOptions
    : [...usualOptions, set].toSorted((one, other) => one - other);
}

function DayFields({ form, day }: { form: ProfileFormApi; day: Weekday }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const fieldText = useFieldText();
  const path = `operating_hours.${day}` as const;
  const isClosed = useWatch({ control: form.control, name: `${path}.closed` });
  const wrong = form.formState.errors.operating_hours?.[day];
  // An error of the whole day means that the closing time is not after the opening time. It is
  // shown at the closing time.
  const closeError = wrong?.close?.message ?? wrong?.message ?? wrong?.root?.message;
  return (
    <fieldset className="grid min-w-0 items-start gap-x-4 gap-y-1 sm:grid-cols-[8rem_7rem_1fr]">
      <legend className="sr-only">{t.days[day]}</legend>
      <span aria-hidden="true" className="font-semibold text-ink sm:pt-2">
        {t.days[day]}
      </span>
      <Checkbox {...form.register(`${path}.closed`)} label={t.closed} className="sm:pt-0.5" />
      {!isClosed && (
        <div className="grid max-w-sm grid-cols-2 items-start gap-3">
          <TextField
            {...form.register(`${path}.open`)}
            label={t.open}
            type="time"
            error={fieldText(wrong?.open?.message)}
          />
          <TextField
            {...form.register(`${path}.close`)}
            label={t.close}
            type="time"
            error={fieldText(closeError)}
          />
        </div>
      )}
    </fieldset>
  );
}
