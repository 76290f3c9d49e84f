import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { AddLineDialog } from './add-line-dialog.tsx';
import { LineCard } from './line-card.tsx';
import { TemplateDialog } from './template-dialog.tsx';

/**
 * The polling interval in ms. Lines and service points have live events, but the numbers of
 * patients have none.
 */
const countsEveryMs = 15_000;

/** The administrator's page on which shared lines and their counters are set up [LINE-1]. */
export function LinesView({ countersHref }: { countersHref: string }): ReactNode {
  const { lines: t } = useMessages('lines');
  const problemText = useProblemText();
  const query = useQuery({ ...linesQuery(), refetchInterval: countsEveryMs });
  const [asked, setAsked] = useState<'add' | 'template'>();
  const isReady = query.data !== undefined;
  const close = () => setAsked(undefined);
  const template = (isMain: boolean) => (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      icon={<LayoutTemplate aria-hidden="true" />}
      disabled={!isReady}
      onClick={() => setAsked('template')}
    >
      {t.templatesTitle}
    </Button>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.lead}
        actions={
          <>
            {!isEmpty && template(false)}
            {!isEmpty && <ButtonLink href={countersHref}>{t.toCounters}</ButtonLink>}
            <Button
              variant={isEmpty ? 'secondary' : 'primary'}
              icon={<Plus aria-hidden="true" />}
              disabled={!isReady}
              onClick={() => setAsked('add')}
            >
              {t.add}
            </Button>
          </>
        }
      />
      {query.isPending && (
        <LoadingRegion label={t.loading}>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-40 w-full rounded-card" />
            <Skeleton className="h-40 w-full rounded-card" />
          </div>
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <ErrorState
          title={t.failed}
          description={problemText(query.error, t.failed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data && (
        <div className="flex flex-col gap-5">
          {query.data.length === 0 ? (
            <EmptyState title={t.noneTitle} description={t.none} action={template(true)} />
          ) : (
            <Lines lines={query.data} />
          )}
          <HowItWorks />
        </div>
      )}
      {asked === 'add' && <AddLineDialog onClose={close} />}
      {asked === 'template' && <TemplateDialog onClose={close} />}
    </>
  );
}

function Lines({ lines }: { lines: readonly SharedLine[] }): ReactNode {
  return (
    <ul className="grid items-start gap-4 lg:grid-cols-2">
      {lines.map((line) => (
        <LineCard key={line.id} line={line} lines={lines} />
      ))}
    </ul>
  );
}

function HowItWorks(): ReactNode {
  const { lines: t } = useMessages('lines');
  return (
    <section aria-labelledby="lines-how" className="flex flex-col gap-2 rounded-card bg-sunken p-5">
      <h2 id="lines-how" className="font-semibold text-ink">
        {t.howTitle}
      </h2>
      <ul className="flex max-w-prose list-disc flex-col gap-1 ps-5 text-[0.9375rem] text-ink-soft">
        {t.how.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
