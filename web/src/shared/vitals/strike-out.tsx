import { maxLength } from '@baari/contract/constants.ts';
import { strikeVitals } from '@baari/contract/visit/vitals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { vitalsQuery } from './vitals-queries.ts';

/** The button that strikes out a wrong measurement, and the form for the reason beside it. */
export function StrikeOut({
  measurementId,
  entryId,
  time,
}: {
  measurementId: string;
  entryId: string;
  /** When the values were measured, for screen readers. */
  time: string;
}): ReactNode {
  const { vitals: t, common } = useMessages('vitals');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const button = useFocusBack(isAsking);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsking) field.current?.focus();
  }, [isAsking]);
  const strike = useSubmit(strikeVitals, {
    failed: t.strikeFailed,
    onSuccess: ({ vitals }) => {
      client.setQueryData(vitalsQuery(entryId).queryKey, vitals);
      toast({ type: 'success', title: t.struckDone });
    },
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    if (reason.trim() === '') return;
    strike.mutate({ params: { id: measurementId }, body: { reason: reason.trim() } });
  }
  if (!isAsking) {
    return (
      <Button
        ref={button}
        size="small"
        variant="quiet"
        className="print:hidden"
        onClick={() => setAsking(true)}
      >
        {t.strike}
        <span className="sr-only">{` · ${t.strikeOf(time)}`}</span>
      </Button>
    );
  }
  return (
    <form onSubmit={send} className="flex w-full flex-col gap-2 py-1 print:hidden">
      <TextField
        label={t.reason}
        hint={t.strikeHint}
        value={reason}
        maxLength={maxLength.line}
        required
        ref={field}
        onChange={({ target }) => setReason(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setAsking(false);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          busy={strike.isPending}
          busyLabel={t.striking}
          disabled={reason.trim() === ''}
        >
          {t.strike}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setAsking(false)}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
