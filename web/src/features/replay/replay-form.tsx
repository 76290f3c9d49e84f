import {
  breakRules,
  type DayReplay,
  orderRules,
  replayBounds,
} from '@baari/contract/hospital/replay.ts';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Choices } from './use-replay-address.ts';

const usualBreakFrom = '13:00';

type Change = (changed: Partial<Choices>) => void;

/**
 * The form to replay a past day of the hospital with a change, for example another order of the
 * patients. The user chooses the day and the change.
 */
export function ReplayForm({
  shown,
  chosen,
  isPlaying,
  onPlay,
}: {
  shown: DayReplay;
  chosen: Choices;
  isPlaying: boolean;
  onPlay: (choices: Choices) => void;
}): ReactNode {
  const { replay: t } = useMessages('replay');
  const format = useFormat();
  const [draft, setDraft] = useState<Choices>(chosen);
  const set: Change = (changed) => setDraft((before) => ({ ...before, ...changed }));
  const doctors = shown.doctors.map(({ id, name, visits }) => ({
    value: id,
    label: t.ofDoctor(name, format.number(visits)),
  }));
  const day = draft.day || shown.day;
  // If the user has chosen another day, the doctors of that day are not loaded yet.
  const isOtherDay = day !== shown.day;

  return (
    <Card as="section" aria-label={t.choices}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onPlay(choicesToPlay(draft, shown));
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <TextField
            type="date"
            required
            label={t.day}
            value={day}
            max={dayBefore(shown.today)}
            onChange={({ target }) => set({ day: target.value })}
          />
          <Select
            label={t.doctor}
            placeholder={t.allDoctors}
            options={doctors}
            value={draft.doctor}
            disabled={isOtherDay}
            hint={isOtherDay ? t.otherDay : undefined}
            onChange={({ target }) => set({ doctor: target.value })}
          />
          <Select
            label={t.beside}
            placeholder={t.noHelper}
            options={doctors
              .filter(({ value }) => draft.doctor === '' || value === draft.doctor)
              .map(({ value }) => ({ value, label: t.helps(nameOf(value)) }))}
            value={draft.beside}
            disabled={isOtherDay}
            onChange={({ target }) => set({ beside: target.value })}
          />
          <RuleFields draft={draft} set={set} />
        </div>
        <Checkbox
          label={t.onTime}
          checked={draft.onTime === 'true'}
          onChange={({ target }) => set({ onTime: target.checked ? 'true' : '' })}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            icon={<RotateCcw aria-hidden="true" />}
            busy={isPlaying}
            busyLabel={t.playing}
          >
            {t.play}
          </Button>
        </div>
      </form>
    </Card>
  );

  function nameOf(id: string): string {
    return shown.doctors.find((doctor) => doctor.id === id)?.name ?? '';
  }
}

/**
 * The fields for the rules that a replay of a past day changes: the breaks, the order of patients,
 * and the number of walk-ins.
 */
function RuleFields({ draft, set }: { draft: Choices; set: Change }): ReactNode {
  const { replay: t } = useMessages('replay');
  return (
    <>
      <Select
        label={t.breaks}
        options={breakRules.map((value) => ({ value, label: t.breakRules[value] }))}
        value={draft.breaks || 'recorded'}
        onChange={({ target }) => set({ breaks: target.value === 'recorded' ? '' : target.value })}
      />
      {draft.breaks === 'own' && (
        <>
          <TextField
            type="time"
            required
            label={t.breakFrom}
            value={draft.breakFrom || usualBreakFrom}
            onChange={({ target }) => set({ breakFrom: target.value })}
          />
          <TextField
            type="number"
            inputMode="numeric"
            required
            label={t.breakMinutes}
            min={replayBounds.breakMinutes.least}
            max={replayBounds.breakMinutes.most}
            value={draft.breakMinutes || String(replayBounds.breakMinutes.usual)}
            onChange={({ target }) => set({ breakMinutes: target.value })}
          />
        </>
      )}
      <Select
        label={t.order}
        options={orderRules.map((value) => ({ value, label: t.orderRules[value] }))}
        value={draft.order || 'recorded'}
        onChange={({ target }) => set({ order: target.value === 'recorded' ? '' : target.value })}
      />
      <TextField
        type="number"
        inputMode="numeric"
        label={t.walkIns}
        hint={t.walkInsHint}
        placeholder={t.noQuota}
        min={replayBounds.walkIns.least}
        max={replayBounds.walkIns.most}
        value={draft.walkIns}
        onChange={({ target }) => set({ walkIns: target.value })}
      />
    </>
  );
}

/**
 * The form values to simulate. Values that do not apply to the chosen day, doctor or kind of break
 * are empty. A break whose time was not typed gets the default time and length.
 */
function choicesToPlay(draft: Choices, shown: DayReplay): Choices {
  const day = draft.day || shown.day;
  const isOtherDay = day !== shown.day;
  const isOwnBreak = draft.breaks === 'own';
  return {
    ...draft,
    day,
    doctor: isOtherDay ? '' : draft.doctor,
    beside:
      isOtherDay || (draft.doctor !== '' && draft.beside !== draft.doctor) ? '' : draft.beside,
    breakFrom: isOwnBreak ? draft.breakFrom || usualBreakFrom : '',
    breakMinutes: isOwnBreak ? draft.breakMinutes || String(replayBounds.breakMinutes.usual) : '',
  };
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
