import { type ReactNode, Suspense } from 'react';
import { DoctorAlerts } from '../../features/doctor-work/doctor-alerts.tsx';
import { RequestAlerts } from '../../features/queue-desk/request-alerts/request-alerts.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { LateAlertBand } from '../../shared/answer-summary/late-answers.tsx';
import { useUser } from '../../session/session.ts';
import { HelpButton } from './help-button.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { LanguageMenu } from '../../ui/text/language-menu.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo } from '../../ui/layout/logo.tsx';
import { ThemeSwitch } from '../../ui/layout/theme-switch.tsx';
import { AccountLanguage } from '../visitor/account-language.tsx';
import { contentId } from '../content-id.ts';

const HospitalSwitch = fetchedPart(
  async () => (await import('../../features/identity/hospital-switch.tsx')).HospitalSwitch,
);

/**
 * The layout of the doctor's console. It has no navigation, only a choice of the hospital for a
 * doctor who works at several.
 */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const t = useMessages();
  const user = useUser();
  const worksAtSeveral = user?.worksAtSeveral === true;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-2 px-4 py-2 sm:px-6 print:hidden">
        <Link
          href="/"
          aria-label={t.common.homeLink}
          className="me-auto flex min-h-11 items-center rounded-control"
        >
          <Logo />
        </Link>
        {worksAtSeveral && (
          <div className="order-last basis-full sm:order-none sm:basis-72">
            <Suspense fallback={null}>
              <HospitalSwitch labelHidden />
            </Suspense>
          </div>
        )}
        <LanguageMenu />
        <ThemeSwitch />
        <HelpButton />
      </header>
      <main
        id={contentId}
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl flex-1 px-4 pt-2 pb-8 sm:px-6"
      >
        {user && <AccountLanguage userId={user.id} />}
        <RequestAlerts />
        <LateAlertBand />
        <DoctorAlerts />
        {children}
      </main>
    </div>
  );
}
