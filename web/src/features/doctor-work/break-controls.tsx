import { type Doctor, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Coffee } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
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

/**
 * Starts a break with an announced end, which patients see, and ends a running one [DOC-2]. On a
 * phone a button opens the controls, because the current patient comes first there.
 */
export function BreakControls({
  doctor,
}: {
  doctor: Pick<Doctor, 'id' | 'name' | 'status' | 'breakUntil' | 'opening' | 'timeZone'>;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const format = useFormat();
  const client = useQueryClient();
  const now = useNow();
  const isPhone = useMedia('(max-width: 40rem)');
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const [back, setBack] = useState('');
  /** The button with the opposite action, which takes over the focus. */
  const opposite = useRef<HTMLButtonElement>(null);
  /** Whether a break was running when the button was pressed; null once there is a result. */
  const pressedIn = useRef<boolean>(null);
  const [availableQuestion, askAvailable] = useAvailableQuestion(doctor);
  const isOn = doctor.breakUntil !== null;
  const write = useSubmit(setDoctorStatus, {
    onSuccess: (reply) => {
      takeIn(client, { type: 'doctor_updated', data: reply.doctor });
      setBack('');
      setOpen(false);
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
  const params = { id: doctor.id };

  /** The server computes the end, because this device's clock may be wrong. */
  function pause(end: { breakMinutes: number } | { breakClock: string }): void {
    pressedIn.current = isOn;
    write.mutate({ params, body: { status: 'busy', ...end } });
  }

  if (doctor.breakUntil !== null) {
    const isOffline = doctor.status === 'Offline';
    return (
      <>
        <Notice
          tone="warning"
          action={
            <Button
              ref={opposite}
              busy={write.isPending}
              onClick={() =>
                askAvailable(() => {
                  pressedIn.current = isOn;
                  write.mutate({ params, body: { status: 'available' } });
                })
              }
            >
              {isOffline ? t.availableNow : t.breakEnd}
            </Button>
          }
        >
          {isOffline
            ? t.offlineNow(format.coming(doctor.breakUntil, now, doctor.timeZone))
            : t.breakNow(format.timeOrDate(doctor.breakUntil, now, doctor.timeZone))}
        </Notice>
        {availableQuestion}
      </>
    );
  }
  return isPhone ? (
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
        {isOpen && choices('sr-only')}
      </div>
    </>
  ) : (
    choices(legendLook)
  );

  function choices(legend: string): ReactNode {
    return (
      <fieldset className="flex min-w-0 flex-wrap items-end gap-2">
        <legend className={legend}>
          <Coffee aria-hidden="true" className="size-4 text-ink-soft" />
          {t.breakTitle}
        </legend>
        {lengths.map((minutes, index) => (
          <Button
            key={minutes}
            ref={index === 0 && !isPhone ? opposite : null}
            disabled={write.isPending}
            onClick={() => pause({ breakMinutes: minutes })}
          >
            {t.breakFor(minutes)}
          </Button>
        ))}
        <form
          noValidate
          className="flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (back !== '') pause({ breakClock: back });
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
            onChange={({ target }) => setBack(target.value)}
          />
          <Button type="submit" disabled={back === '' || write.isPending}>
            {t.breakUntilStart}
          </Button>
        </form>
      </fieldset>
    );
  }
}

const legendLook =
  'float-start me-1 flex min-h-11 items-center gap-1.5 text-sm font-semibold text-ink md:pointer-fine:min-h-10';
