import type { KnownPatient } from '@baari/contract/visit/appointment.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { knownPatientsQuery, leastSought } from '../../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { FieldNotes } from '../../../ui/form/field.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../../ui/form/text-field.tsx';
import { useEntered, useSettledText } from '../../../ui/form/use-settled-text.ts';
import type { DeskBookingFields } from './desk-booking-fields.ts';

/** The maximum number of search results that the server returns. */
const mostFound = 20;

/** A search field to choose a patient of the hospital by name, phone or email [APPT-1, ROLE-7]. */
export function KnownPatientField(): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const { formState, setValue } = useFormContext<DeskBookingFields>();
  const id = useId();
  const [search, setSearch] = useState('');
  const query = useQuery(knownPatientsQuery(search));
  const [typed, setTyped] = useSettledText(search, look);
  const enter = useEntered({
    typed,
    search,
    look,
    found: query.data,
    onFound: ([only, ...others]) => {
      if (only !== undefined && others.length === 0) setValue('patient.id', only.id);
    },
  });
  const isMissing = formState.errors.patient?.id !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label={t.search}
        placeholder={t.search}
        value={typed}
        onChange={setTyped}
        onEnter={enter}
      />
      {search.length < leastSought ? (
        <p className="text-sm text-ink-soft">{t.searchHint}</p>
      ) : (
        <Found query={query} />
      )}
      {isMissing && search.length < leastSought && <FieldNotes id={id} error={t.choosePatient} />}
    </div>
  );

  function look(text: string): void {
    setSearch(text);
    // A patient who is no longer in the search results must not stay selected.
    if (text !== search) setValue('patient.id', null);
  }
}

function Found({ query }: { query: UseQueryResult<KnownPatient[]> }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const { register, formState } = useFormContext<DeskBookingFields>();
  if (query.isPending) {
    return (
      <LoadingRegion label={t.searching} className="flex flex-col gap-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <ProblemNotice
        title={t.searchFailed}
        problem={query.error}
        fallback={t.searchFailed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  const found = query.data;
  if (found.length === 0) return <Notice tone="info">{t.nobody}</Notice>;
  return (
    <div className="max-h-64 overflow-y-auto">
      <RadioGroup
        label={t.found}
        labelHidden
        options={found.map((one) => ({
          value: one.id,
          label: one.name,
          description: <Contact patient={one} />,
        }))}
        hint={found.length >= mostFound ? t.firstOnly(mostFound) : undefined}
        error={formState.errors.patient?.id && t.choosePatient}
        {...register('patient.id')}
      />
    </div>
  );
}

function Contact({ patient }: { patient: KnownPatient }): ReactNode {
  const { deskBookings: t, people } = useMessages('deskBookings', 'people');
  const { phone, email, through, hasAccount, isPhoneProved } = patient;
  const isUnproved = phone !== null && !isPhoneProved;
  const parts = [
    through === null ? null : people.through(through),
    isUnproved ? `${phone} (${people.phoneUnproved})` : phone,
    email,
    hasAccount ? null : t.noAccount,
  ];
  return <span className="wrap-anywhere">{parts.filter((part) => part !== null).join(' · ')}</span>;
}
