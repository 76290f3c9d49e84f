import type { ReactNode } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useSite } from '../../app/site.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';

/** ROUTE-5: the page that shows how a hospital can start to use Baari [SIGN-5]. */
export function Page(): ReactNode {
  const t = useMessages('identity', 'joining');
  const { contactEmail } = useSite();
  usePageTitle(t.identity.hospitalTitle);
  return (
    <AccountCard
      title={t.identity.hospitalTitle}
      lead={t.identity.hospitalSignUpLead}
      back={{ href: '/signup', label: t.common.back }}
      footer={
        contactEmail && (
          <p>
            {t.identity.needHelp}{' '}
            <TextLink href={`mailto:${contactEmail}`}>{contactEmail}</TextLink>
          </p>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-[0.9375rem] text-ink-soft">{t.identity.createHospitalLead}</p>
        <ButtonLink variant="primary" size="large" wide href="/signup/hospital/create">
          {t.identity.createHospital}
        </ButtonLink>
        <ButtonLink size="large" wide href="/signup/hospital/join">
          {t.joining.join}
        </ButtonLink>
      </div>
    </AccountCard>
  );
}
