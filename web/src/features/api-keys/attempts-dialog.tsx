import {
  resendEvent,
  resendSince,
  type Webhook,
  type WebhookAttempt,
} from '@baari/contract/keys/webhooks.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { serverNow } from '../../clock/clock.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Facts } from '../../ui/text/facts.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { attemptsQuery, webhooksQuery } from './api-keys-query.ts';
import { outcomeText } from './outcome-text.ts';

const hourMs = 3_600_000;

/** The attempts of a webhook, and buttons that send events again [API-30]. */
export function AttemptsDialog({
  webhook: { id, url },
  zone,
  onClose,
}: {
  webhook: Webhook;
  zone: string;
  onClose: () => void;
}): ReactNode {
  const { ui, webhooks } = useMessages('webhooks');
  const problemText = useProblemText();
  const query = useInfiniteQuery(attemptsQuery(id));
  const attempts = query.data?.pages.flatMap((page) => page.attempts);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={webhooks.attemptsTitle}
      description={
        <span dir="ltr" className="break-all">
          {url}
        </span>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          {webhooks.done}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {query.isPending && (
          <LoadingRegion label={webhooks.loading}>
            <Skeleton className="h-20 w-full" />
          </LoadingRegion>
        )}
        {query.isError && !query.data && (
          <ErrorState
            title={webhooks.attemptsFailed}
            description={problemText(query.error, webhooks.attemptsFailed)}
            action={<TryAgain query={query} />}
          />
        )}
        {attempts?.length === 0 && <EmptyState title={webhooks.attemptsNone} />}
        {attempts !== undefined && attempts.length > 0 && (
          <>
            <ResendSince id={id} />
            <ul className="flex flex-col divide-y divide-line">
              {attempts.map((attempt) => (
                <AttemptRow key={attempt.id} webhookId={id} attempt={attempt} zone={zone} />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button
                className="self-center"
                busy={query.isFetchingNextPage}
                busyLabel={ui.loading}
                onClick={() => void query.fetchNextPage()}
              >
                {ui.showMore}
              </Button>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function useResent(id: string) {
  const { webhooks } = useMessages('webhooks');
  const format = useFormat();
  const client = useQueryClient();
  return {
    failed: webhooks.resendFailed,
    onSuccess: ({ queued }: { queued: number }) =>
      toast({ type: 'success', title: webhooks.resent(format.number(queued)) }),
    onSettled: () => {
      void client.invalidateQueries(attemptsQuery(id));
      void client.invalidateQueries(webhooksQuery());
    },
  };
}

function ResendSince({ id }: { id: string }): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const resend = useSubmit(resendSince, useResent(id));
  const periods = [
    [webhooks.hour, hourMs],
    [webhooks.day, 24 * hourMs],
    [webhooks.month, 30 * 24 * hourMs],
  ] as const;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1 text-sm font-semibold text-ink">{webhooks.since}</legend>
      {periods.map(([label, ms]) => (
        <Button
          key={ms}
          size="small"
          disabled={resend.isPending}
          onClick={() => {
            const since = new Date(serverNow() - ms).toISOString();
            resend.mutate({ params: { id }, body: { since } });
          }}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

function AttemptRow({
  webhookId,
  attempt,
  zone,
}: {
  webhookId: string;
  attempt: WebhookAttempt;
  zone: string;
}): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const format = useFormat();
  const resend = useSubmit(resendEvent, useResent(webhookId));
  const { event, at, latencyMs } = attempt;
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0 flex-1 basis-48">
        {event === null ? (
          <p className="text-sm font-semibold text-ink">{webhooks.isTest}</p>
        ) : (
          <p dir="ltr" className="font-mono text-sm break-all text-ink rtl:text-end">
            {event.type}
          </p>
        )}
        <Facts className="text-sm text-ink-soft">
          <RelativeTime moment={at} zone={zone} />
          {outcomeText(attempt, webhooks, format)}
          {webhooks.took(format.number(latencyMs))}
        </Facts>
      </div>
      {event !== null && (
        <Button
          size="small"
          aria-label={webhooks.resendOf(event.type)}
          busy={resend.isPending}
          onClick={() => resend.mutate({ params: { id: webhookId }, body: { event: event.id } })}
        >
          {webhooks.resend}
        </Button>
      )}
    </li>
  );
}
