import type { Weekday } from '@baari/contract/constants.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import { Coffee, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { changed, type SpanKind, withSpan, without } from './week-draft.ts';

/** The form fields for the hours and breaks of one weekday. */
export function DayEditor({
  day,
  week,
  onChange,
  problem,
}: {
  day: Weekday;
  week: WeekPlan;
  onChange: (week: WeekPlan) => void;
  problem: string | undefined;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const hasHours = week[day].hours.length > 0;
  const problemId = useId();
  return (
    <fieldset
      data-day={day}
      tabIndex={-1}
      aria-describedby={problem && problemId}
      className="flex min-w-0 flex-col gap-3 rounded-control py-4 first:pt-0"
    >
      <legend className="float-start w-full font-semibold text-ink">{t.days[day]}</legend>
      {hasHours ? (
        <Spans day={day} kind="hours" week={week} onChange={onChange} />
      ) : (
        <p className="text-ink-soft">{t.free}</p>
      )}
      <Spans day={day} kind="breaks" week={week} onChange={onChange} />
      {problem && (
        <p id={problemId} className="text-sm font-medium text-danger-ink">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange(withSpan(week, day, 'hours'))}
        >
          {t.addHours}
          <span className="sr-only">{`${format.comma} ${t.days[day]}`}</span>
        </Button>
        {hasHours && (
          <Button
            size="small"
            variant="quiet"
            icon={<Coffee aria-hidden="true" />}
            onClick={() => onChange(withSpan(week, day, 'breaks'))}
          >
            {t.addBreak}
            <span className="sr-only">{`${format.comma} ${t.days[day]}`}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function Spans({
  day,
  kind,
  week,
  onChange,
}: {
  day: Weekday;
  kind: SpanKind;
  week: WeekPlan;
  onChange: (week: WeekPlan) => void;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const listed = useListed();
  const what = kind === 'hours' ? t.hours : t.breaks;
  return week[day][kind].map((span, index) => (
    // The position is the React key, because a time range has no id.
    // oxlint-disable-next-line react/no-array-index-key
    <div key={index} className="flex flex-wrap items-end gap-2">
      <span className="w-full text-sm text-ink-soft sm:w-16 sm:pb-2.5">{what}</span>
      <TextField
        type="time"
        label={t.from}
        aria-label={listed([t.days[day], what, t.from])}
        className="min-w-30 flex-1 sm:max-w-36"
        value={span.from}
        onChange={({ target }) =>
          onChange(changed(week, day, kind, index, { ...span, from: target.value }))
        }
      />
      <TextField
        type="time"
        label={t.to}
        aria-label={listed([t.days[day], what, t.to])}
        className="min-w-30 flex-1 sm:max-w-36"
        value={span.to}
        onChange={({ target }) =>
          onChange(changed(week, day, kind, index, { ...span, to: target.value }))
        }
      />
      <IconButton
        className="ms-auto sm:ms-0"
        label={t.removeSpan(what, span.from, span.to)}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => onChange(without(week, day, kind, index))}
      />
    </div>
  ));
}
