import { hospitalTypes } from '@baari/contract/constants.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import type { ReactNode } from 'react';
import { summaryOf, type WeekSummary } from '../../shared/hospital/opening-hours.ts';
import { useHoursText } from '../../shared/hospital/use-hours-text.ts';
import { WholeWeek } from '../../shared/hospital/whole-week.tsx';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useLanguageNames } from '../../i18n/language-names.ts';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { TextLink } from '../../ui/link.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ProfileSection } from './profile-section.tsx';
import { RenameDepartment } from './rename-department.tsx';

/** The hospital's profile in view mode [HPROF-1, HPROF-2]. */
export function ProfileFacts({ hospital }: { hospital: Hospital }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const format = useFormat();
  const nameOf = useLanguageNames();
  const now = useNow();
  const type = hospitalTypes.find((known) => known === hospital.type);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ProfileSection title={t.basic}>
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact label={t.name}>
            <bdi>{hospital.name}</bdi>
          </Fact>
          <Fact label={t.type}>{type ? t.types[type] : hospital.type}</Fact>
          <Fact label={t.address}>
            <bdi>{hospital.address}</bdi>
          </Fact>
          <Fact label={t.city}>{hospital.city}</Fact>
          <Fact label={t.state}>{hospital.state}</Fact>
          <Fact label={t.zipCode}>{hospital.zip_code}</Fact>
          {hospital.latitude !== null && hospital.longitude !== null && (
            <>
              <Fact label={t.latitude}>{String(hospital.latitude)}</Fact>
              <Fact label={t.longitude}>{String(hospital.longitude)}</Fact>
            </>
          )}
        </dl>
      </ProfileSection>
      <ProfileSection title={t.contact}>
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact label={t.email}>
            {hospital.email !== '' && (
              <TextLink href={`mailto:${hospital.email}`}>{hospital.email}</TextLink>
            )}
          </Fact>
          <Fact label={t.phone}>
            {hospital.phone !== '' && (
              <TextLink href={`tel:${hospital.phone}`}>
                <PhoneText number={hospital.phone} />
              </TextLink>
            )}
          </Fact>
          <Fact label={t.website}>
            {hospital.website && (
              <TextLink href={hospital.website} target="_blank" rel="noopener noreferrer">
                {hospital.website}
              </TextLink>
            )}
          </Fact>
          <Fact label={t.hours}>
            <HoursSummary summary={summaryOf(hospital.operating_hours)} />
          </Fact>
        </dl>
      </ProfileSection>
      <ProfileSection title={t.departments}>
        <Departments names={hospital.departments} />
        <div className="mt-3">
          <RenameDepartment hospital={hospital} />
        </div>
      </ProfileSection>
      <ProfileSection title={t.hoursWeek}>
        <WholeWeek hours={hospital.operating_hours} />
        <p className="mt-3 text-sm text-ink-soft">
          {hospital.takesRequestsShut ? t.requestsTaken : t.requestsNotTaken}
        </p>
        <p className="mt-3 text-sm text-ink-soft">
          {t.checkInUsual(
            hospital.checkInMinutes === 0 ? undefined : format.duration(hospital.checkInMinutes),
          )}
        </p>
        <p className="mt-3 text-sm text-ink-soft">
          {t.languagesSpoken(format.list(hospital.languages.map(nameOf)))}
        </p>
        <p className="mt-3 text-sm text-ink-soft">
          {`${t.timeZone}: ${hospital.timeZone} (${format.time(now, hospital.timeZone)})`}
        </p>
      </ProfileSection>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const isGiven = Boolean(children);
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd
        className={
          isGiven
            ? 'text-[0.9375rem] font-medium wrap-anywhere text-ink'
            : 'text-[0.9375rem] text-ink-soft'
        }
      >
        {isGiven ? children : t.notGiven}
      </dd>
    </div>
  );
}

function HoursSummary({ summary }: { summary: WeekSummary }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const hoursText = useHoursText(t);
  switch (summary.kind) {
    case 'unknown':
      return t.hoursUnknown;
    case 'text':
      return summary.text;
    case 'everyDay':
      return t.everyDay(hoursText(summary.hours));
    case 'multiple':
      return t.multipleSchedules;
  }
}

function Departments({ names }: { names: readonly string[] }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const medicalName = useMedicalName();
  if (names.length === 0) return <p className="text-ink-soft">{t.noDepartments}</p>;
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((name) => (
        <li
          key={name}
          className="rounded-full bg-primary-soft px-3 py-1 text-sm font-medium wrap-anywhere text-primary-ink"
        >
          {medicalName(name)}
        </li>
      ))}
    </ul>
  );
}
