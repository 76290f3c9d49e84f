import { type ReactNode, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useMessages } from '../i18n/language.tsx';
import { SessionKeeper } from '../session/session-keeper.tsx';
import { LinkProvider } from '../ui/link.tsx';
import { PulsingDots } from '../ui/pulsing-dots.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { KnownVisitor } from './known-visitor.tsx';
import { LateToaster } from './late-toaster.tsx';
import { contentId } from './content-id.ts';
import { RouteFocus } from './route-focus.tsx';
import { RouterLink } from './router-link.tsx';

/** What every page stands in. */
export function Root(): ReactNode {
  const t = useMessages();
  return (
    <LinkProvider component={RouterLink}>
      <SkipLink targetId={contentId} label={t.common.skipToContent} />
      <NavigationBar />
      <SessionKeeper>
        <KnownVisitor>
          <Suspense fallback={<Opening />}>
            <Outlet />
          </Suspense>
        </KnownVisitor>
      </SessionKeeper>
      <RouteFocus />
      <ScrollRestoration />
      <LateToaster />
    </LinkProvider>
  );
}

/** Shown while the first page arrives; blank at first, because it is mostly too short to see. */
export function Opening(): ReactNode {
  const t = useMessages();
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-primary-ink">
      <span className="sr-only">{t.common.loading}</span>
      <PulsingDots />
    </div>
  );
}

/** A thin line at the top while the next page is fetched, after a moment's grace. */
function NavigationBar(): ReactNode {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse-dots bg-primary [animation-delay:0.2s] [animation-fill-mode:backwards]"
    />
  );
}
