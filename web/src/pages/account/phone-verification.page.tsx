import { phone as phoneField } from '@baari/contract/fields.ts';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { usePlace } from '../../navigation/navigation.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { Entering } from '../../features/identity/entering.tsx';
import { PhoneVerificationPanel } from '../../features/identity/sign-up/phone-verification-panel.tsx';
import { SecondStepForm } from '../../features/identity/sign-in/second-step-form.tsx';
import { usePhoneSignIn } from '../../features/identity/sign-in/use-phone-sign-in.ts';
import { useWaysIn } from '../../features/identity/sign-in/use-ways-in.ts';
import { useMessages } from '../../i18n/language.tsx';
import { homeOf, ownPath } from '../../session/access.ts';
import { useUser } from '../../session/session.ts';
import { SessionChecking } from '../../session/session-checking.tsx';
import { isRecord } from '../../session/user.ts';
import { Checkbox } from '../../ui/form/choice.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/**
 * ROUTE-9: signs a user in, or signs a new patient up, with a code sent to a phone [VERI-4 …
 * VERI-6].
 */
export function Page(): ReactNode {
  const t = useMessages('identity', 'refusals');
  const user = useUser();
  const waysIn = useWaysIn();
  const [search] = useSearchParams();
  const fullName = useGivenName();
  const [isSecondStep, setSecondStep] = useState(false);
  const [rememberMe, setRememberMe] = useState(search.get('remember') !== 'no');
  const { data: phone } = phoneField.safeParse(search.get('phone') ?? '');
  const steps = usePhoneSignIn({
    phone,
    patient: search.get('role') === 'patient' ? { fullName } : undefined,
    rememberMe,
    onSecondStep: () => setSecondStep(true),
  });
  usePageTitle(t.identity.phoneTitle);
  const isVerifying = steps.busyWith === 'verify';
  if (user && !isVerifying) {
    return <Entering to={ownPath(search.get('next')) ?? homeOf(user)} />;
  }
  if (waysIn === undefined) return <SessionChecking />;
  return (
    <AccountCard
      title={t.identity.phoneTitle}
      lead={isSecondStep ? t.identity.secondStepLead : t.identity.phoneLead}
      footer={
        <TextLink href="/login" className="inline-flex min-h-11 items-center">
          {t.identity.backToSignIn}
        </TextLink>
      }
    >
      {!waysIn.phone && <Notice>{t.refusals.codes.way_in_not_available}</Notice>}
      {waysIn.phone &&
        (isSecondStep ? (
          <SecondStepForm
            onStartOver={() => {
              steps.changeNumber();
              setSecondStep(false);
            }}
          />
        ) : (
          <PhoneVerificationPanel
            phone={phone}
            steps={steps}
            extra={
              <Checkbox
                label={t.identity.rememberMe}
                checked={rememberMe}
                onChange={({ target }) => setRememberMe(target.checked)}
              />
            }
          />
        ))}
    </AccountCard>
  );
}

/** The name that the user typed at sign-up, stored in the history entry. */
function useGivenName(): string {
  const state: unknown = usePlace().state;
  const given = isRecord(state) ? state['fullName'] : undefined;
  return typeof given === 'string' ? given : '';
}
