import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Fold } from '../../../ui/layout/fold.tsx';
import { ChangeList } from './change-list.tsx';
import { changesOfVisit, type PlaceChange, type PlaceLog } from '../place/place-log.ts';

/** How long in ms the list is open after a change that the patient should know about. */
const newsMs = 30 * 60_000;

/** The changes that every place in line goes through. They do not open the list. */
const usual: ReadonlySet<PlaceChange['kind']> = new Set([
  'requested',
  'approved',
  'arrived',
  'called',
  'moved',
]);

/**
 * What happened to a patient's place in line. The list is closed unless staff or a rule changed the
 * place a short time ago [PAT-11].
 */
export function Changes({
  entry,
  earlier,
  moves,
}: {
  entry: PatientEntry;
  /** The earlier steps of the patient's visit, oldest first. */
  earlier: readonly PatientEntry[];
  moves: PlaceLog['moves'];
}): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const name = useWhose()(entry.patient);
  const now = useNow();
  const news = changesOfVisit(entry, earlier, moves).find(
    ({ change }) => !usual.has(change.kind) && now - change.at < newsMs,
  );
  return (
    <Fold
      // A new change opens the list again.
      key={news?.change.at}
      isOpen={news !== undefined}
      title={
        <>
          {t.changes}
          {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
        </>
      }
    >
      <ChangeList {...{ entry, earlier, moves }} />
    </Fold>
  );
}
