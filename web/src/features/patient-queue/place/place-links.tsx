import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { placeId } from './place-id.ts';
import { usePlaceText } from './words/use-place-text.ts';

/** Links to the cards of the account's places in line, as an overview [PROF-1]. */
export function PlaceLinks({ entries }: { entries: readonly PatientEntry[] }): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const whose = useWhose();
  const placeText = usePlaceText();
  return (
    <nav aria-label={t.yourPlaces}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map((entry) => {
          const name = whose(entry.patient);
          return (
            <Card key={entry.id} as="li" padding="none">
              <a
                href={`#${placeId(entry)}`}
                className="flex min-h-11 items-center gap-3 rounded-card px-4 py-2.5 hover:bg-sunken"
              >
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="text-sm text-ink-soft">
                    {`${name === undefined ? people.forYou : people.forPerson(name)} · ${isolateBidi(entry.doctor.name)}`}
                  </span>
                  <span className="font-semibold text-ink tabular-nums">{placeText(entry)}</span>
                </span>
                {/* A link to the card, and not only a status. */}
                <ArrowDown aria-hidden="true" className="size-4 shrink-0 text-primary-ink" />
              </a>
            </Card>
          );
        })}
      </ul>
    </nav>
  );
}
