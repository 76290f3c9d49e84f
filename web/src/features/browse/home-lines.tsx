import type { HomeLine } from '@baari/contract/lines/shared-line.ts';
import { isAskState } from '@baari/contract/queue/announced-wait.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock3 } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useId } from 'react';
import { homeLinesQuery } from '../../api/queries/line-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useOutsideHours } from '../../shared/hospital/use-opening.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useWhen } from '../../ui/text/use-when.ts';

/**
 * Lazily loaded, because most patients would be called in within the opening hours and do not need
 * this text.
 */
const AskText = lazy(() => import('../../shared/doctor/ask-text.tsx'));

/**
 * Polling interval in ms, because patients get no live events for the number of waiting patients.
 */
const figuresEveryMs = 60_000;

type LineAction = ComponentType<{ line: HomeLine }>;

/**
 * The hospital's shared lines that patients can join from home, shown above its doctors. Renders
 * nothing if the hospital has no such line [LINE-6].
 */
export function HomeLines({
  hospitalId,
  Action,
}: {
  hospitalId: string;
  Action: LineAction;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const titleId = useId();
  const lines = useQuery({ ...homeLinesQuery(hospitalId), refetchInterval: figuresEveryMs });
  if (lines.isError && !lines.data) {
    return (
      <Notice
        className="mb-6"
        tone="warning"
        title={t.linesFailed}
        action={<TryAgain query={lines} part />}
      />
    );
  }
  // No skeleton while loading, because most hospitals have no line that can be joined from home.
  if (!lines.data || lines.data.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mb-8 flex flex-col gap-4">
      <h2 id={titleId} className="text-xl font-semibold text-ink">
        {t.linesTitle}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {lines.data.map((line) => (
          <LineCard key={line.id} line={line} action={<Action line={line} />} />
        ))}
      </ul>
    </section>
  );
}

function LineCard({ line, action }: { line: HomeLine; action: ReactNode }): ReactNode {
  const { browse: t } = useMessages('browse');
  const listed = useListed();
  const medicalName = useMedicalName();
  const { name, department, doctors, waiting } = line;
  const isTaking = line.status === 'Available';
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="text-base font-semibold wrap-anywhere text-ink">{name}</h3>
        {department !== null && department !== name && (
          <p className="text-sm text-ink-soft">{medicalName(department)}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isTaking && line.requests.state !== 'open' ? (
          <Badge tone="warning">{t.requestsFull[line.requests.state]}</Badge>
        ) : (
          <Badge tone={isTaking ? 'success' : 'neutral'}>
            {isTaking ? t.lineOpen : t.lineClosed}
          </Badge>
        )}
        <span className="text-sm text-ink-soft tabular-nums">{t.lineWaiting(waiting)}</span>
      </div>
      {doctors.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {doctors.length === 1 ? t.oneDoctor(doctors[0] ?? '') : t.anyDoctor(listed(doctors))}
        </p>
      )}
      <WaitIfJoined line={line} />
      <div className="mt-auto pt-1">{action}</div>
    </Card>
  );
}

function WaitIfJoined({ line }: { line: HomeLine }): ReactNode {
  const { browse: t } = useMessages('browse');
  const when = useWhen()(line.waitIfJoinedNow, line.timeZone);
  const outsideHours = useOutsideHours(line.opening, line.timeZone);
  const { lineIfJoinedNow: state } = line;
  const asks = state !== null && isAskState(state.state);
  if (line.status !== 'Available' || outsideHours !== undefined) return null;
  if (line.requests.state !== 'open') return null;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <Clock3 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {when === undefined && !asks ? (
        <span>{t.nobodyCalls}</span>
      ) : (
        <span>
          {`${t.waitIfJoined}: `}
          {when !== undefined && (
            <strong className="font-semibold text-ink tabular-nums">{`${when} `}</strong>
          )}
          {asks && (
            <Suspense fallback={null}>
              <AskText line={state} zone={line.timeZone} />
            </Suspense>
          )}
        </span>
      )}
    </p>
  );
}
