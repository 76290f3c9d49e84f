import type { Profile } from '@baari/contract/patient/profile.ts';
import type { ReactNode } from 'react';
import { useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { TextLink } from '../../ui/link.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { useThemeChoice } from '../../ui/layout/theme.ts';
import { addressLines } from './profile-form.ts';
import { Section } from './section.tsx';
import { useThemeNames } from './use-theme-names.ts';

/** The patient's profile in view mode [PAT-14]. */
export function ProfileDetails({ profile }: { profile: Profile }): ReactNode {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Personal profile={profile} />
      <Contacts contacts={profile.emergencyContacts} />
      <Insurance insurance={profile.insurance} />
      <Preferences />
    </div>
  );
}

function Personal({ profile }: { profile: Profile }): ReactNode {
  const { profile: t } = useMessages('profile');
  const format = useFormat();
  const { dateOfBirth, gender } = profile;
  return (
    <Section title={t.personal} className="lg:row-span-2">
      <dl className={listLook}>
        <Fact label={t.name}>{profile.name}</Fact>
        <Fact label={t.email}>{profile.email}</Fact>
        <Fact label={t.phone}>{profile.phone && <PhoneText number={profile.phone} />}</Fact>
        <Fact label={t.dateOfBirth}>
          {dateOfBirth && (
            // The date is formatted in UTC, so that it is the same in every time zone.
            <time dateTime={dateOfBirth}>{format.date(`${dateOfBirth}T00:00:00Z`, 'UTC')}</time>
          )}
        </Fact>
        <Fact label={t.gender}>{gender && t.genders[gender]}</Fact>
        <Fact label={t.address}>
          {addressLines(profile.address).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
      </dl>
    </Section>
  );
}

function Contacts({ contacts }: { contacts: Profile['emergencyContacts'] }): ReactNode {
  const { profile: t } = useMessages('profile');
  const format = useFormat();
  return (
    <Section title={t.contacts}>
      {contacts.length === 0 ? (
        <p className="text-[0.9375rem] text-ink-soft">{t.noContacts}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {contacts.map(({ name, phone, relation }) => (
            <li
              key={`${name} ${phone} ${relation}`}
              className="flex flex-wrap items-center justify-between gap-x-4 py-2 first:pt-0 last:pb-0"
            >
              <span className="min-w-0 text-[0.9375rem] wrap-anywhere">
                <span className="font-medium text-ink">{name}</span>
                {relation && <span className="text-ink-soft">{` · ${relation}`}</span>}
              </span>
              <TextLink
                href={`tel:${phone}`}
                className="inline-flex min-h-11 items-center text-[0.9375rem] tabular-nums md:pointer-fine:min-h-6"
              >
                <span className="sr-only">{`${t.call(name)}${format.comma} `}</span>
                <PhoneText number={phone} />
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Insurance({ insurance }: { insurance: Profile['insurance'] }): ReactNode {
  const { profile: t } = useMessages('profile');
  return (
    <Section title={t.insurance}>
      <dl className={listLook}>
        <Fact label={t.provider}>{insurance.provider}</Fact>
        <Fact label={t.policyNumber}>{insurance.policyNumber}</Fact>
        <Fact label={t.groupNumber}>{insurance.groupNumber}</Fact>
      </dl>
    </Section>
  );
}

/**
 * The language and theme that this browser uses now. The switches on the page can change them too.
 */
function Preferences(): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const { language } = useLanguage();
  const theme = useThemeChoice();
  const themeNames = useThemeNames();
  return (
    <Section title={t.preferences} className="lg:col-span-2">
      <dl className={listLook}>
        <Fact label={common.language}>{aboutLanguages[language].ownName}</Fact>
        <Fact label={common.theme}>{themeNames[theme]}</Fact>
      </dl>
    </Section>
  );
}

/** One fact of the patient's profile. A missing or empty value is shown as "not given". */
function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const { profile: t } = useMessages('profile');
  const isMissing = !children || (Array.isArray(children) && children.length === 0);
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      {isMissing ? (
        <dd className="text-[0.9375rem] text-ink-soft">{t.notGiven}</dd>
      ) : (
        <dd className="text-[0.9375rem] font-medium wrap-anywhere text-ink">{children}</dd>
      )}
    </div>
  );
}

const listLook = 'grid gap-x-6 gap-y-3 sm:grid-cols-2';
