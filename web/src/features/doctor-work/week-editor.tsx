import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import {
  type Schedule as DoctorSchedule,
  saveSchedule,
  type WeekPlan,
} from '@baari/contract/hospital/schedule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isSame } from '../../api/forms/merge-saves.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { scheduleQuery } from '../../api/queries/doctor-work-queries.ts';
import { useFieldText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useUnsaved } from '../../navigation/use-unsaved.tsx';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { DayEditor } from './day-editor.tsx';
import { EditorEnd } from './editor-end.tsx';
import { likeMonday, problemsOf } from './week-draft.ts';

/** The form for the hours and breaks of each weekday [DOC-1]. */
export function WeekEditor({
  schedule,
  onClose,
}: {
  schedule: DoctorSchedule;
  onClose: () => void;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
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
  const sayDay = useSayDay();
  const problems = isChecked ? problemsOf(week) : {};
  const hasProblems = Object.keys(problems).length > 0;

  function save(): void {
    setChecked(true);
    const wrong = problemsOf(week);
    const first = weekdays.find((day) => wrong[day] !== undefined);
    if (first !== undefined) {
      // The first day with an error gets the focus, so that a screen reader announces the day and
      // its error.
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

/** Returns a function that describes a day in one line of text: its hours, then its breaks. */
function useSayDay(): (day: Weekday, week: WeekPlan) => string {
  const { doctorWork: t } = useMessages('doctorWork');
  const listed = useListed();
  const rangeText = useSpanText(t);
  return (day, { [day]: { hours, breaks } }) => {
    if (hours.length === 0) return t.free;
    return listed([...hours.map(rangeText), ...breaks.map((pause) => t.breakAt(rangeText(pause)))]);
  };
}
