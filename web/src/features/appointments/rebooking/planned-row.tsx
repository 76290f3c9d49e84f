import type { PlannedMove } from '@baari/contract/visit/rebooking.ts';
import { ArrowRight, CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useWhen } from '../use-appointments.ts';
import { ChooseTime } from './choose-time.tsx';
import { choices, type Decision } from './rebooking-draft.ts';

/**
 * One booking of the plan: its time, why that time is no longer possible, the proposed new time,
 * and the desk's choice.
 */
export function PlannedRow({
  move,
  decision,
  withDoctor,
  onDecision,
}: {
  move: PlannedMove;
  decision: Decision;
  /** Whether the plan contains bookings of several doctors. Each booking then names its doctor. */
  withDoctor: boolean;
  onDecision: (decision: Decision) => void;
}): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  const when = useWhen();
  const format = useFormat();
  const [isChanging, setChanging] = useState(false);
  const { appointment, cause } = move;
  const { patient, doctor } = appointment;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold wrap-anywhere text-ink">
            <bdi>{patient.name}</bdi>
          </p>
          <p className="text-sm text-ink-soft tabular-nums">
            {format.beside([
              when(appointment),
              ...(withDoctor ? [doctor.name] : []),
              t.causes[cause],
            ])}
          </p>
          <NewTimeLine move={move} decision={decision} />
          {!patient.hasAccount && <p className="text-sm text-warning-ink">{t.noAccount}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label={t.choice(patient.name)}
            labelHidden
            className="min-w-40"
            value={decision.choice}
            options={choices.map((value) => ({
              value,
              label: t.choices[value],
              disabled: value === 'move' && decision.to === null,
            }))}
            onChange={({ target }) => {
              const choice = choices.find((each) => each === target.value);
              onDecision({ ...decision, choice: choice ?? 'leave' });
            }}
          />
          <Button
            size="small"
            variant="quiet"
            icon={<CalendarClock aria-hidden="true" />}
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {t.change}
            <span className="sr-only">{` ${t.changeOf(patient.name)}`}</span>
          </Button>
        </div>
      </div>
      {isChanging && (
        <ChooseTime
          appointment={appointment}
          chosen={decision.to}
          onTime={(to) => {
            onDecision({ choice: 'move', to });
            setChanging(false);
          }}
        />
      )}
    </li>
  );
}

/**
 * Shows the booking's new time, or says that the booking is cancelled, kept, or has no free time.
 */
function NewTimeLine({ move, decision }: { move: PlannedMove; decision: Decision }): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  const format = useFormat();
  const { to, choice } = decision;
  const { doctor, hospital } = move.appointment;
  if (choice === 'cancel') return <p className="text-sm text-danger-ink">{t.choices.cancel}</p>;
  if (to === null) return <p className="text-sm text-ink-soft">{t.noneFound}</p>;
  if (choice === 'leave') return <p className="text-sm text-ink-soft">{t.choices.leave}</p>;
  const at = format.dayAndTime(
    format.date(to.startsAt, hospital.timeZone),
    to.startsAt,
    hospital.timeZone,
  );
  return (
    <p className="flex items-start gap-1.5 font-medium text-ink tabular-nums">
      <ArrowRight aria-hidden="true" className="mt-1 size-4 shrink-0 rtl:-scale-x-100" />
      <span className="wrap-anywhere">
        {to.doctor.id === doctor.id ? at : format.beside([at, t.withDoctor(to.doctor.name)])}
      </span>
    </p>
  );
}
