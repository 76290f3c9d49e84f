import { maxLength } from '@baari/contract/constants.ts';
import {
  closeDay,
  type DayEnd,
  type DoctorOfDay,
  type LineOfDay,
} from '@baari/contract/hospital/day-end.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { completeConsultation } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { dayEndQuery } from '../../../api/queries/day-end-query.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { WithTokens } from '../../../ui/text/with-tokens.tsx';
import { DayEndSetting } from './day-end-setting.tsx';
import { openIn } from './open-of-day.ts';
import { UndoClosing } from '../undo-closing.tsx';
import { useRefresh } from '../lists/use-queues.ts';

/** The day's open entries by doctor; closes the day with a message to the patients [DAY-1]. */
export function CloseDayDialog({
  mayConsult,
  onClose,
}: {
  /** Whether the user may end a doctor's consultation and set the end of the day. */
  mayConsult: boolean;
  onClose: () => void;
}): ReactNode {
  const { dayEnd: t, common } = useMessages('dayEnd');
  const problemText = useProblemText();
  const { refresh } = useRefresh();
  const { data: day, error, isFetching, refetch } = useQuery(dayEndQuery());
  const client = useQueryClient();
  const format = useFormat();
  const [word, setWord] = useState('');
  const [typed, setTyped] = useState('');
  const cancel = useRef<HTMLButtonElement>(null);
  const write = useWrite(closeDay, {
    onSuccess: ({ left, dayEnd: after }) => {
      toast({ type: 'success', title: t.closed(count - left) });
      refresh();
      setTyped('');
      // A very long day is closed in several steps, so the rest is shown again.
      client.setQueryData(dayEndQuery().queryKey, after);
      if (left === 0) onClose();
    },
  });
  const count = openIn(day);
  const isOpen = day !== undefined && day.doctors.length + day.lines.length > 0;
  const isEarly = day?.isEarly === true && count > 0;
  const asksCount = isEarly && !mayConsult;
  const isConfirmed = !asksCount || typed.trim() === String(count);
  const mayClose = isOpen && (count > 0 || day.doctors.some(({ status }) => status !== 'Offline'));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={t.title}
      description={t.lead}
      // Focusing the field below would scroll the list out of view.
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {common.cancel}
          </Button>
          {mayClose && (
            <Button
              variant="danger"
              busy={write.isPending}
              busyLabel={t.closing}
              disabled={!isConfirmed}
              onClick={() =>
                write.mutate({
                  body: {
                    asOf: day.asOf,
                    word: word.trim(),
                    ...(asksCount && { patients: count }),
                  },
                })
              }
            >
              {t.confirm(count)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {write.isError && <Notice tone="danger">{problemText(write.error, t.failed)}</Notice>}
        {day === undefined && error === null && <ListSkeleton label={t.loading} rows={3} />}
        {day === undefined && error !== null && (
          <Notice
            tone="danger"
            title={t.loadFailed}
            action={
              <Button busy={isFetching} onClick={() => void refetch()}>
                {common.tryAgain}
              </Button>
            }
          >
            {problemText(error)}
          </Notice>
        )}
        {day !== undefined && !isOpen && <Notice tone="success">{t.nothing}</Notice>}
        {day !== undefined && <UndoClosing day={day} />}
        {isOpen && <OpenDoctors day={day} mayConsult={mayConsult} />}
        {isEarly && (
          <Notice tone="danger">
            {t.early(
              day.openUntil === null ? null : format.time(day.openUntil, day.timeZone),
              count,
            )}
          </Notice>
        )}
        {asksCount && (
          <TextField
            label={t.typeCount}
            hint={t.typeCountHint}
            inputMode="numeric"
            autoComplete="off"
            required
            value={typed}
            onChange={(event) => setTyped(withPlainDigits(event.target.value))}
          />
        )}
        {count > 0 && (
          <TextArea
            label={t.word}
            labelNote={common.optional}
            hint={t.wordHint}
            rows={2}
            maxLength={maxLength.note}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        )}
        {day !== undefined && <DayEndSetting day={day} maySet={mayConsult} />}
      </div>
    </Dialog>
  );
}

function OpenDoctors({ day, mayConsult }: { day: DayEnd; mayConsult: boolean }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  return (
    <section aria-label={t.openTitle}>
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {day.doctors.map((doctor) => (
          <OpenDoctor key={doctor.id} doctor={doctor} zone={day.timeZone} mayConsult={mayConsult} />
        ))}
        {day.lines.map((line) => (
          <OpenLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function OpenDoctor({
  doctor,
  zone,
  mayConsult,
}: {
  doctor: DoctorOfDay;
  zone: string;
  mayConsult: boolean;
}): ReactNode {
  const { dayEnd: t, ui } = useMessages('dayEnd');
  const { name, waiting, pending, inside, status } = doctor;
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <p className="font-semibold wrap-anywhere text-ink">{name}</p>
      <Facts className="text-sm text-ink-soft">
        {ui.doctorStatuses[status]}
        {waiting > 0 && t.waiting(waiting)}
        {pending > 0 && t.pending(pending)}
        {waiting + pending === 0 && t.nobody}
      </Facts>
      {inside && <Inside inside={inside} zone={zone} mayEnd={mayConsult} />}
    </li>
  );
}

/** A shared line; a patient being served at a counter stays there. */
function OpenLine({ line: { name, waiting, pending, served } }: { line: LineOfDay }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <p className="font-semibold wrap-anywhere text-ink">{name}</p>
      <Facts className="text-sm text-ink-soft">
        {waiting > 0 && t.waiting(waiting)}
        {pending > 0 && t.pending(pending)}
        {served > 0 && t.served(served)}
      </Facts>
    </li>
  );
}

/** An open consultation: the desk is asked about it, and closing the day never ends it. */
function Inside({
  inside,
  zone,
  mayEnd,
}: {
  inside: NonNullable<DoctorOfDay['inside']>;
  zone: string;
  mayEnd: boolean;
}): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  const format = useFormat();
  const client = useQueryClient();
  const end = useSubmit(completeConsultation, {
    failed: t.endFailed,
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_updated', data: queue });
      void client.invalidateQueries({ queryKey: dayEndQuery().queryKey });
    },
  });
  const since = inside.since === null ? '' : format.time(inside.since, zone);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-sunken px-3 py-2 text-sm text-ink">
      <p>
        <span className="font-semibold">
          <WithTokens>{t.inside(inside.token, since)}</WithTokens>
        </span>
        <br />
        {mayEnd ? t.insideAsk : t.insideDoctor}
      </p>
      {mayEnd && (
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate({ params: { id: inside.entryId }, body: {} })}
        >
          {t.end}
        </Button>
      )}
    </div>
  );
}
