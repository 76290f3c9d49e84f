import { type ReactNode, use } from 'react';
import { matchRoute, Route, useRouter } from 'wouter';
import { usePlace } from '../navigation/navigation.tsx';
import { guards } from './guards.tsx';
import { fetchLayout, fetchPage } from './page-code.ts';
import { RouteBoundary } from './route-boundary.tsx';
import { routes } from './routes.ts';

/**
 * Renders the current page inside its route guard and its layout. The layout stays mounted between
 * pages [ROUTE-28].
 */
export function RoutedPage(): ReactNode {
  const { parser } = useRouter();
  const { pathname } = usePlace();
  const entry = routes.find(({ path }) => matchRoute(parser, path, pathname)[0]);
  if (entry === undefined)
    throw new Error('The table of routes ends with one for every other path');
  // The layout and the page load while the guard still waits for the session.
  const layout = fetchLayout(entry.layout);
  const page = fetchPage(entry);
  const Guard = guards[entry.guard];
  return (
    <Route path={entry.path}>
      <Guard>
        <Framed layout={layout}>
          <RouteBoundary place={pathname}>
            <PageContent key={entry.path} page={page} />
          </RouteBoundary>
        </Framed>
      </Guard>
    </Route>
  );
}

function Framed({
  layout,
  children,
}: {
  layout: ReturnType<typeof fetchLayout>;
  children: ReactNode;
}): ReactNode {
  const Layout = use(layout);
  return <Layout>{children}</Layout>;
}

function PageContent({ page }: { page: ReturnType<typeof fetchPage> }): ReactNode {
  const Page = use(page);
  return <Page />;
}
