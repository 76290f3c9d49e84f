import { type Doctor, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Coffee } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useAvailableQuestion } from '../../shared/doctor/available-outside-hours.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { useNow } from '../../ui/hooks/use-now.ts';

const lengths = [15, 30, 60] as const;

type DoctorOnBreak = Pick<Doctor, 'id' | 'name' | 'status' | 'breakUntil' | 'opening' | 'timeZone'>;

/**
 * Starts a break whose end patients see, or ends the current break [DOC-2]. On a phone a button
 * opens these controls, to leave space for the current patient.
 */
export function BreakControls({ doctor }: { doctor: DoctorOnBreak }): ReactNode {
  const isPhone = useMedia('(max-width: 40rem)');
  return <BreakLine doctor={doctor} isFolded={isPhone} isLow={false} />;
}

/** The controls for a break where they have one line: among the buttons of a page's header [DOC-2]. */
export function LowBreakControls({
  doctor,
  isFolded,
}: {
  doctor: DoctorOnBreak;
  /** Whether a button opens the choices. */
  isFolded: boolean;
}): ReactNode {
  return <BreakLine doctor={doctor} isFolded={isFolded} isLow />;
}

function BreakLine({
  doctor,
  isFolded,
  isLow,
}: {
  doctor: DoctorOnBreak;
  isFolded: boolean;
  isLow: boolean;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const [back, setBack] = useState('');
  const { isPending, opposite, start, end } = useBreak(doctor, () => {
    setBack('');
    setOpen(false);
  });
  if (doctor.breakUntil !== null) {
    return (
      <RunningBreak
        doctor={doctor}
        isLow={isLow}
        until={doctor.breakUntil}
        isPending={isPending}
        button={opposite}
        onEnd={end}
      />
    );
  }
  const choices = { isPending, back, onBack: setBack, onStart: start };
  if (!isFolded) {
    return <BreakChoices {...choices} legendClass={legendLook} firstButton={opposite} />;
  }
  return (
    <>
      <Button
        ref={opposite}
        aria-expanded={isOpen}
        aria-controls={panelId}
        icon={<Coffee aria-hidden="true" />}
        iconAfter={
          <ChevronDown aria-hidden="true" className={classNames(isOpen && 'rotate-180')} />
        }
        onClick={() => setOpen(!isOpen)}
      >
        {t.breakTitle}
      </Button>
      {/* Without a width of its own, so that the buttons beside it stay where they are. */}
      <div id={panelId} hidden={!isOpen} className="order-last w-0 min-w-full">
        {isOpen && <BreakChoices {...choices} legendClass="sr-only" />}
      </div>
    </>
  );
}

/**
 * How the doctor states the end of a break. The server computes the end, because this device's
 * clock may be wrong.
 */
type BreakEnd = { breakMinutes: number } | { breakClock: string };

/**
 * Starts and ends the doctor's break. Then moves the focus to the button with the opposite action.
 */
function useBreak({ id, breakUntil }: DoctorOnBreak, onSaved: () => void) {
  const { doctorWork: t } = useMessages('doctorWork');
  const client = useQueryClient();
  /**
   * The button with the opposite action, such as "End break". It gets the focus after the pressed
   * button disappears.
   */
  const opposite = useRef<HTMLButtonElement>(null);
  /**
   * Whether a break was running when the button was pressed. Null while no press waits for the
   * server's response.
   */
  const pressedIn = useRef<boolean>(null);
  const isOn = breakUntil !== null;
  const write = useSubmit(setDoctorStatus, {
    onSuccess: (reply) => {
      takeIn(client, { type: 'doctor_updated', data: reply.doctor });
      onSaved();
    },
    onError: () => {
      pressedIn.current = null;
    },
    failed: t.notSaved,
  });
  const { isPending } = write;
  useEffect(() => {
    // The live event may arrive before the server's response. The focus moves only after the
    // response.
    if (isPending || pressedIn.current !== !isOn) return;
    pressedIn.current = null;
    if (document.activeElement === document.body) opposite.current?.focus();
  }, [isOn, isPending]);
  return {
    isPending,
    opposite,
    start(until: BreakEnd) {
      pressedIn.current = isOn;
      write.mutate({ params: { id }, body: { status: 'busy', ...until } });
    },
    end() {
      pressedIn.current = isOn;
      write.mutate({ params: { id }, body: { status: 'available' } });
    },
  };
}

function RunningBreak({
  doctor,
  isLow,
  until,
  isPending,
  button,
  onEnd,
}: {
  doctor: DoctorOnBreak;
  isLow: boolean;
  until: string;
  isPending: boolean;
  button: RefObject<HTMLButtonElement | null>;
  onEnd: () => void;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const now = useNow();
  const [availableQuestion, askAvailable] = useAvailableQuestion(doctor);
  const isOffline = doctor.status === 'Offline';
  const end = (
    <Button ref={button} busy={isPending} onClick={() => askAvailable(onEnd)}>
      {isOffline ? t.availableNow : t.breakEnd}
    </Button>
  );
  const said = isOffline
    ? t.offlineNow(format.coming(until, now, doctor.timeZone))
    : t.breakNow(format.timeOrDate(until, now, doctor.timeZone));
  return (
    <>
      {isLow ? (
        <div className="order-last flex w-0 min-w-full flex-wrap items-center justify-end gap-2 rounded-control bg-warning-soft ps-3 text-sm text-warning-ink">
          <p className="min-w-0 flex-1 basis-60 py-1">{said}</p>
          {end}
        </div>
      ) : (
        <Notice tone="warning" action={end}>
          {said}
        </Notice>
      )}
      {availableQuestion}
    </>
  );
}

/** The buttons to start a break of a usual length, or a break until a typed time. */
function BreakChoices({
  isPending,
  back,
  onBack,
  onStart,
  legendClass,
  firstButton,
}: {
  isPending: boolean;
  /** The typed time at which the doctor is back. */
  back: string;
  onBack: (back: string) => void;
  onStart: (until: BreakEnd) => void;
  legendClass: string;
  firstButton?: RefObject<HTMLButtonElement | null>;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-2">
      <legend className={legendClass}>
        <Coffee aria-hidden="true" className="size-4 text-ink-soft" />
        {t.breakTitle}
      </legend>
      {lengths.map((minutes, index) => (
        <Button
          key={minutes}
          ref={index === 0 ? firstButton : null}
          disabled={isPending}
          onClick={() => onStart({ breakMinutes: minutes })}
        >
          {t.breakFor(minutes)}
        </Button>
      ))}
      <form
        noValidate
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (back !== '') onStart({ breakClock: back });
        }}
      >
        <span aria-hidden="true" className="text-sm text-ink-soft">
          {t.breakUntilField}
        </span>
        <TextField
          type="time"
          label={t.breakUntilField}
          labelHidden
          className="w-32"
          value={back}
          onChange={({ target }) => onBack(target.value)}
        />
        <Button type="submit" disabled={back === '' || isPending}>
          {t.breakUntilStart}
        </Button>
      </form>
    </fieldset>
  );
}

const legendLook =
  'float-start me-1 flex min-h-11 items-center gap-1.5 text-sm font-semibold text-ink md:pointer-fine:min-h-10';
