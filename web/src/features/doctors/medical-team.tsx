import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import { ClipboardPaste, UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { colleaguesNamedQuery } from '../../api/queries/staff-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages, useNameOrder } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { CardGridSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/form/text-field.tsx';
import { useSettledText } from '../../ui/form/use-settled-text.ts';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { AddDoctorDialog } from './add-doctor-dialog.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { FormerDoctors } from './former-doctors.tsx';
import { searchDoctors } from './doctor-status.ts';

/** Lazily loaded, because it contains the CSV parser. */
const PasteDoctorsDialog = fetchedDialog(
  async () => (await import('./pasted/paste-doctors-dialog.tsx')).PasteDoctorsDialog,
);

/**
 * The administrator's list of the hospital's doctors: search, adding a doctor, and the actions for
 * each doctor [ADM-2].
 */
export function MedicalTeam({
  queueHref,
  hoursHref,
}: {
  queueHref: (doctorId: string) => string;
  hoursHref: (doctorId: string) => string;
}): ReactNode {
  const { doctors } = useMessages('doctors');
  const { data } = useQuery(colleaguesQuery());
  const [adding, setAdding] = useState<'one' | 'list'>();
  const available = data?.filter((doctor) => doctor.status === 'Available').length ?? 0;
  const addButtons = (
    <>
      <Button icon={<ClipboardPaste aria-hidden="true" />} onClick={() => setAdding('list')}>
        {doctors.pasted.open}
      </Button>
      <Button
        variant="primary"
        icon={<UserPlus aria-hidden="true" />}
        onClick={() => setAdding('one')}
      >
        {doctors.add}
      </Button>
    </>
  );
  const isEmpty = data?.length === 0;
  return (
    <>
      <PageHeader
        title={doctors.title}
        {...(data && !isEmpty ? { description: doctors.lead(data.length, available) } : {})}
        {...(isEmpty ? {} : { actions: addButtons })}
      />
      <Team queueHref={queueHref} hoursHref={hoursHref} addButtons={addButtons} />
      <FormerDoctors />
      {adding === 'one' && <AddDoctorDialog onClose={() => setAdding(undefined)} />}
      {adding === 'list' && <PasteDoctorsDialog onClose={() => setAdding(undefined)} />}
    </>
  );
}

function Team({
  queueHref,
  hoursHref,
  addButtons,
}: {
  queueHref: (doctorId: string) => string;
  hoursHref: (doctorId: string) => string;
  addButtons: ReactNode;
}): ReactNode {
  const t = useMessages('doctors');
  const byName = useNameOrder();
  const problemText = useProblemText();
  const query = useQuery(colleaguesQuery());
  const { data, isError, error } = query;
  const sorted = useMemo(
    () => data?.toSorted((one, other) => byName(one.name, other.name)),
    [data, byName],
  );
  if (sorted?.length === 0) {
    return (
      <EmptyState
        title={t.doctors.emptyTitle}
        description={t.doctors.empty}
        action={<div className="flex flex-wrap justify-center gap-2">{addButtons}</div>}
      />
    );
  }
  if (sorted) {
    return <SearchableTeam doctors={sorted} queueHref={queueHref} hoursHref={hoursHref} />;
  }
  if (isError) {
    return (
      <ErrorState
        title={t.doctors.errorTitle}
        description={problemText(error)}
        action={<TryAgain query={query} />}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-11 max-w-xl rounded-control md:pointer-fine:h-10" />
      <CardGridSkeleton label={t.doctors.loading} />
    </div>
  );
}

function SearchableTeam({
  doctors,
  queueHref,
  hoursHref,
}: {
  doctors: readonly Colleague[];
  queueHref: (doctorId: string) => string;
  hoursHref: (doctorId: string) => string;
}): ReactNode {
  const t = useMessages('doctors');
  const [sought, setSought] = useState('');
  const [search, setSearch] = useSettledText(sought, setSought);
  const byLetters = searchDoctors(doctors, search);
  // No loaded doctor matches, so the server searches for the name in another script.
  const isSought = byLetters.length === 0 && sought.length > 1;
  const { data: named } = useQuery({ ...colleaguesNamedQuery(sought), enabled: isSought });
  const found = isSought ? doctors.filter(({ id }) => named?.includes(id)) : byLetters;
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t.doctors.search}
        value={search}
        onChange={setSearch}
        className="max-w-xl"
      />
      <p role="status" className="sr-only">
        {search && t.doctors.found(found.length)}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={t.doctors.noMatchTitle}
          description={t.doctors.noMatch}
          action={<Button onClick={() => setSearch('')}>{t.doctors.clearSearch}</Button>}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
          {found.map((doctor) => (
            <DoctorCard
              key={doctor.id}
              doctor={doctor}
              queueHref={queueHref(doctor.id)}
              hoursHref={hoursHref(doctor.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
