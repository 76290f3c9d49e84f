import type { AlikePatient } from '@baari/contract/patient/patient.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Merge, UserRoundCheck } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PatientFactsLine } from '../entry/patient-facts.tsx';

/**
 * Known patients who are similar to the patient being typed. The user chooses one with a tap
 * [DESK-7].
 */
export function AlikePatients({
  query,
  found = query.data ?? [],
  headingRef,
  onChoose,
  onMerge,
}: {
  query: UseQueryResult<AlikePatient[]>;
  /** The similar patients to show. By default all similar patients that were found are shown. */
  found?: readonly AlikePatient[] | undefined;
  headingRef?: Ref<HTMLHeadingElement>;
  onChoose: (patient: AlikePatient) => void;
  /** Opens the dialog to merge two patient records. Undefined if records cannot be merged here. */
  onMerge?: ((found: readonly AlikePatient[]) => void) | undefined;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const problemText = useProblemText();
  const titleId = useId();
  if (query.isError && !query.data) {
    return (
      <Notice tone="warning" title={t.alikeFailed} action={<TryAgain query={query} part />}>
        {problemText(query.error, t.alikeFailed)}
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {query.isFetching && t.alikeLooking}
        {!query.isFetching && found.length > 0 && t.alikeFound(found.length)}
      </p>
      {found.length > 0 && (
        <section
          aria-labelledby={titleId}
          className="flex flex-col gap-2 rounded-card bg-info-soft p-3"
        >
          <h3 ref={headingRef} id={titleId} tabIndex={-1} className="font-semibold text-ink">
            {t.alikeTitle}
          </h3>
          <p className="text-sm text-ink">{t.alikeLead}</p>
          <ul className="flex flex-col gap-2">
            {found.map((patient) => (
              <li
                key={patient.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-surface p-3"
              >
                <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
                  <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                    <span className="font-semibold wrap-anywhere text-ink">
                      <bdi>{patient.name}</bdi>
                    </span>
                    <Badge tone="info">{t.alikeBy[patient.by]}</Badge>
                  </div>
                  <PatientFactsLine patient={patient} />
                </div>
                {patient.open === null && (
                  <Button
                    size="small"
                    icon={<UserRoundCheck aria-hidden="true" />}
                    aria-label={t.chooseOf(patient.name)}
                    onClick={() => onChoose(patient)}
                  >
                    {t.choose}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {onMerge && found.length > 1 && (
            <Button
              variant="quiet"
              size="small"
              className="self-start"
              icon={<Merge aria-hidden="true" />}
              onClick={() => onMerge(found)}
            >
              {t.sameTwice}
            </Button>
          )}
        </section>
      )}
    </>
  );
}
