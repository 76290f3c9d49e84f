import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { useWeekday } from './session-words.ts';

/** The dialog to copy the sessions of one weekday to the chosen other weekdays. */
export function CopyDayDialog({
  weekday,
  onCopy,
  onClose,
}: {
  weekday: Weekday;
  onCopy: (to: readonly Weekday[]) => void;
  onClose: () => void;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const nameOf = useWeekday();
  const formId = useId();
  const [chosen, setChosen] = useState<readonly Weekday[]>([]);
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={t.copyDay(nameOf(weekday))}
      description={t.copyDayLead(nameOf(weekday))}
      onClose={onClose}
      submitLabel={t.copy}
      disabled={chosen.length === 0}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onCopy(chosen);
        }}
      >
        <fieldset className="flex flex-col">
          <legend className="mb-1.5 text-sm font-semibold text-ink">{t.copyTo}</legend>
          {weekdays
            .filter((day) => day !== weekday)
            .map((day) => (
              <Checkbox
                key={day}
                label={nameOf(day)}
                checked={chosen.includes(day)}
                onChange={({ target }) =>
                  setChosen(
                    target.checked ? [...chosen, day] : chosen.filter((each) => each !== day),
                  )
                }
              />
            ))}
        </fieldset>
      </form>
    </FormDialog>
  );
}
