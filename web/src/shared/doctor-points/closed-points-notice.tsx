import { setPointState } from '@baari/contract/lines/counter.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { type ClosedPoint, closedPoints } from './closed-points.ts';

/**
 * For a line that any doctor serves: says that patients wait while an Available doctor's service
 * point is closed. Users who may open the service point get a button for it [LINE-5].
 */
export function ClosedPointsNotice({ ofDoctor }: { ofDoctor?: string }): ReactNode {
  const { data: lines = [] } = useQuery(linesQuery());
  const hasDoctorLines = lines.some(({ kind }) => kind === 'any_doctor');
  const { data: doctors = [] } = useQuery({ ...colleaguesQuery(), enabled: hasDoctorLines });
  const closed = closedPoints(lines, doctors, ofDoctor);
  if (closed.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 print:hidden">
      {closed.map((each) => (
        <ClosedPointNotice key={each.point.id} closed={each} />
      ))}
    </div>
  );
}

function ClosedPointNotice({
  closed: { line, point, doctor },
}: {
  closed: ClosedPoint;
}): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  const client = useQueryClient();
  const user = useUser();
  const mayOpen = user?.role === 'hospital_admin' || user?.doctorId === doctor.id;
  const open = useSubmit(setPointState, {
    failed: t.openPointFailed,
    onSuccess: () => toast({ type: 'success', title: t.pointOpened(line.name) }),
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  return (
    <Notice
      tone="warning"
      action={
        mayOpen && (
          <Button
            size="small"
            busy={open.isPending}
            onClick={() => open.mutate({ params: { id: point.id }, body: { state: 'open' } })}
          >
            {t.openPoint}
          </Button>
        )
      }
    >
      {t.pointClosed(doctor.name, line.name, line.waiting)}
      {!mayOpen && ` ${t.whoOpensPoint}`}
    </Notice>
  );
}
