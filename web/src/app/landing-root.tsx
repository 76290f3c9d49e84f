import { type ReactNode, StrictMode, useEffect } from 'react';
import { LanguageProvider, useMessages } from '../i18n/language.tsx';
import type { Language } from '@baari/contract/languages.ts';
import { Page } from '../pages/public/landing.page.tsx';
import { finishLeaving, startSession, useSession } from '../session/session.ts';
import { SkipLink } from '../ui/layout/skip-link.tsx';
import { LateToaster } from './late-toaster.tsx';
import { PublicShell } from './layouts/public-shell.tsx';
import { contentId } from './content-id.ts';
import { type Site, SiteContext } from './site.ts';
import { useKnownVisitor } from './visitor/use-known-visitor.ts';
import { VisitorContext } from './visitor/visitor.ts';

/**
 * The landing page as a separate application without the router and the query cache, prerendered by
 * the build and hydrated [LAND-1]. Its links load the main application, whose routes contain the
 * same page for in-app navigation.
 */
export function LandingRoot({ language, site }: { language: Language; site: Site }): ReactNode {
  return (
    <StrictMode>
      <LanguageProvider initial={language}>
        <SiteContext value={site}>
          <Landing contactEmail={site.contactEmail} />
        </SiteContext>
      </LanguageProvider>
    </StrictMode>
  );
}

function Landing({ contactEmail }: { contactEmail: string | null }): ReactNode {
  const t = useMessages();
  const session = useSession();
  const visitor = useKnownVisitor();
  const leaving = session.status === 'signed-out' && session.leaving;
  useEffect(() => void startSession(), []);
  useEffect(() => {
    if (leaving) finishLeaving();
  }, [leaving]);
  return (
    <VisitorContext value={visitor}>
      <SkipLink targetId={contentId} label={t.common.skipToContent} />
      <PublicShell user={visitor} onLogout={() => visitor?.logOut()} contactEmail={contactEmail}>
        <Page />
      </PublicShell>
      <LateToaster />
    </VisitorContext>
  );
}
