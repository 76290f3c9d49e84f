import { type DoctorStatus, doctorStatuses } from '@baari/contract/constants.ts';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { doctorsNamedQuery, hospitalDoctorsQuery } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/form/text-field.tsx';
import { DoctorCard } from './doctor-card.tsx';
import {
  type DoctorChoice,
  filterDoctors,
  readDoctorChoice,
  withDoctorChoice,
} from './doctor-filter.ts';
import { DoctorCardsSkeleton } from './skeletons.tsx';
import { useSettledText } from '../../ui/form/use-settled-text.ts';

/**
 * Polling interval in ms. Patients get live events for a doctor's status, but none for the number of waiting patients.
 */
const figuresEveryMs = 60_000;

type DoctorAction = ComponentType<{ doctor: Doctor }>;

/**
 * A hospital's doctors, filtered by the search and status in the URL. `Action` is the button to
 * join a doctor's line [PAT-5].
 */
export function DoctorList({
  hospitalId,
  Action,
}: {
  hospitalId: string;
  Action: DoctorAction;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const problemText = useProblemText();
  const [params, setParams] = useSearchParams();
  const choice = readDoctorChoice(params);
  const doctors = useQuery({
    ...hospitalDoctorsQuery(hospitalId),
    refetchInterval: figuresEveryMs,
  });

  function choose(change: Partial<DoctorChoice>): void {
    setParams((now) => withDoctorChoice(now, change), { replace: true });
  }

  return (
    <section aria-labelledby="doctors-title" className="flex flex-col gap-4">
      <h2 id="doctors-title" className="text-xl font-semibold text-ink">
        {t.doctorsTitle}
      </h2>
      <div role="search" aria-label={t.filters} className="flex flex-wrap items-center gap-3">
        <Search choice={choice} choose={choose} />
        <StatusFilter choice={choice} choose={choose} />
      </div>
      {content()}
    </section>
  );

  function content(): ReactNode {
    if (doctors.isPending) return <DoctorCardsSkeleton label={t.loadingDoctors} />;
    if (!doctors.data) {
      return (
        <ErrorState
          headingLevel={3}
          title={t.doctorsFailed}
          description={problemText(doctors.error, t.doctorsFallback)}
          action={<TryAgain query={doctors} />}
        />
      );
    }
    return <Found {...{ hospitalId, choice, Action }} doctors={doctors.data} />;
  }
}

interface ChoiceProps {
  choice: DoctorChoice;
  choose: (change: Partial<DoctorChoice>) => void;
}

function Search({ choice, choose }: ChoiceProps): ReactNode {
  const { browse: t } = useMessages('browse');
  const [typed, setTyped] = useSettledText(choice.search, (search) => choose({ search }));
  return (
    <SearchField
      className="min-w-[min(14rem,100%)] flex-1"
      label={t.searchDoctors}
      placeholder={t.searchDoctorsHint}
      value={typed}
      onChange={setTyped}
    />
  );
}

function StatusFilter({ choice, choose }: ChoiceProps): ReactNode {
  const { browse: t, ui } = useMessages('browse');
  return (
    <SegmentedControl<DoctorStatus | 'all'>
      label={t.statusFilter}
      value={choice.status ?? 'all'}
      options={[
        { value: 'all', label: t.allStatuses },
        ...doctorStatuses.map((status) => ({ value: status, label: ui.doctorStatuses[status] })),
      ]}
      onChange={(status) => choose({ status: status === 'all' ? undefined : status })}
    />
  );
}

function Found({
  hospitalId,
  doctors,
  choice,
  Action,
}: {
  hospitalId: string;
  doctors: readonly Doctor[];
  choice: DoctorChoice;
  Action: DoctorAction;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const problemText = useProblemText();
  const nameOf = useMedicalName();
  const byLetters = filterDoctors(doctors, choice, nameOf);
  // No loaded doctor matches, so the server searches for the name in another script.
  const isSought = byLetters.length === 0 && doctors.length > 0 && choice.search.length > 1;
  const named = useQuery({
    ...doctorsNamedQuery(hospitalId, choice.search),
    enabled: isSought,
  });
  if (isSought && named.isPending) return <DoctorCardsSkeleton label={t.loadingDoctors} />;
  if (isSought && !named.data) {
    return (
      <ErrorState
        headingLevel={3}
        title={t.doctorsFailed}
        description={problemText(named.error, t.doctorsFallback)}
        action={<TryAgain query={named} />}
      />
    );
  }
  const bySound = doctors.filter(({ id }) => named.data?.includes(id));
  const found = isSought ? filterDoctors(bySound, { ...choice, search: '' }) : byLetters;
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {found.length > 0 ? (
          t.doctorCount(found.length)
        ) : (
          <span className="sr-only">{t.noDoctors}</span>
        )}
      </p>
      {found.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={t.noDoctors}
          description={doctors.length === 0 ? t.noDoctorsYet : t.noDoctorsForFilter}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {found.map((doctor) => (
            <DoctorCard key={doctor.id} doctor={doctor} action={<Action doctor={doctor} />} />
          ))}
        </ul>
      )}
    </>
  );
}
