import { useQuery } from '@tanstack/react-query';
import { Children, type ReactNode, useId } from 'react';
import { staffInvitationsQuery, teamQuery, teamRefreshMs } from '../../api/queries/team-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ListSkeleton, TallSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { AnswerSummaries } from './answer-summaries.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { InviteStaff } from './invite-staff.tsx';
import { MemberCard } from './member-card.tsx';
import { ReportRetention } from './report-retention.tsx';
import { RequestCard } from './request-card.tsx';
import { StaffInvitationCard } from './staff-invitation-card.tsx';
import { StaffIdleTime } from './staff-idle-time.tsx';
import { StaffTwoFactor } from './staff-two-factor.tsx';
import { inOrder } from './team-rights.ts';
import { WaysOff } from './ways-off.tsx';

/** The team page: members, join requests and invitations [JOINH-2, ROLE-8]. */
export function TeamView({
  reportReaders,
}: {
  /** The setting which roles can read reports. */
  reportReaders: ReactNode;
}): ReactNode {
  const { team: t } = useMessages('team');
  return (
    <>
      <PageHeader title={t.title} description={t.lead} />
      <Team reportReaders={reportReaders} />
    </>
  );
}

function Team({ reportReaders }: { reportReaders: ReactNode }): ReactNode {
  const { team: t } = useMessages('team');
  const problemText = useProblemText();
  const team = useQuery(teamQuery());
  const staff = useQuery({ ...staffInvitationsQuery(), refetchInterval: teamRefreshMs });
  const { data } = team;
  if (data && staff.data) {
    return (
      <div className="flex flex-col gap-8">
        <Section
          title={t.requests}
          none={t.noRequests}
          {...(data.requestCount > data.requests.length
            ? { note: t.firstRequests(data.requests.length, data.requestCount) }
            : {})}
        >
          {data.requests.map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
        </Section>
        <Section title={t.members} note={t.memberCount(data.members.length)}>
          {inOrder(data.members).map((member) => (
            <MemberCard key={member.userId} member={member} />
          ))}
        </Section>
        <Section title={t.invitations} none={t.noInvitations} action={<InviteStaff />}>
          {staff.data.map((invitation) => (
            <StaffInvitationCard key={invitation.id} invitation={invitation} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationCard key={invitation.doctorId} invitation={invitation} />
          ))}
        </Section>
        <StaffTwoFactor />
        <StaffIdleTime />
        <WaysOff />
        {reportReaders}
        <ReportRetention />
        <AnswerSummaries />
      </div>
    );
  }
  const failed = team.error ? team : staff;
  const { error, isFetching, refetch } = failed;
  if (!error) {
    return (
      <TallSkeleton>
        <ListSkeleton label={t.loading} />
      </TallSkeleton>
    );
  }
  return (
    <ErrorState
      title={t.errorTitle}
      description={problemText(error)}
      action={<TryAgain query={{ isFetching, refetch }} />}
    />
  );
}

function Section({
  title,
  note,
  none,
  action,
  children,
}: {
  title: string;
  note?: string;
  /** The text that is shown if the list is empty. */
  none?: string;
  /** The button that is shown below the title. */
  action?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={titleId} className="text-lg font-semibold text-ink">
          {title}
        </h2>
        {note && <p className="text-sm text-ink-soft">{note}</p>}
      </div>
      {action}
      {Children.count(children) === 0 ? (
        <p className="text-[0.9375rem] text-ink-soft">{none}</p>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">{children}</ul>
      )}
    </section>
  );
}
