import { departmentsOnCard } from '@baari/contract/constants.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import {
  ChevronRight,
  CircleDot,
  CircleMinus,
  DoorClosed,
  DoorOpen,
  Mail,
  MapPin,
  Phone,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useOutsideHours } from '../../shared/hospital/use-opening.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Link } from '../../ui/link.tsx';
import { phoneInGroups } from '../../ui/text/phone-text.ts';
import { VerificationBadge } from '../../ui/standing-mark.tsx';
import { Figures } from './figures.tsx';
import { Rating } from './rating.tsx';

/**
 * The card of a hospital in the list. The whole card is a link to the hospital's doctors [PAT-3,
 * PAT-4].
 */
export function HospitalCard({ hospital }: { hospital: Hospital }): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  return (
    <Card
      as="li"
      interactive
      // Cards outside the screen are not rendered. A page has two dozen cards, of which a phone
      // shows two.
      className="flex flex-col gap-3 [contain-intrinsic-block-size:auto_26rem] [content-visibility:auto]"
    >
      <div className="flex flex-col gap-1">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg leading-snug font-semibold text-ink">
            <bdi>{hospital.name}</bdi>
          </h2>
          <AvailabilityBadge hospital={hospital} />
        </div>
        <VerificationBadge standing={hospital.standing} />
        <p className="flex items-start gap-1.5 text-sm text-ink-soft">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 flex-1">{hospital.location}</span>
          <Distance km={hospital.distanceKm} />
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OpenState hospital={hospital} />
          <Rating rating={hospital.rating} count={hospital.ratingCount} />
        </div>
      </div>
      <Figures
        figures={[
          { label: t.patients, value: format.number(hospital.patientCount) },
          { label: t.doctors, value: format.number(hospital.doctorCount) },
          { label: t.availableDoctors, value: format.number(hospital.availableDoctorCount) },
        ]}
      />
      <Departments names={hospital.departments} />
      <div className="mt-auto flex flex-col gap-3 pt-1">
        <ul className="relative z-10 flex w-fit max-w-full flex-col text-sm">
          <ContactLine
            href={`mailto:${hospital.email}`}
            text={hospital.email}
            icon={<Mail />}
            label={t.email}
          />
          <ContactLine
            href={`tel:${hospital.phone}`}
            text={hospital.phone && phoneInGroups(hospital.phone)}
            icon={<Phone />}
            label={t.phone}
          />
        </ul>
        <ButtonLink
          href={`/patient/hospital/${hospital.id}`}
          wide
          iconAfter={<ChevronRight aria-hidden="true" />}
          className="after:absolute after:inset-0 after:rounded-card"
        >
          {t.viewDoctors}
          <span className="sr-only">{` ${t.viewDoctorsOf(hospital.name)}`}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

/**
 * Whether patients can join any doctor's line now. For a closed hospital, only says that the
 * hospital is closed.
 */
export function AvailabilityBadge({ hospital }: { hospital: Hospital }): ReactNode {
  const { browse: t } = useMessages('browse');
  const outsideHours = useOutsideHours(hospital.opening, hospital.timeZone);
  // "Available" would contradict the text "Closed now", which the card also shows.
  if (outsideHours !== undefined) {
    return (
      <Badge icon={DoorClosed} className="shrink-0">
        {t.closedNow}
      </Badge>
    );
  }
  return hospital.status === 'available' ? (
    <Badge tone="success" icon={CircleDot} className="shrink-0">
      {t.available}
    </Badge>
  ) : (
    <Badge icon={CircleMinus} className="shrink-0">
      {t.noDoctorAvailable}
    </Badge>
  );
}

/** Whether the hospital is open or closed, by its own opening hours and time zone. */
export function OpenState({ hospital }: { hospital: Hospital }): ReactNode {
  const { browse: t } = useMessages('browse');
  const outsideHours = useOutsideHours(hospital.opening, hospital.timeZone);
  const Icon = outsideHours ? DoorClosed : DoorOpen;
  return (
    <span
      className={`inline-flex items-start gap-1 text-sm font-medium ${outsideHours ? 'text-warning-ink' : 'text-success-ink'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text()}
    </span>
  );

  function text(): string {
    if (outsideHours === undefined) return t.openNow;
    return outsideHours.opens === undefined ? t.closedNow : t.closedOpens(outsideHours.opens);
  }
}

function Distance({ km }: { km: number | null }): ReactNode {
  const { browse: t, common } = useMessages('browse');
  const format = useFormat();
  return (
    <span className="shrink-0 tabular-nums">
      {km === null ? (
        <>
          <span aria-hidden="true">{common.dash}</span>
          <span className="sr-only">{t.distanceUnknown}</span>
        </>
      ) : (
        <>
          <span className="sr-only">{`${t.distance}: `}</span>
          {t.distanceKm(format.number(km))}
        </>
      )}
    </span>
  );
}

function Departments({ names }: { names: readonly string[] }): ReactNode {
  const { browse: t } = useMessages('browse');
  const nameOf = useMedicalName();
  const more = names.length - departmentsOnCard;
  if (names.length === 0) return <p className="text-sm text-ink-soft">{t.noDepartments}</p>;
  return (
    <ul aria-label={t.departments} className="flex flex-wrap gap-1.5">
      {names.slice(0, departmentsOnCard).map((name) => (
        <li key={name} className="min-w-0">
          <Badge className="max-w-full font-medium">
            <span className="truncate">{nameOf(name)}</span>
          </Badge>
        </li>
      ))}
      {more > 0 && (
        <li className="self-center px-1 text-xs leading-6 font-medium text-ink-soft">
          {t.moreDepartments(more)}
        </li>
      )}
    </ul>
  );
}

function ContactLine({
  href,
  text,
  icon,
  label,
}: {
  href: string;
  text: ReactNode;
  icon: ReactNode;
  label: string;
}): ReactNode {
  if (text === '') return null;
  return (
    <li className="min-w-0">
      <Link
        href={href}
        className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control text-ink-soft [direction:inherit] transition-colors hover:text-primary-ink hover:underline md:pointer-fine:min-h-7 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{`${label}: `}</span>
        <bdi dir="ltr" className="truncate">
          {text}
        </bdi>
      </Link>
    </li>
  );
}
