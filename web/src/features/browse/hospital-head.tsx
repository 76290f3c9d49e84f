import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { CheckCheck, Clock, Globe, ListOrdered, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf, mapLink } from '../../shared/hospital/map-link.ts';
import { hoursOfToday } from '../../shared/hospital/opening-hours.ts';
import { useOutsideHours } from '../../shared/hospital/use-opening.ts';
import { useHoursText } from '../../shared/hospital/use-hours-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { phoneInGroups } from '../../ui/text/phone-text.ts';
import { VerificationNotice } from '../../ui/standing-mark.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { AvailabilityBadge, OpenState } from './hospital-card.tsx';
import { Rating } from './rating.tsx';

/** The header of a hospital's page, as patients see it [PAT-4, ENT-3]. */
export function HospitalHead({ hospital }: { hospital: Hospital }): ReactNode {
  const { browse: t } = useMessages('browse');
  return (
    <>
      <PageHeader
        back={{ href: '/patient/dashboard', label: t.backToHospitals }}
        title={hospital.name}
        badge={<AvailabilityBadge hospital={hospital} />}
      />
      <VerificationNotice standing={hospital.standing} className="mb-4" />
      <OutsideHoursNotice hospital={hospital} />
      <Card className="mb-6 flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <OpenState hospital={hospital} />
          <Rating rating={hospital.rating} count={hospital.ratingCount} />
        </div>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
          <Fact icon={<Clock />} label={t.hoursToday}>
            <HoursText hours={hospital.operating_hours} zone={hospital.timeZone} />
          </Fact>
          <Fact icon={<MapPin />} label={t.address}>
            <span className="block">
              <bdi>{addressOf(hospital)}</bdi>
            </span>
            <MapLink hospital={hospital} />
          </Fact>
          <Fact icon={<ListOrdered />} label={t.ownHere}>
            <TextLink href={`/patient/hospital/${hospital.id}/queue`}>{t.ownHereLink}</TextLink>
          </Fact>
          {hospital.showsKeptTimes && (
            <Fact icon={<CheckCheck />} label={t.keptTimes}>
              <TextLink
                href={`/kept-times/${hospital.id}`}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t.keptTimesLink}
              </TextLink>
            </Fact>
          )}
          {hospital.phone !== '' && (
            <Fact icon={<Phone />} label={t.phone}>
              <TextLink href={`tel:${hospital.phone}`}>{phoneInGroups(hospital.phone)}</TextLink>
            </Fact>
          )}
          {hospital.email !== '' && (
            <Fact icon={<Mail />} label={t.email}>
              <TextLink href={`mailto:${hospital.email}`} className="wrap-anywhere">
                {hospital.email}
              </TextLink>
            </Fact>
          )}
          {hospital.website !== null && hospital.website !== '' && (
            <Fact icon={<Globe />} label={t.website}>
              <TextLink
                href={hospital.website}
                target="_blank"
                rel="noopener noreferrer"
                className="wrap-anywhere"
              >
                {hospital.website.replace(/^https?:\/\//u, '')}
              </TextLink>
            </Fact>
          )}
        </dl>
      </Card>
    </>
  );
}

/**
 * Warns that the hospital is closed, so that no patient travels to the hospital or waits for a
 * response in vain [PAT-6].
 */
function OutsideHoursNotice({ hospital }: { hospital: Hospital }): ReactNode {
  const { browse: t } = useMessages('browse');
  const outsideHours = useOutsideHours(hospital.opening, hospital.timeZone);
  if (outsideHours === undefined) return null;
  return (
    <Notice
      className="mb-4"
      title={outsideHours.opens === undefined ? t.closedNow : t.closedOpens(outsideHours.opens)}
    >
      {hospital.takesRequestsShut ? t.requestsWhileShut : t.noRequestsWhileShut}
    </Notice>
  );
}

function Fact({
  icon,
  label,
  children,
}: {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2.5 text-xs text-ink-soft [&_svg]:size-4 [&_svg]:shrink-0">
        <span aria-hidden="true">{icon}</span>
        {label}
      </dt>
      <dd className="ps-6.5 text-[0.9375rem] text-ink">{children}</dd>
    </div>
  );
}

function HoursText({
  hours,
  zone,
}: {
  hours: Hospital['operating_hours'];
  zone: string;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const hoursText = useHoursText(t);
  const now = useNow();
  return hoursText(hoursOfToday(hours, new Date(now), zone));
}

function MapLink({ hospital }: { hospital: Hospital }): ReactNode {
  const { browse: t } = useMessages('browse');
  return (
    <TextLink
      href={mapLink(hospital)}
      target="_blank"
      rel="noopener noreferrer"
      className="text-sm"
    >
      {t.mapLink}
    </TextLink>
  );
}
