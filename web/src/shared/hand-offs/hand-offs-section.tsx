import type { HandOff } from '@baari/contract/visit/hand-offs.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { HandOffNote } from './hand-off-note.tsx';
import { handOffsQuery } from './hand-off-queries.ts';

/**
 * The hand-off notes of a patient's visit. Hidden if there are none. Notes that are struck out are
 * folded, and at a counter also those for other stops.
 */
export function HandOffsSection({
  entry,
  isAtCounter = false,
}: {
  entry: StaffEntry;
  isAtCounter?: boolean;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const titleId = useId();
  const query = useQuery(handOffsQuery(entry.id));
  if (query.isError && !query.data) {
    return (
      <ProblemNotice
        title={t.failed}
        problem={query.error}
        fallback={t.failed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (query.data === undefined || query.data.length === 0) return null;
  const isFirst = ({ struck, isForHere }: HandOff): boolean =>
    struck === null && (isForHere || !isAtCounter);
  const { hospital, patient, token } = entry;
  const whose = {
    hospital: hospital.name,
    zone: hospital.timeZone,
    patient: patient.fullName,
    token,
  };
  const first = query.data.filter(isFirst);
  const others = query.data.filter((note) => !isFirst(note));
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h3 id={titleId} className="text-sm font-semibold text-ink-soft">
        {t.title}
      </h3>
      {first.map((note) => (
        <HandOffNote key={note.id} whose={whose} note={note} />
      ))}
      {others.length > 0 && (
        <Disclosure show={t.others(others.length)} hide={t.hideOthers}>
          <div className="flex flex-col gap-3">
            {others.map((note) => (
              <HandOffNote key={note.id} whose={whose} note={note} />
            ))}
          </div>
        </Disclosure>
      )}
    </section>
  );
}
