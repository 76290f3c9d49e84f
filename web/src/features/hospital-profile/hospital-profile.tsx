import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ApiProblem } from '../../api/problems/problem.ts';
import { ownHospitalQuery } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DetailSkeleton, TallSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { VitalSettings } from './vital-settings.tsx';
import { OwnVerificationNotice } from './standing-notice.tsx';

/** The page of the user's own hospital, with a view mode and an edit mode [HPROF-1 … HPROF-3]. */
export function HospitalProfile(): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const hospital = useQuery(ownHospitalQuery());
  const [isEditing, setEditing] = useState(false);
  const editButton = useFocusBack(isEditing);
  if (hospital.data && isEditing) {
    return (
      <>
        <PageHeader title={t.title} description={t.lead} />
        <ProfileEditor hospital={hospital.data} onClose={() => setEditing(false)} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.lead}
        {...(hospital.data
          ? {
              actions: (
                <Button
                  ref={editButton}
                  variant="primary"
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => setEditing(true)}
                >
                  {t.edit}
                </Button>
              ),
            }
          : {})}
      />
      <Suspense fallback={null}>
        <OwnVerificationNotice where="profile" />
      </Suspense>
      {hospital.data ? <ProfileFacts hospital={hospital.data} /> : <NoProfile />}
      {hospital.data && (
        <div className="mt-5">
          <VitalSettings />
        </div>
      )}
    </>
  );
}

function NoProfile(): ReactNode {
  const { hospitalProfile: t } = useMessages('hospitalProfile');
  const problemText = useProblemText();
  const { error, isFetching, refetch } = useQuery(ownHospitalQuery());
  if (!error) {
    return (
      <TallSkeleton>
        <DetailSkeleton label={t.loading} />
      </TallSkeleton>
    );
  }
  if (isMissing(error)) return <EmptyState title={t.notFoundTitle} description={t.notFound} />;
  return (
    <ErrorState
      title={t.errorTitle}
      description={problemText(error)}
      action={<TryAgain query={{ isFetching, refetch }} />}
    />
  );
}

function isMissing(failure: unknown): boolean {
  return failure instanceof ApiProblem && (failure.status === 404 || failure.status === 403);
}
