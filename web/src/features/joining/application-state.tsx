import type { SignedInUser } from '@baari/contract/account/identity.ts';
import type { JoinRequest } from '@baari/contract/account/team.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ownApplicationQuery, teamRefreshMs } from '../../api/queries/team-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/language.tsx';
import { reloadUser } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';

export interface ApplicationStateProps {
  request: JoinRequest;
  /** Whether this view has just replaced the form. It then takes the keyboard focus. */
  hasJustSent: boolean;
  verificationPath: string;
  onAskAgain: () => void;
  /** Called when the request is approved and the session has the new role. */
  onMember: (user: SignedInUser) => void;
}

/** Shows the state of a person's request to join a hospital [JOINH-2]. */
export function ApplicationState(props: ApplicationStateProps): ReactNode {
  const { joining: t } = useMessages('joining');
  const { request, onAskAgain } = props;
  switch (request.status) {
    case 'pending':
      return <Waiting {...props} />;
    case 'approved':
      return <Approved {...props} />;
    case 'rejected':
      return (
        <Notice title={t.rejectedTitle} action={<Button onClick={onAskAgain}>{t.askAgain}</Button>}>
          <p>{t.rejected(request.hospital.name)}</p>
          {request.reason !== null && (
            <p className="mt-1 wrap-anywhere whitespace-pre-line">{t.reason(request.reason)}</p>
          )}
        </Notice>
      );
  }
}

function Waiting({ request, hasJustSent, verificationPath }: ApplicationStateProps): ReactNode {
  const { joining: t } = useMessages('joining');
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasJustSent) news.current?.focus();
  }, [hasJustSent]);
  const { isFetching, isRefetchError, error, refetch } = useQuery({
    ...ownApplicationQuery(),
    refetchInterval: teamRefreshMs,
  });
  return (
    <div className="flex flex-col gap-4">
      <div ref={news} role="status" tabIndex={-1} className="scroll-mt-24 rounded-card">
        <Notice title={t.waitingTitle}>{t.waiting(request.hospital.name)}</Notice>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-[0.9375rem]">
        <div>
          <dt className="text-sm text-ink-soft">{t.asRole}</dt>
          <dd className="font-medium text-ink">{t.titles[request.role]}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{t.requested}</dt>
          <dd className="font-medium text-ink">
            <RelativeTime moment={request.requestedAt} zone={defaultZone} />
          </dd>
        </div>
      </dl>
      {!request.isEmailVerified && (
        <Notice tone="warning" action={<ButtonLink href={verificationPath}>{t.verify}</ButtonLink>}>
          {t.verifyHint}
        </Notice>
      )}
      {isRefetchError && <ProblemNotice problem={error} fallback={t.stateFailed} />}
      <Button wide busy={isFetching} onClick={() => void refetch()}>
        {t.checkAgain}
      </Button>
    </div>
  );
}

function Approved({ request, onAskAgain, onMember }: ApplicationStateProps): ReactNode {
  const { joining: t } = useMessages('joining');
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function enter(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const user = await reloadUser();
      // The request was approved, but the person was removed from the staff since. So the person
      // must send a new request.
      if (user.role === 'patient') onAskAgain();
      else onMember(user);
    } catch (failure) {
      setProblem(problemText(failure, t.stateFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <Notice tone="success" title={t.approvedTitle}>
          {t.approved(request.hospital.name)}
        </Notice>
      </div>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      <Button variant="primary" size="large" wide busy={busy} onClick={() => void enter()}>
        {t.openDashboard}
      </Button>
    </div>
  );
}
