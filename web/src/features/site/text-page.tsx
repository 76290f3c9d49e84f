import type { Language } from '@baari/contract/languages.ts';
import type { TextPageName } from '@baari/contract/hospital/site.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textPageQuery } from '../../api/queries/text-page-query.ts';
import { type Repeatable, TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { inLanguage } from '../../i18n/languages.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextBlocks } from './text-blocks.tsx';

/**
 * The page "About", "Terms" or "Privacy" with the operator's text [ROUTE-26]. `title` is shown
 * until the text has loaded.
 */
export function TextPage({ name, title }: { name: TextPageName; title: string }): ReactNode {
  const { language } = useLanguage();
  const query = useQuery(textPageQuery(name, language));
  const page = query.data;
  if (page) {
    return (
      <Sheet title={page.title} language={page.language}>
        {page.language !== language && <OtherLanguage />}
        {page.blocks.length > 0 ? <TextBlocks blocks={page.blocks} /> : <Nothing />}
      </Sheet>
    );
  }
  return <Sheet title={title}>{query.isError ? <Failed query={query} /> : <Arriving />}</Sheet>;
}

function Sheet({
  title,
  language,
  children,
}: {
  title: string;
  language?: Language;
  children: ReactNode;
}): ReactNode {
  return (
    <article
      {...(language && inLanguage(language))}
      className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 sm:py-14"
    >
      <PageHeader title={title} />
      {children}
    </article>
  );
}

function OtherLanguage(): ReactNode {
  const { language } = useLanguage();
  const { site: t } = useMessages('site');
  return (
    <div {...inLanguage(language)} className="mb-6">
      <Notice>{t.otherLanguage}</Notice>
    </div>
  );
}

function Arriving(): ReactNode {
  const t = useMessages();
  return (
    <LoadingRegion label={t.common.loading} className="flex min-h-[80dvh] flex-col gap-8">
      {['first', 'second', 'third'].map((part) => (
        <div key={part} className="flex flex-col gap-3">
          <Skeleton className="h-6 w-1/3" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </LoadingRegion>
  );
}

function Nothing(): ReactNode {
  const t = useMessages('site');
  return <EmptyState title={t.site.emptyTitle} description={t.site.empty} />;
}

function Failed({ query }: { query: Repeatable & { error: unknown } }): ReactNode {
  const t = useMessages('site');
  const problemText = useProblemText();
  return (
    <ErrorState
      title={t.site.failedTitle}
      description={problemText(query.error)}
      action={<TryAgain query={query} />}
    />
  );
}
