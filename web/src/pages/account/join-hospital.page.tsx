import type { ReactNode } from 'react';
import { navigate } from '../../navigation/places.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { verificationPage } from '../../features/identity/sign-up/verification-target.ts';
import { Joining } from '../../features/joining/joining.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { homeOf } from '../../session/access.ts';
import { useSession } from '../../session/session.ts';
import { SessionChecking } from '../../session/session-checking.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

const ownPage = '/signup/hospital/join';
const verificationPath = verificationPage(ownPage, 'patient');
const signInPath = `/login?${new URLSearchParams({ next: ownPage })}`;

/**
 * ROUTE-6: the page on which a person requests to join a hospital's staff and sees the state of the
 * request.
 */
export function Page(): ReactNode {
  const { joining: t, common } = useMessages('joining');
  const { status } = useSession();
  usePageTitle(t.join);
  if (status === 'checking') return <SessionChecking />;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8 sm:py-14">
      <PageHeader
        title={t.join}
        description={t.joinLead}
        back={{ href: '/signup/hospital', label: common.back }}
      />
      <Card padding="large">
        <Joining
          verificationPath={verificationPath}
          signInPath={signInPath}
          onMember={(user) => navigate(homeOf(user), { replace: true })}
        />
      </Card>
      {status === 'signed-out' && (
        <p className="mt-5 text-center text-[0.9375rem] text-ink-soft">
          {t.haveAccount} <TextLink href={signInPath}>{t.signIn}</TextLink>
        </p>
      )}
    </div>
  );
}
