import type { ReactNode } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** The page for any unknown URL [ROUTE-29]. */
export function Page(): ReactNode {
  const t = useMessages();
  usePageTitle(t.common.notFoundTitle);
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-20 text-center sm:py-28">
      <MissingDot />
      <h1 tabIndex={-1} className="mt-4 text-3xl font-bold tracking-tight">
        {t.common.notFoundTitle}
      </h1>
      <p className="text-ink-soft">{t.common.notFound}</p>
      <ButtonLink variant="primary" href="/" className="mt-4">
        {t.common.goHome}
      </ButtonLink>
    </div>
  );
}

/** The Baari logo, drawn without its large dot. */
function MissingDot(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 152 48" className="h-16 w-50" fill="none">
      <circle cx="14" cy="24" r="8" className="fill-dot" />
      <circle cx="44" cy="24" r="8" className="fill-dot" />
      <circle
        cx="84"
        cy="24"
        r="17"
        className="stroke-primary"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray="1 7.9"
      />
      <circle cx="124" cy="24" r="8" className="fill-dot" />
    </svg>
  );
}
