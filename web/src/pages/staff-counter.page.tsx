import { type ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../app/page-title.ts';
import { CounterChooser } from '../features/counter/counter-chooser.tsx';
import { CounterScreen } from '../features/counter/counter-screen.tsx';
import { titleWithCount, usePending } from '../features/queue-desk/use-queues.ts';
import { useMessages } from '../i18n/language.tsx';
import { useUser } from '../session/session.ts';

/** Where staff choose a service point and work at it; the server answers for their own hospital only [LINE-2]. */
export function Page(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { pointId } = useParams();
  const user = useUser();
  const { count } = usePending(user?.hospitalId ?? '');
  usePageTitle(titleWithCount(queueDesk.nav.counters, count));
  if (pointId !== undefined) {
    return <CounterScreen key={pointId} pointId={pointId} chooserHref={chooserPath} />;
  }
  return (
    <CounterChooser
      hrefOf={(id) => `${chooserPath}/${id}`}
      setUpHref={user?.role === 'hospital_admin' ? '/hospital/dashboard?view=lines' : undefined}
    />
  );
}

const chooserPath = '/staff/counter';
