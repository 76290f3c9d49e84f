import { weekdays } from '@baari/contract/constants.ts';
import {
  type Schedule as DoctorSchedule,
  type WeekPlan,
} from '@baari/contract/hospital/schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { Coffee } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { scheduleQuery } from '../../api/queries/doctor-work-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useUser } from '../../session/session.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { DaysOff } from './days-off.tsx';
import { WeekEditor } from './week-editor.tsx';

/** The doctor's weekly hours and days off, in view mode or edit mode [DOC-1]. */
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
  const ownWeek = useUser()?.doctorId === schedule.doctorId ? t.ownWeek : t.doctorsWeek;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={titleId} className="text-lg font-semibold text-ink">
            {t.week}
          </h2>
          <p className="text-sm text-ink-soft">
            {`${schedule.hasOwnWeek ? ownWeek : t.hospitalWeek} · ${t.zone(schedule.timeZone)}`}
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
