import { consolePollMs } from '@baari/contract/constants.ts';
import type { QueueEntry } from '@baari/contract/queue.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { doctorQuery } from '../api/queries.ts';
import { usePageTitle } from '../app/page-title.ts';
import {
  ConsoleEmpty,
  ConsoleError,
  ConsoleFigures,
  ConsoleHeader,
  ConsoleSkeleton,
} from '../features/console/console-frame.tsx';
import { CurrentPatient, NextPatient } from '../features/console/current-patient.tsx';
import { NextLine, WaitingQueue } from '../features/console/waiting-queue.tsx';
import { DeskProvider, useDesk } from '../features/queue-desk/desk.tsx';
import { useUnderway } from '../features/queue-desk/desk-changes.store.ts';
import {
  titleWithCount,
  useDoctorQueue,
  usePending,
  useRefresh,
} from '../features/queue-desk/use-queues.ts';
import { useMessages } from '../i18n/language.tsx';
import { useMedicalName } from '../i18n/use-medical-name.ts';
import { useLive } from '../live/use-live.ts';
import { homeOf } from '../session/access.ts';
import { useUser } from '../session/session.ts';

/** The console of a doctor, for that doctor or on the doctor's behalf [ROUTE-25]. */
export function Page(): ReactNode {
  const { doctorId = '' } = useParams();
  const user = useUser();
  if (!user) return null;
  if (user.role === 'doctor' && user.doctorId !== doctorId) {
    return <Navigate to={homeOf(user)} replace />;
  }
  return (
    <DeskProvider>
      <Console doctorId={doctorId} hospitalId={user.hospitalId ?? ''} />
    </DeskProvider>
  );
}

function Console({ doctorId, hospitalId }: { doctorId: string; hospitalId: string }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const live = useLive();
  const isLive = live.state === 'live';
  const queue = useDoctorQueue(doctorId, { pollMs: isLive ? 0 : consolePollMs });
  const { refresh, busy } = useRefresh();
  const { count } = usePending(hospitalId);
  usePageTitle(titleWithCount(doctorConsole.title, count));
  const { query, current, waiting, completedToday } = queue;
  const isEmpty = !current && waiting.length === 0;
  return (
    <>
      <ConsoleHeader
        description={<WhoseConsole doctorId={doctorId} />}
        live={live}
        refreshing={busy}
        onRefresh={refresh}
      />
      {query.data && (
        <div className="flex flex-col gap-5">
          <ConsoleFigures
            waiting={waiting.length}
            inside={current ? 1 : 0}
            completedToday={completedToday}
          />
          {isEmpty ? (
            <ConsoleEmpty refreshing={busy} onRefresh={refresh} />
          ) : (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
              <Foreground current={current} next={waiting[0]} />
              <WaitingQueue waiting={waiting} />
            </div>
          )}
        </div>
      )}
      {query.isPending && <ConsoleSkeleton />}
      {query.isError && !query.data && (
        <ConsoleError
          failure={query.error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </>
  );
}

function Foreground({
  current,
  next,
}: {
  current: QueueEntry | undefined;
  next: QueueEntry | undefined;
}): ReactNode {
  const desk = useDesk();
  const underway = useUnderway((current ?? next)?.id ?? '');
  if (current) {
    return (
      <CurrentPatient
        entry={current}
        completing={underway === 'complete'}
        busy={underway !== undefined}
        onComplete={() => void desk.complete(current)}
        onNoShow={() => desk.ask('noShow', current)}
        onNotHere={() => void desk.hold(current)}
        nextLine={<NextLine entry={next} />}
      />
    );
  }
  if (!next) return null;
  return (
    <NextPatient
      entry={next}
      busy={underway !== undefined}
      onCallIn={() => void desk.start(next)}
      onNotHere={() => void desk.hold(next)}
    />
  );
}

/** The doctor's name; whoever acts on the doctor's behalf is reminded of it [ROLE-2]. */
function WhoseConsole({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const medicalName = useMedicalName();
  const user = useUser();
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  if (!doctor) return null;
  const title = `${doctor.name} · ${medicalName(doctor.specialty)}`;
  return user?.doctorId === doctorId ? (
    title
  ) : (
    <>
      {title}
      <br />
      {doctorConsole.onBehalf(doctor.name)}
    </>
  );
}
