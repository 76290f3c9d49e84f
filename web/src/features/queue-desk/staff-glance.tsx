import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { DayCounts } from '@baari/contract/queue/queue.ts';
import { CircleCheck, CircleX, Clock, Hourglass, ListChecks, Stethoscope } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { useUser } from '../../session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DoctorStatusBadge } from '../../ui/doctor-status-badge.tsx';
import { Card, StatCard } from '../../ui/layout/card.tsx';
import { Link } from '../../ui/link.tsx';
import { ListSkeleton, StatsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useWhen } from '../../ui/text/use-when.ts';
import { DeskHeader } from './desk-header.tsx';
import { DeskError } from './desk-states.tsx';
import { NotifyButton, SoundButton } from './request-alerts/request-alerts.tsx';
import { useColleagues, useDayCounts, useRefresh } from './lists/use-queues.ts';
import { SilentMark } from './silent-mark.tsx';

/** A component that shows the name of a doctor's room with a button to change it. */
type RoomLook = ComponentType<{ doctor: Colleague; size: 'small' }>;

/**
 * Today's overview for staff: the numbers of the day, each doctor's status and length of the line
 * [ROUTE-23].
 */
export function StaffGlance({
  hospitalId,
  queueHref,
  Room,
  links,
}: {
  hospitalId: string;
  queueHref: (doctorId: string) => string;
  /** The component that shows the doctor's room with a button to change it. */
  Room: RoomLook;
  links: ReactNode;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { refresh, busy } = useRefresh();
  const counts = useDayCounts(hospitalId);
  const { query, doctors } = useColleagues();
  const failure = counts.error ?? query.error;
  const isBroken = failure !== null && (!counts.data || !doctors);
  return (
    <>
      <DeskHeader
        title={queueDesk.dashboardTitle}
        description={queueDesk.dashboardLead}
        refresh={refresh}
        refreshing={busy}
        actions={
          <>
            <NotifyButton />
            <SoundButton />
          </>
        }
      />
      {isBroken ? (
        <DeskError failure={failure} fallback={queueDesk.failed.pending} />
      ) : (
        <div className="flex flex-col gap-8">
          {counts.data ? <Counts counts={counts.data} /> : <CountsSkeleton />}
          <nav aria-label={queueDesk.links} className="flex flex-wrap gap-2">
            {links}
          </nav>
          <section className="flex flex-col gap-3">
            <h2 className="text-lg font-semibold text-ink">{queueDesk.ourDoctors}</h2>
            {doctors ? (
              <Doctors doctors={doctors} queueHref={queueHref} Room={Room} />
            ) : (
              <ListSkeleton label={queueDesk.loading} />
            )}
          </section>
        </div>
      )}
    </>
  );
}

function CountsSkeleton(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <StatsSkeleton
      label={queueDesk.loading}
      count={6}
      className="grid-cols-2 gap-3 lg:grid-cols-3"
    />
  );
}

function Counts({ counts }: { counts: DayCounts }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { stats } = queueDesk;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <StatCard
        label={stats.pending}
        value={format.number(counts.pending)}
        icon={<Hourglass />}
        tone="warning"
      />
      <StatCard label={stats.waiting} value={format.number(counts.waiting)} icon={<Clock />} />
      <StatCard
        label={stats.inProgress}
        value={format.number(counts.inProgress)}
        icon={<Stethoscope />}
        tone="primary"
      />
      <StatCard
        label={stats.approvedToday}
        value={format.number(counts.approvedToday)}
        icon={<ListChecks />}
        tone="success"
      />
      <StatCard
        label={stats.rejectedToday}
        value={format.number(counts.rejectedToday)}
        icon={<CircleX />}
        tone="danger"
      />
      <StatCard
        label={stats.completedToday}
        value={format.number(counts.completedToday)}
        icon={<CircleCheck />}
        tone="success"
      />
    </div>
  );
}

function Doctors({
  doctors,
  queueHref,
  Room,
}: {
  doctors: readonly Colleague[];
  queueHref: (doctorId: string) => string;
  Room: RoomLook;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const isAdmin = useUser()?.role === 'hospital_admin';
  if (doctors.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title={queueDesk.noDoctorsTitle}
        description={isAdmin ? queueDesk.noDoctors : queueDesk.noDoctorsForStaff}
      />
    );
  }
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {doctors.map((doctor) => (
        <DoctorLine
          key={doctor.id}
          doctor={doctor}
          href={queueHref(doctor.id)}
          room={<Room doctor={doctor} size="small" />}
        />
      ))}
    </ul>
  );
}

function DoctorLine({
  doctor,
  href,
  room,
}: {
  doctor: Colleague;
  href: string;
  room: ReactNode;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const when = useWhen()(doctor.waitIfJoinedNow, doctor.timeZone);
  return (
    <Card as="li" padding="small" interactive className="flex items-center gap-3">
      <Avatar name={doctor.name} image={doctor.image} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="leading-snug font-semibold wrap-anywhere text-ink">
          <Link href={href} className="rounded-[4px] after:absolute after:inset-0">
            <bdi>{doctor.name}</bdi>
          </Link>
        </h3>
        <p className="text-sm text-ink-soft">{specialtyOf(doctor)}</p>
        <SilentMark line={doctor.line} />
        {when !== undefined && doctor.status === 'Available' && (
          <p className="text-sm text-ink-soft tabular-nums">{queueDesk.waitNow(when)}</p>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <DoctorStatusBadge
          status={doctor.status}
          breakUntil={doctor.breakUntil}
          timeZone={doctor.timeZone}
        />
        <span className="text-sm font-semibold text-ink tabular-nums">
          {queueDesk.inQueue(doctor.currentQueue)}
        </span>
        <div className="relative z-10 print:hidden">{room}</div>
      </div>
    </Card>
  );
}
