import type { ReactNode } from 'react';
import { TryAgain, wholePage } from '../api/problems/try-again.tsx';
import { useMessages } from '../i18n/language.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { usePageTitle } from '../navigation/page-title.ts';
import { contentId } from './content-id.ts';

/** The message for a page that fails to render or to load; React has logged the cause. */
export function RouteError(): ReactNode {
  const t = useMessages();
  usePageTitle(t.common.brokenTitle);
  return (
    <main id={contentId} tabIndex={-1} className="mx-auto max-w-2xl px-4 py-16">
      <ErrorState
        title={t.common.brokenTitle}
        description={t.common.broken}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <TryAgain query={wholePage} label={t.common.reload} />
            <ButtonLink href="/">{t.common.goHome}</ButtonLink>
          </div>
        }
      />
    </main>
  );
}
