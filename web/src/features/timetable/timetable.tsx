import type { Schedule } from '@baari/contract/hospital/schedule.ts';
import type { Timetable as DoctorTimetable } from '@baari/contract/hospital/timetable.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { scheduleQuery, timetableQuery } from '../../api/queries/doctor-work-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TimetableEditor } from './timetable-editor.tsx';
import { WeekDrawing } from './week-drawing.tsx';

/** The timetable of a doctor or a shared line, to view and to change [APPT-1, DOC-1, LINE-6]. */
export function Timetable({
  doctorId,
  isLine = false,
}: {
  doctorId: string;
  isLine?: boolean;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const problemText = useProblemText();
  const query = useQuery(timetableQuery(doctorId));
  if (query.isPending) return <TimetableSkeleton />;
  if (!query.data) {
    return (
      <ErrorState
        title={t.failed}
        description={problemText(query.error, t.failed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  return isLine ? (
    <TimetableCard timetable={query.data} none={t.noneOfLine} daysOff={noDaysOff} />
  ) : (
    <DoctorsCard timetable={query.data} />
  );
}

/** A shared line has no days off. */
const noDaysOff: Schedule['daysOff'] = [];

function DoctorsCard({ timetable }: { timetable: DoctorTimetable }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const { data: schedule } = useQuery(scheduleQuery(timetable.doctorId));
  return (
    <TimetableCard timetable={timetable} none={t.none} daysOff={schedule?.daysOff ?? noDaysOff} />
  );
}

function TimetableCard({
  timetable,
  none,
  daysOff,
}: {
  timetable: DoctorTimetable;
  /** The text that says what patients can book without a timetable. */
  none: string;
  daysOff: Schedule['daysOff'];
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const [isEditing, setEditing] = useState(false);
  const [date, setDate] = useState(timetable.today);
  const editButton = useFocusBack(isEditing);
  const titleId = useId();
  const { sessions } = timetable;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={titleId} className="text-lg font-semibold text-ink">
            {t.title}
          </h2>
          <p className="text-sm text-ink-soft">{t.zone(timetable.timeZone)}</p>
        </div>
        {!isEditing && (
          <Button ref={editButton} onClick={() => setEditing(true)}>
            {sessions.length === 0 ? t.make : t.edit}
          </Button>
        )}
      </div>
      {isEditing ? (
        <TimetableEditor
          timetable={timetable}
          none={none}
          daysOff={daysOff}
          date={date}
          onDate={setDate}
          onClose={() => setEditing(false)}
        />
      ) : sessions.length === 0 ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <WeekDrawing
          sessions={sessions}
          daysOff={daysOff}
          date={date}
          today={timetable.today}
          onDate={setDate}
        />
      )}
    </Card>
  );
}

function TimetableSkeleton(): ReactNode {
  const { timetables: t } = useMessages('timetables');
  return (
    <LoadingRegion label={t.loading}>
      <Card className="flex flex-col gap-4">
        <Skeleton className="h-6 w-40" />
        <div className="grid gap-2">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
            <Skeleton key={key} className="h-11" />
          ))}
        </div>
      </Card>
    </LoadingRegion>
  );
}
