import { type ReactNode, Suspense } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { ProofAsker } from '../../app/proof-asker.tsx';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { CalendarSection } from '../../features/identity/calendar/calendar-section.tsx';
import { HospitalSwitch } from '../../features/identity/hospital-switch.tsx';
import { ContactSection } from '../../features/identity/security/contact-section.tsx';
import { EventsSection } from '../../features/identity/security/events-section.tsx';
import { LinkedSection } from '../../features/identity/security/linked-section.tsx';
import { PasskeysSection } from '../../features/identity/security/passkeys-section.tsx';
import { PasswordSection } from '../../features/identity/security/password-section.tsx';
import { SessionsSection } from '../../features/identity/security/sessions-section.tsx';
import { TwoFactorSection } from '../../features/identity/security/two-factor-section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { LateAlertBand } from '../../shared/answer-summary/late-answers.tsx';
import { homeOf } from '../../session/access.ts';
import { signOut, useUser } from '../../session/session.ts';
import { displayName } from '../../session/user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';

/** ROUTE-18: the user's account data and security. */
export function Page(): ReactNode {
  const t = useMessages('identity');
  const user = useUser();
  usePageTitle(t.identity.profileTitle);
  if (!user) return null;
  const name = displayName(user, t.common.namelessAs);
  const home = homeOf(user);
  return (
    <>
      {user.role !== 'patient' && user.hospitalId !== null && <LateAlertBand isUnderHeader />}
      <AccountCard title={t.identity.profileTitle}>
        <div className="flex flex-col gap-6">
          <div className="flex items-start gap-4">
            <Avatar name={name} />
            <dl className="flex min-w-0 flex-1 flex-col gap-3 text-[0.9375rem]">
              <Line label={t.identity.name} value={name} />
              <Line label={t.identity.contact} value={user.email ?? user.phone ?? t.common.dash} />
              <Line label={t.identity.role} value={t.identity.roles[user.role]} />
            </dl>
          </div>
          {user.email !== null && !user.emailVerified && (
            <TextLink href="/email-verification">{t.identity.verifyNow}</TextLink>
          )}
          <Suspense fallback={null}>
            <HospitalSwitch />
          </Suspense>
          <div className="flex flex-wrap gap-2">
            {home !== '/profile' && (
              <ButtonLink variant="primary" href={home}>
                {t.identity.openDashboard}
              </ButtonLink>
            )}
            <Button onClick={() => void signOut()}>{t.common.logout}</Button>
          </div>
        </div>
      </AccountCard>
      <div className="mx-auto -mt-3 flex w-full max-w-md flex-col gap-5 px-4 pb-10 sm:-mt-9">
        <ContactSection />
        <PasswordSection />
        <TwoFactorSection />
        <PasskeysSection />
        <LinkedSection />
        <CalendarSection />
        <SessionsSection />
        <EventsSection />
      </div>
      <ProofAsker />
    </>
  );
}

function Line({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="flex min-w-0 font-medium text-ink">
        <bdi className="truncate">{value}</bdi>
      </dd>
    </div>
  );
}
