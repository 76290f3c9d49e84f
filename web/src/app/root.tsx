import { type ReactNode, Suspense } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { NavigationProvider, useIsUnderWay, usePlace } from '../navigation/navigation.tsx';
import { ScrollKeeper } from '../navigation/scroll-keeper.tsx';
import { SessionKeeper } from '../session/session-keeper.tsx';
import { LinkProvider } from '../ui/link.tsx';
import { Opening } from '../ui/feedback/opening.tsx';
import { SkipLink } from '../ui/layout/skip-link.tsx';
import { KnownVisitor } from './visitor/known-visitor.tsx';
import { LateToaster } from './late-toaster.tsx';
import { contentId } from './content-id.ts';
import { LateHelp } from './late-help.tsx';
import { LateLock } from './late-lock.tsx';
import { RouteBoundary } from './route-boundary.tsx';
import { RouteFocus } from './route-focus.tsx';
import { RoutedPage } from './routed-page.tsx';
import { RouterLink } from './router-link.tsx';

/** The outermost component around every page. */
export function Root(): ReactNode {
  return (
    <NavigationProvider>
      <LinkProvider component={RouterLink}>
        <Frame />
      </LinkProvider>
    </NavigationProvider>
  );
}

function Frame(): ReactNode {
  const t = useMessages();
  const { pathname } = usePlace();
  return (
    <>
      <SkipLink targetId={contentId} label={t.common.skipToContent} />
      <NavigationBar />
      <RouteBoundary place={pathname}>
        <SessionKeeper>
          <KnownVisitor>
            <Suspense fallback={<Opening label={t.common.loading} />}>
              <RoutedPage />
            </Suspense>
          </KnownVisitor>
        </SessionKeeper>
      </RouteBoundary>
      <RouteFocus />
      <ScrollKeeper />
      <LateHelp />
      <LateLock />
      <LateToaster />
    </>
  );
}

/** A thin progress bar at the top while the next page loads, after a short delay. */
function NavigationBar(): ReactNode {
  if (!useIsUnderWay()) return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse-dots bg-primary [animation-delay:0.2s] [animation-fill-mode:backwards]"
    />
  );
}
