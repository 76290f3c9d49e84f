import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CirclePause } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { insightsQuery } from '../../api/queries/assessment-queries.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { LateAnswersMark } from '../../shared/answer-summary/late-answers.tsx';
import { VisitFacts } from '../../shared/patient/visit-facts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { UrgencyBadge } from '../../ui/urgency-badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout/card.tsx';
import { AllergyFact } from './key-facts.tsx';

/**
 * The next patient while another one is with the doctor: name and urgency in one line. A press shows
 * what the doctor needs to know before calling the patient [CONS-2, CONS-6].
 */
export function NextPanel({
  entry,
  who,
}: {
  entry: StaffEntry;
  /** Content that shows the patient's age and sex. */
  who: ReactNode;
}): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const titleId = useId();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="section" aria-labelledby={titleId} padding="none" className="print:hidden">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          className="flex min-h-12 w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-card px-3 py-2 text-start"
          onClick={() => setOpen(!isOpen)}
        >
          <span id={titleId} className="min-w-0 flex-1 wrap-anywhere">
            <span className="text-sm text-ink-soft">{`${t.next}: `}</span>
            <bdi className="font-semibold text-ink">{entry.patient.fullName}</bdi>
          </span>
          {entry.token !== null && (
            <span className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
              <span className="sr-only">{`${t.token} `}</span>
              {entry.token}
            </span>
          )}
          <UrgencyBadge urgency={entry.urgency} />
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4 shrink-0 text-ink-soft', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div
        id={panelId}
        hidden={!isOpen}
        className={classNames('flex-col gap-2 border-t border-line p-3', isOpen && 'flex')}
      >
        {isOpen && <NextFacts entry={entry} who={who} />}
      </div>
    </Card>
  );
}

/** Rendered only after a press, because each reading of the answers is on record. */
function NextFacts({ entry, who }: { entry: StaffEntry; who: ReactNode }): ReactNode {
  const { assessment, doctorConsole: t } = useMessages('assessment', 'doctorConsole');
  const { language } = useLanguage();
  const { data } = useQuery(insightsQuery(entry.id, language));
  return (
    <>
      <div className="text-[0.9375rem] text-ink empty:hidden">{who}</div>
      {isAway(entry) && (
        <Badge tone="warning" icon={CirclePause}>
          {t.away}
        </Badge>
      )}
      <VisitFacts entry={entry} />
      <p className={classNames('wrap-anywhere', entry.symptoms ? 'text-ink' : 'text-ink-soft')}>
        <bdi>{entry.symptoms || t.noSymptoms}</bdi>
      </p>
      <dl className="flex">
        <AllergyFact entry={entry} />
      </dl>
      {data?.state === 'none' && <p className="text-sm text-ink-soft">{assessment.noAnswers}</p>}
      <LateAnswersMark visitId={entry.id} />
    </>
  );
}
