import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { HandOffNote } from './hand-off-note.tsx';
import { ownHandOffsQuery } from './hand-off-queries.ts';

/**
 * The user's own hand-off notes of the day: what is done, and to correct them after the patient has
 * gone on. Hidden if there are none.
 */
export function OwnHandOffs(): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const titleId = useId();
  const query = useQuery(ownHandOffsQuery());
  if (query.isError && !query.data) {
    return (
      <Card className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        <p>{t.failed}</p>
        <TryAgain query={query} part />
      </Card>
    );
  }
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.own}
      </h2>
      <ScrollArea label={t.own} className="max-h-96">
        <ul className="flex flex-col divide-y divide-line">
          {query.data.map(({ patientName, hospital, token, openEntryId, ...note }) => (
            <li key={note.id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
              <h3 className="font-semibold wrap-anywhere text-ink">
                {token !== null && <span className="me-2 whitespace-nowrap">{token}</span>}
                <bdi>{patientName}</bdi>
              </h3>
              <HandOffNote
                note={{ ...note, isForHere: false }}
                whose={{
                  hospital: hospital.name,
                  zone: hospital.timeZone,
                  patient: patientName,
                  token,
                  addTo: openEntryId ?? undefined,
                }}
              />
            </li>
          ))}
        </ul>
      </ScrollArea>
    </Card>
  );
}
