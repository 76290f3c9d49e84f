import { GraduationCap } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { usePractice } from './use-practice.ts';

/** Offers the practice hospital to those who may make one; hidden inside a practice hospital [ADM-1]. */
export function PracticeCard(): ReactNode {
  const { practice: t } = useMessages('practice');
  const user = useUser();
  const { doing, problem, change } = usePractice();
  const titleId = useId();
  const isOffered = user?.role === 'receptionist' || user?.role === 'hospital_admin';
  if (!isOffered || user.practice !== undefined) return null;
  return (
    <Card as="section" aria-labelledby={titleId} className="mt-6 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-52 flex-1 flex-col gap-1">
          <h2 id={titleId} className="text-lg font-semibold">
            {t.startTitle}
          </h2>
          <p className="text-ink-soft">{t.startText}</p>
        </div>
        <Button
          icon={<GraduationCap aria-hidden="true" />}
          disabled={doing !== undefined}
          onClick={() => change('practise')}
        >
          {t.start}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {doing === undefined ? '' : t.opening}
      </p>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </Card>
  );
}
