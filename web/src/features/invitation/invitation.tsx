import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { invitationQuery } from '../../api/queries/invitation-query.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { signOut, useUser } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { AcceptButton } from './accept-button.tsx';
import type { InvitationProps } from './invitation-props.ts';
import { PasswordForm } from './password-form.tsx';

/**
 * The page that a mailed invitation opens. A new user sets a password; an existing user signs in
 * [ROLE-8].
 */
export function Invitation(props: InvitationProps): ReactNode {
  const { joining: t, common } = useMessages('joining');
  const problemText = useProblemText();
  // Whether the invitation was accepted. Signing in clears the cache, and the page must not fetch
  // the accepted invitation again.
  const [isUsedUp, setUsedUp] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...invitationQuery(props.token),
    enabled: props.token !== '' && !isUsedUp,
  });
  const invitedText = {
    doctor: (hospital: string, doctor: string) => t.invitedTo(doctor, hospital),
    receptionist: t.invitedReceptionist,
    hospital_admin: t.invitedAdmin,
  };
  if (data) {
    return (
      <>
        <PageHeader
          title={t.invitation}
          description={invitedText[data.role](data.hospitalName, data.doctorName)}
        />
        <Card padding="large">
          {data.hasAccount || data.email === null ? (
            <KnownPerson
              {...props}
              invited={data.email}
              hospitalName={data.hospitalName}
              onUsedUp={() => setUsedUp(true)}
            />
          ) : (
            <PasswordForm
              {...props}
              invited={data.email}
              asksName={data.role !== 'doctor'}
              hospitalName={data.hospitalName}
              onUsedUp={() => setUsedUp(true)}
            />
          )}
        </Card>
      </>
    );
  }
  if (props.token === '' || isInvalid(error)) return <InvalidInvitation />;
  if (!error) return <DetailSkeleton label={common.loading} />;
  return (
    <ErrorState
      headingLevel={1}
      title={t.readFailed}
      description={problemText(error)}
      action={<TryAgain query={{ isFetching, refetch }} />}
    />
  );
}

/** Whether the invitation's link is incomplete. The server detects this by the link's format. */
function isInvalid(failure: unknown): boolean {
  return (
    failure instanceof ApiProblem &&
    (failure.code === 'invitation_invalid' || failure.code === 'invalid_request')
  );
}

function InvalidInvitation(): ReactNode {
  const { joining: t } = useMessages('joining');
  return (
    <EmptyState
      headingLevel={1}
      title={t.invalidTitle}
      description={t.invalid}
      action={<ButtonLink href="/login">{t.goToSignIn}</ButtonLink>}
    />
  );
}

function KnownPerson({
  invited,
  hospitalName,
  ...props
}: InvitationProps & {
  /**
   * The invited email address. Null for a link without an address, which any account with a
   * verified email can accept.
   */
  invited: string | null;
  hospitalName: string;
  onUsedUp: () => void;
}): ReactNode {
  const { joining: t } = useMessages('joining');
  const user = useUser();
  if (!user) {
    return (
      <div className="flex flex-col gap-4">
        <p>{invited === null ? t.linkSignIn : t.signInToAccept(invited)}</p>
        <Button variant="primary" size="large" wide onClick={props.onSignIn}>
          {t.signIn}
        </Button>
        {invited === null && (
          <Button size="large" wide onClick={props.onSignUp}>
            {t.createAccount}
          </Button>
        )}
      </div>
    );
  }
  const own = user.email ?? user.phone ?? user.name;
  if (invited === null) {
    return (
      <div className="flex flex-col gap-4">
        <p>{t.acceptAs(own)}</p>
        <AcceptButton {...props} hospitalName={hospitalName} />
      </div>
    );
  }
  if (user.email?.toLowerCase() !== invited.toLowerCase()) {
    return (
      <Notice tone="warning" action={<Button onClick={() => void signOut()}>{t.signOut}</Button>}>
        {t.otherAccount(invited, own)}
      </Notice>
    );
  }
  return <AcceptButton {...props} hospitalName={hospitalName} />;
}
