import type { SharedProfile as Shared } from '@baari/contract/patient/consent.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sharedProfileQuery } from '../../api/queries/access-queries.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';

/**
 * The profile that the patient shares with this hospital. If it is not shared, a note says so
 * [SEC-26, CONS-2].
 */
export function SharedProfile({ patientId }: { patientId: string }): ReactNode {
  const { access: t, common } = useMessages('access');
  const problemText = useProblemText();
  const { data, error, isFetching, refetch } = useQuery(sharedProfileQuery(patientId));
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-semibold text-ink">{t.profile}</h3>
      {data === undefined && error === null && (
        <LoadingRegion label={t.profileLoading}>
          <Skeleton className="h-5 w-1/2" />
        </LoadingRegion>
      )}
      {data === undefined && error !== null && (
        <Notice
          tone="danger"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {common.tryAgain}
            </Button>
          }
        >
          {problemText(error, t.profileFailed)}
        </Notice>
      )}
      {data !== undefined &&
        (data.profile === null ? (
          <p className="text-ink-soft">{data.hasAccount ? t.notShared : t.noAccount}</p>
        ) : (
          <Facts profile={data.profile} />
        ))}
    </section>
  );
}

function Facts({ profile }: { profile: Shared }): ReactNode {
  const { access: t } = useMessages('access');
  const format = useFormat();
  const { dateOfBirth, gender, insurance, emergencyContacts } = profile;
  const policy = [insurance.provider, insurance.policyNumber, insurance.groupNumber];
  const facts = [
    [t.born, dateOfBirth === '' ? '' : format.date(`${dateOfBirth}T12:00:00Z`, 'UTC')],
    [t.gender, gender === '' ? '' : t.genders[gender]],
    [t.insurance, policy.filter((part) => part !== '').join(' · ')],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere text-ink">{value === '' ? t.nothing : value}</dd>
        </div>
      ))}
      <div className="min-w-0">
        <dt className="text-sm text-ink-soft">{t.emergencyContacts}</dt>
        {emergencyContacts.length === 0 && <dd className="text-ink">{t.nothing}</dd>}
        {emergencyContacts.map(({ name, phone, relation }) => (
          <dd key={`${name} ${phone}`} className="wrap-anywhere text-ink">
            {relation === '' ? name : `${name} (${relation})`}{' '}
            <TextLink href={`tel:${phone}`} className="tabular-nums">
              <PhoneText number={phone} />
            </TextLink>
          </dd>
        ))}
      </div>
    </dl>
  );
}
