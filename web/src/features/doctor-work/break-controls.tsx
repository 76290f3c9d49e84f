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
 * Starts a break with an announced end, which patients see, and ends a running one [DOC-2]. On a
 * phone a button opens the controls, because the current patient comes first there.
 */
export function BreakControls({ doctor }: { doctor: DoctorOnBreak }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const isPhone = useMedia('(max-width: 40rem)');
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
        until={doctor.breakUntil}
        isPending={isPending}
        button={opposite}
        onEnd={end}
      />
    );
  }
  const choices = { isPending, back, onBack: setBack, onStart: start };
  if (!isPhone) {
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
      <div id={panelId} hidden={!isOpen} className="order-last w-full">
        {isOpen && <BreakChoices {...choices} legendClass="sr-only" />}
      </div>
    </>
  );
}

/** The server computes the end, because this device's clock may be wrong. */
type BreakEnd = { breakMinutes: number } | { breakClock: string };

/** Starts and ends the break, and moves the focus to the button with the opposite action. */
function useBreak({ id, breakUntil }: DoctorOnBreak, onSaved: () => void) {
  const { doctorWork: t } = useMessages('doctorWork');
  const client = useQueryClient();
  /** The button with the opposite action, which takes over the focus. */
  const opposite = useRef<HTMLButtonElement>(null);
  /** Whether a break was running at the press; null after the result. */
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
    // The live event may arrive first; the focus moves only after the answer.
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
  until,
  isPending,
  button,
  onEnd,
}: {
  doctor: DoctorOnBreak;
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
  return (
    <>
      <Notice
        tone="warning"
        action={
          <Button ref={button} busy={isPending} onClick={() => askAvailable(onEnd)}>
            {isOffline ? t.availableNow : t.breakEnd}
          </Button>
        }
      >
        {isOffline
          ? t.offlineNow(format.coming(until, now, doctor.timeZone))
          : t.breakNow(format.timeOrDate(until, now, doctor.timeZone))}
      </Notice>
      {availableQuestion}
    </>
  );
}

/** Starts a break of a usual length or until a time. */
function BreakChoices({
  isPending,
  back,
  onBack,
  onStart,
  legendClass,
  firstButton,
}: {
  isPending: boolean;
  /** The typed time of return. */
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
