import type { Role } from '@baari/contract/constants.ts';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from '../../navigation/places.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { CreationWizard } from '../../features/hospital-creation/creation-wizard.tsx';
import { verificationPage } from '../../features/identity/sign-up/verification-target.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useSession } from '../../session/session.ts';
import { SessionChecking } from '../../session/session-checking.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { toast } from '../../ui/feedback/toast.ts';

const verification = verificationPage('/hospital/create', 'hospital_admin');

/** ROUTE-7: the page of the hospital creation wizard, for both URLs of the wizard. */
export function Page(): ReactNode {
  const session = useSession();
  if (session.status === 'checking') return <SessionChecking />;
  return <CreationPage role={session.user?.role} />;
}

function CreationPage({ role }: { role: Role | undefined }): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  // If the user became an administrator on this page, the page is about to redirect. The notice for
  // administrators is then not shown.
  const [wasAdmin] = useState(role === 'hospital_admin');
  const [search] = useSearchParams();
  usePageTitle(t.title);

  function finish(hospitalName: string): void {
    toast({ type: 'success', title: t.createdTitle, message: t.created(hospitalName) });
    navigate('/hospital/dashboard', { replace: true });
  }

  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:py-12">
      <PageHeader title={t.title} description={t.lead} />
      {wasAdmin ? (
        <Notice action={<ButtonLink href="/hospital/dashboard">{t.openDashboard}</ButtonLink>}>
          {t.alreadyAdmin}
        </Notice>
      ) : (
        <CreationWizard
          verificationPath={verification}
          isReturning={search.get('role') === 'hospital_admin'}
          onCreated={finish}
          onMustVerify={() => navigate(verification)}
        />
      )}
    </div>
  );
}
