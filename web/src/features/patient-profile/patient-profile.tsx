import type { Profile } from '@baari/contract/patient/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../api/problems/problem.ts';
import { profileQuery } from '../../api/queries/queries.ts';
import { type Repeatable, TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { OwnData } from './own-data.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';

interface ProfileParts {
  people: ReactNode;
  notifications: ReactNode;
  consents: ReactNode;
}

/** The page with the patient's own profile, in view mode or edit mode [PAT-14, ROUTE-11]. */
export function PatientProfile(parts: ProfileParts): ReactNode {
  const { profile: t } = useMessages('profile');
  const query = useQuery(profileQuery());
  if (query.data !== undefined) return <LoadedProfile profile={query.data} {...parts} />;
  return (
    <>
      <PageHeader title={t.title} description={t.lead} />
      {query.isPending ? <ProfileSkeleton label={t.loading} /> : <ProfileFailure query={query} />}
    </>
  );
}

function LoadedProfile({
  profile,
  people,
  notifications,
  consents,
}: ProfileParts & { profile: Profile }): ReactNode {
  const { profile: t } = useMessages('profile');
  const [editing, setEditing] = useState(false);
  const editButton = useFocusBack(editing);
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.lead}
        actions={
          !editing && (
            <Button
              ref={editButton}
              variant="primary"
              icon={<Pencil aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              {t.edit}
            </Button>
          )
        }
      />
      {editing ? (
        <ProfileEditor profile={profile} onClose={() => setEditing(false)} />
      ) : (
        <div className="flex flex-col gap-4">
          <ProfileDetails profile={profile} />
          {people}
          {notifications}
          {consents}
          <OwnData />
        </div>
      )}
    </>
  );
}

function ProfileFailure({ query }: { query: Repeatable & { error: unknown } }): ReactNode {
  const { profile: t } = useMessages('profile');
  const problemText = useProblemText();
  const failure = query.error;
  const isMissing = failure instanceof ApiProblem && failure.status === 404;
  return (
    <ErrorState
      title={isMissing ? t.notFoundTitle : t.errorTitle}
      description={isMissing ? t.notFound : problemText(failure)}
      action={<TryAgain query={query} />}
    />
  );
}
