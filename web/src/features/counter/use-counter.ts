/** Fetches the data of one service point and runs the actions of its staff [LINE-2]. */
import {
  callAgain,
  callNext,
  type Counter,
  finishAtPoint,
  type PointOutcome,
  setPointState,
} from '@baari/contract/lines/counter.ts';
import type { EntryEvent, LiveEvent } from '@baari/contract/events.ts';
import { comeBack, type StaffEntry } from '@baari/contract/queue/queue.ts';
import type { PointState } from '@baari/contract/lines/shared-line.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../clock/clock.ts';
import { counterQuery, linesQuery } from '../../api/queries/line-queries.ts';
import { refetchBelow } from '../../api/refetch.ts';
import { useFailureToast } from '../../api/problems/use-failure-toast.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useLiveEvent } from '../../live/use-live.ts';
import { useNewDay } from '../../live/use-new-day.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { afterCall, afterFinish, afterSending } from './counter-changes.ts';

/** Debounce in ms: live events in quick succession cause one request for the counter's data. */
const readAfterMs = 200;
/** The polling interval in ms while there is no live connection. */
const pollMs = 5000;

/**
 * The data of one counter. It is fetched again whenever the counter's line, or its doctor's own
 * line, changes.
 */
export function useCounter(pointId: string, { isLive }: { isLive: boolean }) {
  const client = useQueryClient();
  const query = useQuery({
    ...counterQuery(pointId),
    refetchInterval: isLive ? false : pollMs,
    retry: false,
  });
  const { data } = query;
  useNewDay(data?.dayEndsAt);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent((event) => {
    // While the counter is loading, an event of any line of patients may concern the counter.
    if (!isOfLine(event) || (data !== undefined && !touches(data, event))) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => refetchBelow(client, counterQuery(pointId).queryKey),
      readAfterMs,
    );
  });
  return query;
}

type OfLine = EntryEvent | Extract<LiveEvent, { type: 'line_updated' }>;

function isOfLine(event: LiveEvent): event is OfLine {
  return event.type === 'line_updated' || ('data' in event && 'patient' in event.data);
}

function touches({ line, point, serving }: Counter, event: OfLine): boolean {
  if (event.type === 'line_updated') return event.data.id === line.id;
  const { id, doctor, moved } = event.data;
  const own = new Set([line.id, point.doctor?.id]);
  return own.has(doctor.id) || own.has(moved?.fromId ?? '') || id === serving?.id;
}

/** For this time in ms after a patient was called in, pressing the same key again is ignored. */
const calledJustNowMs = 5000;

/** The actions of the service point. If the server refuses an action, a toast shows the reason. */
export function useCounterWork(counter: Counter) {
  const { counter: t, common } = useMessages('counter');
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const { point, serving } = counter;
  const input = { params: { id: point.id } };
  const { queryKey } = counterQuery(point.id);
  const [isEnding, setEnding] = useState(false);
  const readAgain = () =>
    Promise.all([client.invalidateQueries({ queryKey }), client.invalidateQueries(linesQuery())]);

  const state = useSubmit(setPointState, {
    failed: t.stateFailed,
    onSuccess: ({ line }) =>
      client.setQueryData(queryKey, (shown) => {
        const changed = line.points.find(({ id }) => id === point.id);
        return shown && { ...shown, line, point: changed ?? shown.point };
      }),
    onSettled: readAgain,
  });
  const call = useWrite(callNext, {
    // If no response came, the patient may have been called in nevertheless. The next read of the
    // counter then shows the patient.
    onError: (failure) =>
      failure.status === 0
        ? toast({ type: 'error', title: common.networkFailed })
        : showFailure(failure, t.callFailed),
    onSuccess: ({ queue }) =>
      client.setQueryData(queryKey, (shown) => shown && afterCall(shown, queue)),
    onSettled: readAgain,
  });
  const again = useSubmit(callAgain, {
    failed: t.callFailed,
    onSuccess: ({ queue }) =>
      toast({ type: 'success', title: t.calledAgain(queue.patient.fullName) }),
    onSettled: readAgain,
  });
  const back = useSubmit(comeBack, { failed: t.markBackFailed, onSettled: readAgain });
  const finish = useWrite(finishAtPoint, {
    onSuccess: () => client.setQueryData(queryKey, (shown) => shown && afterFinish(shown)),
    onSettled: readAgain,
  });

  /** Ends the service of the current patient. Resolves with whether this succeeded. */
  async function end(as: PointOutcome, there: StaffEntry | null): Promise<boolean> {
    if (there === null || isEnding) return false;
    setEnding(true);
    try {
      const body = { as, entryId: there.id };
      const { next, shut } = await finish.mutateAsync({ ...input, body });
      const title = endedText(as, there.patient.fullName, next?.doctor.name);
      toast(
        shut === null
          ? { type: 'success', title }
          : { type: 'warning', title, message: t.nextTakesNobody(shut.name) },
      );
      return true;
    } catch (failure) {
      showFailure(failure, t.finishFailed);
      return false;
    } finally {
      setEnding(false);
    }
  }
  function endedText(as: PointOutcome, name: string, next: string | undefined): string {
    if (as === 'not_here') return t.wasNotHere(name);
    if (as === 'no_show') return t.wasNoShow(name);
    return next === undefined ? t.completed(name) : t.completedNext(name, next);
  }
  async function completeAndCall(): Promise<void> {
    // The patient is read from the cache, because the rendered data may be older than the server's
    // last response.
    const there = client.getQueryData(queryKey)?.serving;
    if (there) {
      if (isJustCalled(there.startedAt)) {
        const message = t.justCalled(there.patient.fullName);
        toast({ type: 'info', title: t.completeAndCall, message });
        return;
      }
      if (!(await end('completed', there))) return;
    }
    call.mutate(input);
  }
  return {
    isBusy: state.isPending || call.isPending || again.isPending || isEnding,
    isChanging: state.isPending,
    isCalling: call.isPending,
    isCallingAgain: again.isPending,
    isEnding,
    set: (to: PointState) => state.mutate({ ...input, body: { state: to } }),
    callNext: () => call.mutate(input),
    callAgain: () => again.mutate(input),
    end: (as: PointOutcome) => void end(as, serving),
    /**
     * Marks a patient who missed the call as back at the counter. This patient is called in next.
     */
    markBack({ id, patient }: StaffEntry): void {
      if (back.isPending) return;
      const title = t.isBack(patient.fullName);
      back.mutate(
        { params: { id }, query: {} },
        { onSuccess: () => toast({ type: 'success', title }) },
      );
    },
    /** Removes a forwarded patient from the counter and the waiting line. */
    forget: ({ id }: StaffEntry) =>
      void client.setQueryData(queryKey, (shown) => shown && afterSending(shown, id)),
    completeAndCall: () => void completeAndCall(),
  };
}

export type CounterWork = ReturnType<typeof useCounterWork>;

function isJustCalled(startedAt: string | null): boolean {
  return startedAt !== null && serverNow() - Date.parse(startedAt) < calledJustNowMs;
}
