import { travelChoices } from '@baari/contract/constants.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { LaterButton } from '../leave/later-button.tsx';
import { LeaveButton } from '../leave/leave-button.tsx';
import { QuestionsCard } from './more/questions-card.tsx';
import { SharePlace } from './more/share-place.tsx';
import type { useTravelMinutes } from './use-travel-minutes.ts';
import { useTurnSound } from './use-turn-alert.ts';

/** The controls for a patient with a place in line: settings, information, and actions. */
export function PlaceControls({
  entry,
  isNext,
  visit,
  travel,
}: {
  entry: PatientEntry;
  /** Whether the patient is next in line. The travel time then no longer matters. */
  isNext: boolean;
  /** The state of the answers to the questions before the visit. Undefined until loaded. */
  visit: OpenVisit | undefined;
  travel: ReturnType<typeof useTravelMinutes>;
}): ReactNode {
  const isWaiting = entry.status === 'waiting' && !isAway(entry);
  return (
    <div className="flex flex-col gap-2 px-5 py-4 sm:px-8">
      {isWaiting && entry.checkedInAt === null && !isNext && <TravelSelect travel={travel} />}
      <SoundSwitch />
      <QuestionsCard entry={entry} visit={visit} />
      <div className="-mx-5 flex flex-wrap justify-between gap-x-1 border-t border-line px-2 pt-2 sm:-mx-8 sm:px-5 print:hidden">
        {isWaiting && <LaterButton entry={entry} />}
        {entry.status === 'waiting' && (
          <SharePlace entry={entry} variant="quiet" className="text-ink-soft" />
        )}
        <span className="grow" />
        <LeaveButton entry={entry} />
      </div>
    </div>
  );
}

function TravelSelect({
  travel: [minutes, setMinutes],
}: {
  travel: ReturnType<typeof useTravelMinutes>;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <Select
      label={t.travel}
      className="max-w-60"
      value={String(minutes)}
      onChange={(event) => setMinutes(Number(event.target.value))}
      options={travelChoices.map((choice) => ({
        value: String(choice),
        label: t.travelMinutes(choice),
      }))}
    />
  );
}

function SoundSwitch(): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const [on, setOn] = useTurnSound();
  return (
    <Switch
      className="print:hidden"
      label={t.soundOn}
      checked={on}
      onChange={(event) => setOn(event.target.checked)}
    />
  );
}
