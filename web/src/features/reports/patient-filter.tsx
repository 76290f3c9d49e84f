import type { HospitalPatient } from '@baari/contract/visit/report.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { hospitalPatientsQuery } from '../../api/queries/report-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../ui/form/text-field.tsx';
import { useEntered, useSettledText } from '../../ui/form/use-settled-text.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The field that limits a hospital's list of reports to one patient, found by name or token number.
 * The parent component gets only the patient's id [ADM-7].
 */
export function PatientFilter({
  patientId,
  nameRead,
  onChoose,
}: {
  patientId: string | undefined;
  /**
   * The patient's name, taken from the loaded reports; undefined if no report names the patient.
   */
  nameRead: string | undefined;
  onChoose: (patientId: string | undefined) => void;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const [picked, setPicked] = useState<Named>();
  const part = useRef<HTMLDivElement>(null);
  /**
   * The id of the patient whom the user has just chosen or cleared by a button. The pressed button
   * disappears, so the focus moves to the element that replaces the button.
   */
  const pressedFor = useRef<{ readonly id: string | undefined }>(undefined);
  useEffect(() => {
    if (pressedFor.current === undefined || pressedFor.current.id !== patientId) return;
    pressedFor.current = undefined;
    part.current?.querySelector<HTMLElement>('input, button')?.focus();
  });

  function choose(patient: Named | undefined): void {
    pressedFor.current = { id: patient?.id };
    setPicked(patient);
    onChoose(patient?.id);
  }
  const name = picked?.id === patientId ? picked?.name : nameRead;
  return (
    <div ref={part} className="print:hidden">
      {patientId === undefined ? (
        <PatientSearch onPick={choose} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 font-medium wrap-anywhere text-ink">
            {name === undefined ? t.ofOnePatient : t.ofPatient(name)}
          </p>
          <Button onClick={() => choose(undefined)}>{t.allPatients}</Button>
        </div>
      )}
    </div>
  );
}

function PatientSearch({ onPick }: { onPick: (patient: Named) => void }): ReactNode {
  const { reports: t } = useMessages('reports');
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useSettledText(search, setSearch);
  const query = useQuery({ ...hospitalPatientsQuery(search), enabled: search !== '' });
  const enter = useEntered({
    typed,
    search,
    look: setSearch,
    found: search === '' || query.isPlaceholderData ? undefined : query.data,
    onFound: ([only, ...others]) => {
      if (only !== undefined && others.length === 0) onPick(only);
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t.findPatient} value={typed} onChange={setTyped} onEnter={enter} />
      {search !== '' && <Found query={query} onPick={onPick} />}
    </div>
  );
}

function Found({
  query,
  onPick,
}: {
  query: UseQueryResult<HospitalPatient[]>;
  onPick: (patient: Named) => void;
}): ReactNode {
  const { reports: t, people } = useMessages('reports', 'people');
  const headingId = useId();
  if (query.isPending) {
    return (
      <LoadingRegion label={t.findingPatients}>
        <Skeleton className="h-11" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <ProblemNotice
        title={t.patientsFailed}
        problem={query.error}
        fallback={t.patientsFailed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (query.data.length === 0) return <Notice tone="info">{t.noPatients}</Notice>;
  return (
    <>
      <p id={headingId} role="status" className="text-sm text-ink-soft">
        {t.choosePatient}
      </p>
      <ul aria-labelledby={headingId} className="flex max-h-64 flex-wrap gap-2 overflow-y-auto p-1">
        {query.data.map(({ id, name, phone, through }) => (
          <li key={id} className="max-w-full">
            <Button
              icon={<UserRound aria-hidden="true" />}
              className="max-w-full"
              onClick={() => onPick({ id, name })}
            >
              <span className="wrap-anywhere">
                {[name, through === null ? null : people.through(through), phone]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
