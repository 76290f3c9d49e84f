import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ownApplicationQuery } from '../../api/queries/team-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { homeOf } from '../../session/access.ts';
import { useUser } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationState } from './application-state.tsx';

/**
 * The form to request to join a hospital or, after sending, the state of the request [JOINH-1,
 * JOINH-2].
 */
export function Joining({
  verificationPath,
  signInPath,
  onMember,
}: {
  verificationPath: string;
  signInPath: string;
  onMember: (user: SignedInUser) => void;
}): ReactNode {
  const { joining: t, common } = useMessages('joining');
  const problemText = useProblemText();
  const client = useQueryClient();
  const user = useUser();
  const application = useQuery({ ...ownApplicationQuery(), enabled: user !== null });
  // When a new user sends the form, the page signs the user in and then sends the request. The form
  // must keep its fields until the request is sent.
  const [busyNewcomer, setBusyNewcomer] = useState(false);
  const [asksAgain, setAsksAgain] = useState(false);
  const [hasJustSent, setJustSent] = useState(false);
  const isNewcomer = busyNewcomer || user === null;
  const hasNone = application.data === null;

  const isStaff = user !== null && user.role !== 'patient';

  if (isNewcomer || asksAgain || (hasNone && !isStaff)) {
    return (
      <ApplicationForm
        isNewcomer={isNewcomer}
        callbackURL={verificationPath}
        signInPath={signInPath}
        onBusy={(busy) => setBusyNewcomer(busy && isNewcomer)}
        onSent={(request) => {
          client.setQueryData(ownApplicationQuery().queryKey, request);
          setAsksAgain(false);
          setJustSent(true);
        }}
      />
    );
  }
  if (isStaff && application.data?.status !== 'pending') {
    return (
      <Notice
        title={t.staffTitle}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={homeOf(user)}>{t.openDashboard}</ButtonLink>
            <Button onClick={() => setAsksAgain(true)}>{t.askAnother}</Button>
          </div>
        }
      >
        {t.staff}
      </Notice>
    );
  }
  if (application.data) {
    return (
      <ApplicationState
        request={application.data}
        hasJustSent={hasJustSent}
        verificationPath={verificationPath}
        onAskAgain={() => setAsksAgain(true)}
        onMember={onMember}
      />
    );
  }
  if (!application.error) return <DetailSkeleton label={common.loading} />;
  return (
    <ErrorState
      title={t.stateFailed}
      description={problemText(application.error)}
      action={<TryAgain query={application} />}
    />
  );
}
