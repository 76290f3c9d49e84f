import { maxLength } from '@baari/contract/constants.ts';
import { closeDay, type DayEnd } from '@baari/contract/hospital/day-end.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { dayEndQuery } from '../../../api/queries/day-end-query.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { DayEndSetting } from './day-end-setting.tsx';
import { OpenEntries } from './open-entries.tsx';
import { openIn } from './open-of-day.ts';
import { UndoClosing } from '../undo-closing.tsx';
import { useRefresh } from '../lists/use-queues.ts';

/**
 * The dialog with the day's open queue entries by doctor. It closes the day with a message to the
 * patients [DAY-1].
 */
export function CloseDayDialog({
  mayConsult,
  onClose,
}: {
  /** Whether the user may end a doctor's consultation and set the end of the day. */
  mayConsult: boolean;
  onClose: () => void;
}): ReactNode {
  const { dayEnd: t, common } = useMessages('dayEnd');
  const query = useQuery(dayEndQuery());
  const day = query.data;
  const closing = useCloseDay(day, mayConsult, onClose);
  const { write, count, isOpen, isEarly, mayClose, isConfirmed, send } = closing;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={t.title}
      description={t.lead}
      // The cancel button gets the focus, because focusing the text field would scroll the list out
      // of view.
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
              onClick={send}
            >
              {t.confirm(count)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {write.isError && <ProblemNotice problem={write.error} fallback={t.failed} />}
        {day === undefined && <DayNotRead query={query} />}
        {day !== undefined && (
          <>
            {!isOpen && <Notice tone="success">{t.nothing}</Notice>}
            <UndoClosing day={day} />
            {isOpen && <OpenEntries day={day} mayConsult={mayConsult} />}
            {isEarly && <EarlyNotice day={day} count={count} />}
            <ClosingFields closing={closing} />
            <DayEndSetting day={day} maySet={mayConsult} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The state and the request for closing the day. If the day has very many open entries, they are
 * closed in several requests.
 */
function useCloseDay(day: DayEnd | undefined, mayConsult: boolean, onClosed: () => void) {
  const { dayEnd: t } = useMessages('dayEnd');
  const { refresh } = useRefresh();
  const client = useQueryClient();
  const [word, setWord] = useState('');
  const [typed, setTyped] = useState('');
  const count = openIn(day);
  const write = useWrite(closeDay, {
    onSuccess: ({ left, dayEnd: after }) => {
      toast({ type: 'success', title: t.closed(count - left) });
      refresh();
      setTyped('');
      // Shows the queue entries that are still open. The next request closes them.
      client.setQueryData(dayEndQuery().queryKey, after);
      if (left === 0) onClosed();
    },
  });
  const isOpen = day !== undefined && day.doctors.length + day.lines.length > 0;
  const isEarly = day?.isEarly === true && count > 0;
  const asksCount = isEarly && !mayConsult;
  return {
    write,
    count,
    isOpen,
    isEarly,
    asksCount,
    mayClose: isOpen && (count > 0 || day.doctors.some(({ status }) => status !== 'Offline')),
    isConfirmed: !asksCount || typed.trim() === String(count),
    word,
    setWord,
    typed,
    setTyped,
    send() {
      if (day === undefined) return;
      write.mutate({
        body: { asOf: day.asOf, word: word.trim(), ...(asksCount && { patients: count }) },
      });
    },
  };
}

function DayNotRead({
  query: { error, isFetching, refetch },
}: {
  query: UseQueryResult<DayEnd>;
}): ReactNode {
  const { dayEnd: t, common } = useMessages('dayEnd');
  const problemText = useProblemText();
  if (error === null) return <ListSkeleton label={t.loading} rows={3} />;
  return (
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
  );
}

function EarlyNotice({ day, count }: { day: DayEnd; count: number }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  const format = useFormat();
  return (
    <Notice tone="danger">
      {t.early(day.openUntil === null ? null : format.time(day.openUntil, day.timeZone), count)}
    </Notice>
  );
}

/**
 * The field for the message to the patients. If required, also the field in which the user types
 * the number of patients to confirm.
 */
function ClosingFields({
  closing: { count, asksCount, typed, setTyped, word, setWord },
}: {
  closing: ReturnType<typeof useCloseDay>;
}): ReactNode {
  const { dayEnd: t, common } = useMessages('dayEnd');
  return (
    <>
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
    </>
  );
}
