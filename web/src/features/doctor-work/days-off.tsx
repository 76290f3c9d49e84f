import {
  addDayOff,
  type DayOff,
  removeDayOff,
  type Schedule as DoctorSchedule,
} from '@baari/contract/hospital/schedule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { scheduleQuery } from '../../api/queries/doctor-work-queries.ts';
import { doctorLists } from '../../api/queries/queries.ts';
import { useFieldProblems, useFocusOnWrong } from '../../api/forms/use-field-problems.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * The doctor's days off, on which patients cannot book, with buttons to add and remove days off
 * [DOC-1].
 */
export function DaysOff({ schedule }: { schedule: DoctorSchedule }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const titleId = useId();
  const take = useKeeping(schedule.doctorId);
  const [asked, setAsked] = useState<DayOff>();
  const daysText = useDaysText();
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.daysOff}
      </h2>
      {schedule.daysOff.length === 0 ? (
        <p className="text-ink-soft">{t.noDaysOff}</p>
      ) : (
        <ul className="divide-y divide-line">
          {schedule.daysOff.map((off) => (
            <li
              key={off.id}
              ref={goOnBeside}
              className="flex flex-wrap items-center justify-between gap-2 py-2"
            >
              <span className="font-medium text-ink tabular-nums">{daysText(off)}</span>
              <Button size="small" variant="quiet" onClick={() => setAsked(off)}>
                {t.removeDaysOff}
                <span className="sr-only">{`${format.comma} ${daysText(off)}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TakeDays schedule={schedule} />
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t.removeDaysOffTitle}
        description={asked && t.removeDaysOffLead(daysText(asked))}
        confirmLabel={t.removeDaysOff}
        cancelLabel={t.keepDaysOff}
        tone="primary"
        busy={take.isPending}
        onConfirm={() => {
          if (asked) {
            take.mutate({ params: { id: asked.id } }, { onSettled: () => setAsked(undefined) });
          }
        }}
      />
    </Card>
  );
}

function TakeDays({ schedule }: { schedule: DoctorSchedule }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const keep = useKept(schedule.doctorId);
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const write = useWrite(addDayOff, {
    onSuccess: (reply) => {
      keep(reply.schedule);
      setFirstDay('');
      setLastDay('');
      toast({ type: 'success', title: t.daysOffSaved });
    },
  });
  const form = useFocusOnWrong(write.error);
  const problems = useFieldProblems(write.error, ['firstDay', 'lastDay']);
  // If the last day is empty, the day in the first field is the only day off.
  const isOneDay = lastDay === '';
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate({
          params: { id: schedule.doctorId },
          body: { firstDay, lastDay: isOneDay ? firstDay : lastDay },
        });
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          type="date"
          label={t.firstDay}
          className="min-w-40 flex-1 sm:max-w-48"
          min={schedule.today}
          error={problems.at.firstDay ?? (isOneDay ? problems.at.lastDay : undefined)}
          value={firstDay}
          onChange={({ target }) => setFirstDay(target.value)}
        />
        <TextField
          type="date"
          label={t.lastDay}
          className="min-w-40 flex-1 sm:max-w-48"
          min={firstDay === '' ? schedule.today : firstDay}
          error={isOneDay ? undefined : problems.at.lastDay}
          value={lastDay}
          onChange={({ target }) => setLastDay(target.value)}
        />
        <Button type="submit" busy={write.isPending} disabled={firstDay === ''}>
          {t.addDaysOff}
        </Button>
      </div>
      {problems.isElsewhere && <ProblemNotice problem={write.error} fallback={t.notSaved} />}
    </form>
  );
}

function useKeeping(doctorId: string) {
  const { doctorWork: t } = useMessages('doctorWork');
  const keep = useKept(doctorId);
  return useSubmit(removeDayOff, {
    onSuccess: (reply) => {
      keep(reply.schedule);
      toast({ type: 'success', title: t.daysOffSaved });
    },
    failed: t.notSaved,
  });
}

/**
 * Stores the doctor's schedule from the server's response in the cache. Bookable times and the
 * doctor's status depend on the schedule.
 */
function useKept(doctorId: string): (schedule: DoctorSchedule) => void {
  const client = useQueryClient();
  return (schedule) => {
    client.setQueryData(scheduleQuery(doctorId).queryKey, schedule);
    void client.invalidateQueries({ queryKey: appointmentRoot });
    void client.invalidateQueries({ queryKey: doctorLists });
  };
}

/**
 * Returns a function that formats the days of an absence. Days are formatted in UTC, so that they
 * are the same in every time zone.
 */
function useDaysText(): (off: DayOff) => string {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const text = (day: string) => format.date(`${day}T00:00:00Z`, 'UTC');
  return ({ firstDay, lastDay }) =>
    firstDay === lastDay ? text(firstDay) : t.dayRange(text(firstDay), text(lastDay));
}
