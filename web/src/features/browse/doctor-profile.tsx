import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { isAskState } from '@baari/contract/queue/announced-wait.ts';
import { Award, CircleCheck, History, MapPin } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOutsideHours } from '../../shared/hospital/use-opening.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { QueueDots } from '../../ui/chart/queue-dots.tsx';
import { useWhen } from '../../ui/text/use-when.ts';
import { DoctorFigures, Field } from './doctor-card.tsx';
import { DoctorState } from './doctor-state.tsx';
import { AboutDoctor, DoctorSkills } from './doctor-words.tsx';
import { FactLine } from './fact-line.tsx';
import { Rating } from './rating.tsx';
import { WorkingHours } from './working-hours.tsx';

/**
 * Lazily loaded, because most patients would be called in within the opening hours and do not need
 * this text.
 */
const AskText = lazy(() => import('../../shared/doctor/ask-text.tsx'));

/**
 * The page of one doctor for patients: profile, hours, length of the line, and the button to join
 * [ROUTE-16, PAT-7].
 */
export function DoctorProfile({
  doctor,
  hospital,
  action,
}: {
  doctor: Doctor;
  hospital: Hospital | undefined;
  action: ReactNode;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <Card padding="large" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-start gap-4">
          <Avatar name={doctor.name} image={doctor.image} size="large" />
          <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1.5">
            <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink">
              <bdi>{doctor.name}</bdi>
            </h1>
            <Field doctor={doctor} />
            <DoctorState doctor={doctor} />
          </div>
        </div>
        <ul className="flex flex-col gap-2.5 text-[0.9375rem] text-ink [&_svg]:size-4.5 [&_svg]:shrink-0">
          <li className="[&_svg]:me-1 [&>span]:text-[0.9375rem]">
            <Rating rating={doctor.rating} count={doctor.ratingCount} />
          </li>
          <FactLine icon={<Award />}>{t.experience(doctor.experience)}</FactLine>
          <FactLine icon={<CircleCheck />}>{t.seen(doctor.totalPatients)}</FactLine>
          {hospital && (
            <FactLine icon={<MapPin />}>
              <TextLink href={`/patient/hospital/${hospital.id}`}>
                <bdi>{hospital.name}</bdi>
              </TextLink>
              <span className="text-ink-soft">
                {' · '}
                <bdi>{hospital.location}</bdi>
              </span>
            </FactLine>
          )}
          <DoctorSkills doctorId={doctor.id} />
        </ul>
      </Card>
      <div className="lg:row-span-2">
        <TheLine doctor={doctor} action={action} />
      </div>
      <Card
        padding="large"
        className="flex flex-col gap-5 *:not-first:border-t *:not-first:border-line *:not-first:pt-4"
      >
        <AboutDoctor doctorId={doctor.id} />
        <WorkingHours doctorId={doctor.id} />
      </Card>
    </div>
  );
}

function TheLine({ doctor, action }: { doctor: Doctor; action: ReactNode }): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  const when = useWhen()(doctor.waitIfJoinedNow, doctor.timeZone);
  const { currentQueue: count, lineIfJoinedNow: line } = doctor;
  const asks = line !== null && isAskState(line.state);
  const outsideHours = useOutsideHours(doctor.opening, doctor.timeZone);
  const isTaking = doctor.status === 'Available' && doctor.requests.state === 'open';
  return (
    <Card as="section" padding="large" aria-labelledby="line-title" className="flex flex-col gap-5">
      <h2 id="line-title" className="text-lg font-semibold text-ink">
        {t.theLine}
      </h2>
      <div className="flex flex-col gap-2">
        {count > 0 && <QueueDots place={0} total={count} size="large" />}
        <p className="text-[0.9375rem] text-ink-soft">
          {count === 0 ? t.nobodyInLine : t.peopleInLine(count)}
        </p>
      </div>
      {when !== undefined && isTaking && outsideHours === undefined && (
        <div>
          <p className="text-sm text-ink-soft">{t.waitIfJoined}</p>
          <p className="text-2xl font-bold tracking-tight text-ink tabular-nums">{when}</p>
        </div>
      )}
      {asks && isTaking && outsideHours === undefined && (
        <p className="font-medium text-warning-ink tabular-nums">
          <Suspense fallback={null}>
            <AskText line={line} zone={doctor.timeZone} />
          </Suspense>
        </p>
      )}
      {doctor.promises && (
        <p className="flex items-start gap-2 text-sm text-ink-soft [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <History aria-hidden="true" />
          {t.heldFor(format.number(doctor.promises.kept), format.number(doctor.promises.of))}
        </p>
      )}
      <DoctorFigures doctor={doctor} />
      {action}
    </Card>
  );
}
