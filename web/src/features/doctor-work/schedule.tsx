import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import {
  type Schedule as DoctorSchedule,
  saveSchedule,
  type WeekPlan,
} from '@baari/contract/hospital/schedule.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coffee, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { scheduleQuery } from '../../api/queries/doctor-work-queries.ts';
import { isSame } from '../../api/forms/merge-saves.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { useFieldText, useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';
import { DaysOff } from './days-off.tsx';
import { changed, likeMonday, problemsOf, type SpanKind, withSpan, without } from './week-draft.ts';
import { EditorEnd } from './editor-end.tsx';

/** The doctor's week and days off, to view and to change [DOC-1]. */
export function WorkingHours({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const problemText = useProblemText();
  const query = useQuery(scheduleQuery(doctorId));
  if (query.isPending) return <ListSkeleton label={t.scheduleLoading} />;
  if (!query.data) {
    return (
      <ErrorState
        title={t.scheduleFailed}
        description={problemText(query.error, t.scheduleFailed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <Week schedule={query.data} />
      <DaysOff schedule={query.data} />
    </div>
  );
}

function Week({ schedule }: { schedule: DoctorSchedule }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const [isEditing, setEditing] = useState(false);
  const editButton = useFocusBack(isEditing);
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={titleId} className="text-lg font-semibold text-ink">
            {t.week}
          </h2>
          <p className="text-sm text-ink-soft">
            {`${schedule.hasOwnWeek ? t.ownWeek : t.hospitalWeek} · ${t.zone(schedule.timeZone)}`}
          </p>
        </div>
        {!isEditing && (
          <Button ref={editButton} onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
        )}
      </div>
      {isEditing ? (
        <WeekEditor schedule={schedule} onClose={() => setEditing(false)} />
      ) : (
        <WeekTable week={schedule.week} />
      )}
    </Card>
  );
}

function WeekTable({ week }: { week: WeekPlan }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const listed = useListed();
  const rangeText = useSpanText(t);
  return (
    <dl className="divide-y divide-line">
      {weekdays.map((day) => {
        const { hours, breaks } = week[day];
        return (
          <div key={day} className="flex flex-wrap gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
            <dt className="w-28 shrink-0 font-semibold text-ink">{t.days[day]}</dt>
            <dd className="flex min-w-0 flex-1 basis-52 flex-col gap-1 text-ink tabular-nums">
              {hours.length === 0 ? (
                <span className="text-ink-soft">{t.free}</span>
              ) : (
                <span>{listed(hours.map(rangeText))}</span>
              )}
              {breaks.map((pause) => (
                <span
                  key={pause.from}
                  className="inline-flex items-center gap-1.5 text-sm text-ink-soft"
                >
                  <Coffee aria-hidden="true" className="size-4 shrink-0" />
                  {t.breakAt(rangeText(pause))}
                </span>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function WeekEditor({
  schedule,
  onClose,
}: {
  schedule: DoctorSchedule;
  onClose: () => void;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const listed = useListed();
  const fieldText = useFieldText();
  const client = useQueryClient();
  const [week, setWeek] = useState(schedule.week);
  const [isChecked, setChecked] = useState(false);
  const write = useWrite(saveSchedule, {
    onSuccess: (reply) => {
      client.setQueryData(scheduleQuery(schedule.doctorId).queryKey, reply.schedule);
      void client.invalidateQueries({ queryKey: appointmentRoot });
      toast({ type: 'success', title: t.weekSaved });
      onClose();
    },
  });
  const meanwhile = useMeanwhile({
    opened: { week: schedule.week, hasOwnWeek: schedule.hasOwnWeek },
    fields: weekdays,
    valuesOf: (read) => read.week,
    readAgain: async () => {
      const there = await client.fetchQuery({ ...scheduleQuery(schedule.doctorId), staleTime: 0 });
      return { week: there.week, hasOwnWeek: there.hasOwnWeek };
    },
    current: () => week,
    show: setWeek,
  });
  const leaving = useUnsaved(!isSame(week, meanwhile.seen.week), onClose);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('fieldset')?.focus(), []);
  const rangeText = useSpanText(t);
  const problems = isChecked ? problemsOf(week) : {};
  const hasProblems = Object.keys(problems).length > 0;

  function save(): void {
    setChecked(true);
    const wrong = problemsOf(week);
    const first = weekdays.find((day) => wrong[day] !== undefined);
    if (first !== undefined) {
      // A screen reader announces the day and its error from there.
      form.current?.querySelector<HTMLElement>(`[data-day="${first}"]`)?.focus();
      return;
    }
    send(week);
  }
  function send(wanted: WeekPlan | null): void {
    meanwhile.forget();
    write.mutate(
      { params: { id: schedule.doctorId }, body: { week: wanted, seen: meanwhile.seen } },
      { onError: meanwhile.onError },
    );
  }
  /** One line: hours, then breaks. */
  function sayDay(day: Weekday, { [day]: { hours, breaks } }: WeekPlan): string {
    if (hours.length === 0) return t.free;
    return listed([...hours.map(rangeText), ...breaks.map((pause) => t.breakAt(rangeText(pause)))]);
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="flex flex-col divide-y divide-line">
        {weekdays.map((day) => (
          <DayEditor
            key={day}
            day={day}
            week={week}
            onChange={setWeek}
            problem={fieldText(problems[day])}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setWeek(likeMonday(week))}>
          {t.copyMonday}
        </Button>
        {schedule.hasOwnWeek && (
          <Button size="small" disabled={write.isPending} onClick={() => send(null)}>
            {t.followHospital}
          </Button>
        )}
      </div>
      {hasProblems && <Notice tone="danger">{t.weekWrong}</Notice>}
      <EditorEnd
        write={write}
        onCancel={leaving.cancel}
        meanwhile={
          meanwhile.found && <SavedMeanwhile meanwhile={meanwhile} names={t.days} say={sayDay} />
        }
      />
      {leaving.question}
    </form>
  );
}

function DayEditor({
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
    // A time range has no id besides its position.
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
