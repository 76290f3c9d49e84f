import type { LaterStep, LateStep } from '@baari/contract/constants.ts';
import {
  type Delays,
  getDelays,
  goLater,
  type PatientEntry,
  runLate,
} from '@baari/contract/queue/queue.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { ApiProblem } from '../../../api/problems/problem.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useWhen } from '../../../ui/text/use-when.ts';

export interface LaterDialogProps {
  entry: PatientEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type Wish = { readonly minutes: LateStep } | { readonly people: LaterStep };

/**
 * The dialog in which a patient chooses how late they will be, or how many patients to let go
 * first. Each choice has a preview [WAIT-1].
 */
export function LaterDialog({ entry, open, onOpenChange }: LaterDialogProps): ReactNode {
  const { later: t, common, people } = useMessages('later', 'people');
  const name = useWhose()(entry.patient);
  const formId = useId();
  const query = useDelays(entry, open);
  const problem = useLaterProblem();
  const [wish, setWish] = useState<Wish>();
  const { send, isPending, error } = useGoLater(entry, () => onOpenChange(false));
  const delays = query.data;
  const choices = delays === undefined ? [] : [...delays.late, ...delays.later];
  const isChoice = choices.length > 0;
  // If no choice lets anybody go first, the dialog must not say that others go first.
  const lead = isChoice && choices.every(({ letsPass }) => letsPass === 0) ? '' : t.lead;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => onOpenChange(next || isPending)}
      title={name === undefined ? t.title : `${t.title} · ${people.forPerson(name)}`}
      description={
        delays === undefined || delays.left === 0 ? lead : `${lead} ${t.left(delays.left)}`.trim()
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>
            {isChoice ? common.cancel : common.close}
          </Button>
          {isChoice && (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={wish === undefined}
              busy={isPending}
              busyLabel={t.sending}
            >
              {t.confirm}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (wish !== undefined) send(wish);
        }}
      >
        {error !== null && <Notice tone="danger">{problem(error, t.sendFailed)}</Notice>}
        {query.isPending && (
          <LoadingRegion label={t.loading}>
            <div className="flex flex-col gap-3">
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-16 w-full" />
            </div>
          </LoadingRegion>
        )}
        {query.isError && (
          <Notice tone="warning" title={t.failed} action={<TryAgain query={query} part />}>
            {problem(query.error, t.failed)}
          </Notice>
        )}
        {delays !== undefined &&
          (isChoice ? (
            <Choices entry={entry} delays={delays} onChoose={setWish} />
          ) : (
            <Notice>{delays.left === 0 ? t.used : t.nothing}</Notice>
          ))}
      </form>
    </Dialog>
  );
}

function Choices({
  entry,
  delays,
  onChoose,
}: {
  entry: PatientEntry;
  delays: Delays;
  onChoose: (wish: Wish) => void;
}): ReactNode {
  const { later: t } = useMessages('later');
  const effectText = useEffectText(entry);
  const name = useId();
  const wishes = new Map<string, Wish>();
  const late = delays.late.map((each) => {
    const value = `late ${each.minutes}`;
    wishes.set(value, { minutes: each.minutes });
    return { value, label: t.lateBy(each.minutes), description: effectText(each) };
  });
  const later = delays.later.map((each) => {
    const value = `later ${each.people}`;
    wishes.set(value, { people: each.people });
    return { value, label: t.letFirst(each.people), description: effectText(each) };
  });
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const wish = wishes.get(target.value);
    if (wish !== undefined) onChoose(wish);
  };
  return (
    <>
      {late.length > 0 && (
        <RadioGroup label={t.lateTitle} layout="boxes" options={late} {...{ name, onChange }} />
      )}
      {later.length > 0 && (
        <RadioGroup label={t.laterTitle} layout="boxes" options={later} {...{ name, onChange }} />
      )}
    </>
  );
}

/**
 * Returns a function that describes the effect of a choice, such as "3 people go first; you are
 * then 5th. Between 11:20 and 11:55".
 */
function useEffectText(entry: PatientEntry): (effect: Delays['late' | 'later'][number]) => string {
  const { later: t } = useMessages('later');
  const when = useWhen();
  return ({ letsPass, position, waitRange }) => {
    if (letsPass === 0) return t.placeStays;
    const time = when(waitRange, entry.hospital.timeZone);
    const where = t.goFirst(letsPass, position);
    return time === undefined ? where : `${where} ${t.expected(time)}`;
  };
}

/**
 * The choices of how late to be, with previews for the queue entry. They are fetched again when the
 * line changes.
 */
function useDelays(entry: PatientEntry, enabled: boolean) {
  return useQuery({
    queryKey: ['delays', entry.id, entry.queueVersion],
    queryFn: async ({ signal }) =>
      (await call(getDelays, { params: { id: entry.id }, signal })).delays,
    // The previous choices stay on screen while new choices load.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    enabled,
  });
}

function useGoLater(entry: PatientEntry, onDone: () => void) {
  const { later: t } = useMessages('later');
  const client = useQueryClient();
  /**
   * The patient's place in line when the dialog opened. `entry` may show the new place before the
   * server's response arrives.
   */
  const before = useRef(entry.position);
  const onSuccess = ({ queue }: { readonly queue: PatientEntry }) => {
    takeIn(client, { type: 'position_changed', data: queue });
    const message = queue.position === before.current ? t.doneStays : t.done(queue.position);
    toast({ type: 'success', title: t.doneTitle, message });
    onDone();
  };
  const late = useWrite(runLate, { onSuccess });
  const later = useWrite(goLater, { onSuccess });
  return {
    isPending: late.isPending || later.isPending,
    error: late.error ?? later.error,
    send(wish: Wish): void {
      const { id } = entry;
      before.current = entry.position;
      late.reset();
      later.reset();
      if ('minutes' in wish) late.mutate({ params: { id }, body: wish });
      else later.mutate({ params: { id }, body: wish });
    },
  };
}

/**
 * Returns a function for the text of a refusal. The server's sentence addresses staff, so the
 * patient gets a different sentence.
 */
function useLaterProblem(): (failure: ApiProblem | Error, otherwise: string) => string {
  const { later: t } = useMessages('later');
  const problemText = useProblemText();
  const own: Readonly<Partial<Record<string, string>>> = {
    delays_used: t.used,
    already_last: t.nothing,
    wait_not_known: t.notKnown,
    is_on_hold: t.onHold,
  };
  return (failure, otherwise) =>
    ('code' in failure ? own[failure.code ?? ''] : undefined) ?? problemText(failure, otherwise);
}
