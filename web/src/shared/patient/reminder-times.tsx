import { type ReminderTime, reminderTimes } from '@baari/contract/visit/reminders.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';

/** The times before a visit at which a reminder can be sent, with a checkbox each [REM-1]. */
export function ReminderTimes({
  label,
  times,
  disabled,
  onChange,
}: {
  label: string;
  times: readonly ReminderTime[];
  disabled: boolean;
  onChange: (times: ReminderTime[]) => void;
}): ReactNode {
  const { reminders: t } = useMessages('reminders');
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      {reminderTimes.map((time) => (
        <Checkbox
          key={time}
          label={t.times[time]}
          checked={times.includes(time)}
          disabled={disabled}
          onChange={({ target: { checked } }) =>
            onChange(
              reminderTimes.filter((each) => (each === time ? checked : times.includes(each))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
