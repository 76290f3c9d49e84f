import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { MyEarlier } from '../../shared/earlier/my-earlier.tsx';
import { BookingWish } from '../../shared/earlier/booking-wish.tsx';
import { useWhose } from '../../shared/patient/use-whose.ts';
import { WhoseLine } from '../../shared/patient/whose-line.tsx';
import { Facts } from '../../ui/text/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { AppointmentActions } from './appointment-actions.tsx';
import { AppointmentBadge } from './status-badge.tsx';
import { useWhen } from './use-appointments.ts';

/**
 * The upcoming appointments. Past appointments, and those cancelled in advance, are in a collapsed
 * section.
 */
export function BookedVisits({
  hospitalId,
  upcoming,
  past: others,
}: {
  /** Shows only offers of an earlier time at this hospital. If undefined, all offers are shown. */
  hospitalId?: string | undefined;
  upcoming: readonly Appointment[];
  past: readonly Appointment[];
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const now = useNow();
  const isToCome = ({ startsAt }: Appointment) => Date.parse(startsAt) > now;
  // An appointment cancelled in advance is not a past visit.
  const cancelled = others.filter((each) => each.status === 'cancelled' && isToCome(each));
  const past = others.filter((each) => !cancelled.includes(each));
  return (
    <>
      <MyEarlier hospitalId={hospitalId} />
      <section aria-labelledby="appointments-title" className="flex flex-col gap-3">
        <h2 id="appointments-title" tabIndex={-1} className="text-xl font-semibold text-ink">
          {t.mine}
        </h2>
        {upcoming.length > 0 && (
          <ul className="grid gap-3 lg:grid-cols-2">
            {upcoming.map((appointment) => (
              <Upcoming key={appointment.id} appointment={appointment} />
            ))}
          </ul>
        )}
        {past.length > 0 && <Past appointments={past} title={t.past(past.length)} />}
        {cancelled.length > 0 && (
          <Past appointments={cancelled} title={t.cancelledToCome(cancelled.length)} />
        )}
      </section>
    </>
  );
}

function Upcoming({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const specialtyOf = useSpecialty();
  const { startsAt, doctor, hospital, canCheckIn, patient } = appointment;
  const whose = useWhose();
  const when = useWhen();
  const zone = hospital.timeZone;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <p className="text-lg font-semibold text-ink tabular-nums">
          <time dateTime={startsAt} title={format.exact(startsAt, zone)}>
            {format.dayAndTime(
              canCheckIn ? t.today : format.longDate(startsAt, zone),
              startsAt,
              zone,
            )}
          </time>
        </p>
        <WhoseLine name={whose(patient)} />
        <p className="font-medium text-ink">
          <bdi>{doctor.name}</bdi>
        </p>
        <Facts className="text-sm text-ink-soft">
          {!doctor.service && specialtyOf(doctor)}
          <bdi>{hospital.name}</bdi>
        </Facts>
      </div>
      {appointment.isOutsideHours && <Notice tone="warning">{t.outsideOwn}</Notice>}
      {appointment.status === 'booked' && !appointment.doctor.service && (
        <BookingWish appointment={appointment} when={when(appointment)} />
      )}
      <AppointmentActions appointment={appointment} />
    </Card>
  );
}

function Past({
  appointments,
  title,
}: {
  appointments: readonly Appointment[];
  title: string;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const when = useWhen();
  const whose = useWhose();
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-card px-4 text-sm font-semibold text-primary-ink">
        {title}
      </summary>
      <ul className="flex flex-col divide-y divide-line border-t border-line px-4">
        {appointments.map((appointment) => (
          <li
            key={appointment.id}
            className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3"
          >
            <div className="flex min-w-0 flex-col">
              <p className="font-medium text-ink">
                <bdi>{appointment.doctor.name}</bdi>
              </p>
              <Facts className="text-sm text-ink-soft tabular-nums">
                {when(appointment)}
                <bdi>{appointment.hospital.name}</bdi>
              </Facts>
              <WhoseLine name={whose(appointment.patient)} />
              {appointment.cancelledBy === 'staff' && (
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {appointment.cancelReason === null
                    ? t.cancelledByHospital
                    : t.hospitalSays(appointment.cancelReason)}
                </p>
              )}
            </div>
            <AppointmentBadge status={appointment.status} />
          </li>
        ))}
      </ul>
    </details>
  );
}
