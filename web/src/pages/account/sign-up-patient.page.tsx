import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from '../../navigation/places.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { PatientSignUpForm } from '../../features/identity/sign-up/patient-sign-up-form.tsx';
import { PhoneSignUpForm } from '../../features/identity/sign-up/phone-sign-up-form.tsx';
import { useWaysIn } from '../../features/identity/sign-in/use-ways-in.ts';
import { verificationPage } from '../../features/identity/sign-up/verification-target.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ownPath } from '../../session/access.ts';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { TextLink } from '../../ui/link.tsx';

/**
 * ROUTE-4: patient sign-up by email or by phone, followed by verification of the email address or
 * number [SIGN-2 … SIGN-4]. With the URL parameter `next`, sign-up by email returns to that page.
 */
export function Page(): ReactNode {
  const t = useMessages('identity');
  const [search] = useSearchParams();
  const next = ownPath(search.get('next'));
  const nextPage = verificationPage(next, next === undefined ? undefined : 'patient');
  // Phone sign-up is not offered if a page is to be reopened afterwards. Only the mailed
  // verification link can lead back to that page.
  const hasPhone = useWaysIn()?.phone === true && next === undefined;
  const [way, setWay] = useState<'email' | 'phone'>('email');
  const signInPath = next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`;
  const isByPhone = hasPhone && way === 'phone';
  const title = next === undefined ? t.identity.patientTitle : t.identity.chooseTitle;
  usePageTitle(title);
  return (
    <AccountCard
      title={title}
      lead={isByPhone ? t.identity.patientSignUpPhoneLead : t.identity.patientSignUpLead}
      back={{ href: next ?? '/signup', label: t.common.back }}
      footer={
        <p>
          {t.identity.haveAccount} <TextLink href={signInPath}>{t.identity.signIn}</TextLink>
        </p>
      }
    >
      <div className="flex flex-col gap-5">
        {hasPhone && (
          <SegmentedControl
            label={t.identity.signUpBy}
            options={[
              { value: 'email', label: t.identity.email },
              { value: 'phone', label: t.identity.phone },
            ]}
            value={way}
            onChange={setWay}
          />
        )}
        {isByPhone ? (
          <PhoneSignUpForm
            onDone={({ fullName, phone }) =>
              navigate(`/phone-verification?${new URLSearchParams({ phone, role: 'patient' })}`, {
                state: { fullName },
              })
            }
          />
        ) : (
          <PatientSignUpForm
            callbackURL={nextPage}
            onDone={(email) => navigate(nextPage, { state: { email } })}
          />
        )}
      </div>
    </AccountCard>
  );
}
