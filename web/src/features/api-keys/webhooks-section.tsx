import {
  changeWebhook,
  makeWebhook,
  removeWebhook,
  revealWebhookSecret,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
} from '@baari/contract/keys/webhooks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CirclePause, CircleX, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { ownHospitalQuery } from '../../api/queries/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/text/facts.tsx';
import { webhooksQuery } from './api-keys-query.ts';
import { AttemptsDialog } from './attempts-dialog.tsx';
import { CopiedSecret } from './copied-secret.tsx';
import { outcomeText } from './outcome-text.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The webhooks of the hospital, below its API keys [API-30]. */
export function WebhooksSection(): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const problemText = useProblemText();
  const query = useQuery(webhooksQuery());
  const [isMaking, setMaking] = useState(false);
  return (
    <section aria-labelledby="webhooks-title" className="mt-10 flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="webhooks-title" className="text-xl font-semibold text-ink">
            {webhooks.title}
          </h2>
          <p className="text-ink-soft">{webhooks.lead}</p>
        </div>
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={query.data === undefined}
          onClick={() => setMaking(true)}
        >
          {webhooks.make}
        </Button>
      </div>
      {query.isPending && (
        <LoadingRegion label={webhooks.loading}>
          <Skeleton className="h-28 w-full rounded-card" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <ErrorState
          headingLevel={3}
          title={webhooks.failed}
          description={problemText(query.error, webhooks.failed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data?.webhooks.length === 0 && (
        <EmptyState headingLevel={3} title={webhooks.noneTitle} description={webhooks.none} />
      )}
      <ul className="flex flex-col gap-3 empty:hidden">
        {query.data?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {isMaking && <MakeWebhook onClose={() => setMaking(false)} />}
    </section>
  );
}

function ChangeWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactNode {
  const reload = useReload();
  const write = useWrite(changeWebhook, {
    onSuccess: () => {
      reload();
      onClose();
    },
  });
  return (
    <WebhookDialog
      from={webhook}
      busy={write.isPending}
      problem={write.error}
      onGive={(body) => write.mutate({ params: { id: webhook.id }, body })}
      onClose={onClose}
    />
  );
}

/** Reads the list of webhooks again after a change. */
function useReload(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries(webhooksQuery());
}

function MakeWebhook({ onClose }: { onClose: () => void }): ReactNode {
  const write = useWrite(makeWebhook, { onSuccess: useReload() });
  if (write.data !== undefined) return <SecretDialog shown={write.data} onClose={onClose} />;
  return (
    <WebhookDialog
      busy={write.isPending}
      problem={write.error}
      onGive={(body) => write.mutate({ body })}
      onClose={onClose}
    />
  );
}

function SecretDialog({
  shown: { secret, webhook },
  onClose,
}: {
  shown: { readonly secret: string; readonly webhook: Webhook };
  onClose: () => void;
}): ReactNode {
  const { webhooks } = useMessages('webhooks');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={webhooks.secretTitle}
      description={webhooks.secretLead}
      footer={
        <Button variant="primary" onClick={onClose}>
          {webhooks.done}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <CopiedSecret text={secret} copy={webhooks.copy} copied={webhooks.copied} />
        <div>
          <p className="text-sm font-semibold text-ink">{webhooks.publicKey}</p>
          <p dir="ltr" className="font-mono text-sm break-all text-ink-soft rtl:text-end">
            {webhook.publicKey}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

const looks = {
  active: { tone: 'success', icon: CircleCheck },
  paused: { tone: 'neutral', icon: CirclePause },
  disabled: { tone: 'danger', icon: CircleX },
} as const;

function WebhookRow({ webhook }: { webhook: Webhook }): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const zone = useQuery(ownHospitalQuery()).data?.timeZone ?? defaultZone;
  const { url, state, types } = webhook;
  return (
    <Card as="li" ref={goOnBeside} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <WebhookIcon aria-hidden="true" className="size-7 shrink-0 text-ink-soft" />
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <h3 dir="ltr" className="font-semibold break-all text-ink rtl:text-end">
            {url}
          </h3>
          {types !== null && (
            <p dir="ltr" className="font-mono text-sm break-words text-ink-soft rtl:text-end">
              {types.join(' ')}
            </p>
          )}
          <WebhookFacts webhook={webhook} zone={zone} />
        </div>
        <Badge {...looks[state]}>{webhooks[state]}</Badge>
      </div>
      {state === 'disabled' && <Notice tone="warning">{webhooks.disabledText}</Notice>}
      <Actions webhook={webhook} zone={zone} />
    </Card>
  );
}

/** Stands for the name of an account that was erased. */
const unknown = '–';

function WebhookFacts({ webhook, zone }: { webhook: Webhook; zone: string }): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const format = useFormat();
  const now = useNow();
  const { madeAt, madeBy, lastSuccessAt, failingSince, waiting } = webhook;
  const when = (moment: string) => {
    const at = Date.parse(moment);
    return format.relative(at, Math.max(now, at));
  };
  return (
    <Facts className="text-sm text-ink-soft">
      {webhooks.madeBy(madeBy.name || unknown, format.date(madeAt, zone))}
      {lastSuccessAt === null ? webhooks.neverArrived : webhooks.lastSuccess(when(lastSuccessAt))}
      {failingSince === null ? '' : webhooks.failing(when(failingSince))}
      {waiting === 0 ? '' : webhooks.waiting(format.number(waiting))}
    </Facts>
  );
}

function Actions({ webhook, zone }: { webhook: Webhook; zone: string }): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const [open, setOpen] = useState<'attempts' | 'change'>();
  const { id, state } = webhook;
  const close = () => setOpen(undefined);
  const test = useTest();
  const change = useSubmit(changeWebhook, {
    failed: webhooks.changeFailed,
    onSettled: useReload(),
  });
  const isActive = state === 'active';
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" busy={test.isPending} onClick={() => test.mutate({ params: { id } })}>
        {webhooks.test}
      </Button>
      <Button size="small" onClick={() => setOpen('attempts')}>
        {webhooks.attempts}
      </Button>
      <Button size="small" onClick={() => setOpen('change')}>
        {webhooks.change}
      </Button>
      <Button
        size="small"
        busy={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { isPaused: isActive } })}
      >
        {isActive ? webhooks.pause : webhooks.resume}
      </Button>
      <Secrets id={id} />
      <Remove webhook={webhook} />
      {open === 'attempts' && <AttemptsDialog webhook={webhook} zone={zone} onClose={close} />}
      {open === 'change' && <ChangeWebhook webhook={webhook} onClose={close} />}
    </div>
  );
}

function useTest() {
  const { webhooks } = useMessages('webhooks');
  const format = useFormat();
  return useSubmit(testWebhook, {
    failed: webhooks.testFailed,
    onSuccess: ({ attempt }) => {
      const { outcome, status, latencyMs } = attempt;
      if (outcome === 'delivered') {
        const title = webhooks.testOk(format.number(status ?? 0), format.number(latencyMs));
        toast({ type: 'success', title });
      } else {
        const message = outcomeText(attempt, webhooks, format);
        toast({ type: 'error', title: webhooks.testFailed, message });
      }
    },
  });
}

function Secrets({ id }: { id: string }): ReactNode {
  const { common, webhooks } = useMessages('webhooks');
  const [isAsking, setAsking] = useState(false);
  const onSettled = useReload();
  const reveal = useSubmit(revealWebhookSecret, { failed: webhooks.secretFailed, onSettled });
  const rotate = useSubmit(rotateWebhookSecret, { failed: webhooks.changeFailed, onSettled });
  const shown = reveal.data ?? rotate.data;
  return (
    <>
      <Button
        size="small"
        busy={reveal.isPending}
        onClick={() => reveal.mutate({ params: { id } })}
      >
        {webhooks.showSecret}
      </Button>
      <Button size="small" busy={rotate.isPending} onClick={() => setAsking(true)}>
        {webhooks.rotate}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="primary"
        title={webhooks.rotateTitle}
        description={webhooks.rotateText}
        confirmLabel={webhooks.rotate}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          rotate.mutate({ params: { id } });
        }}
      />
      {shown !== undefined && (
        <SecretDialog
          shown={shown}
          onClose={() => {
            reveal.reset();
            rotate.reset();
          }}
        />
      )}
    </>
  );
}

function Remove({ webhook: { id, url } }: { webhook: Webhook }): ReactNode {
  const { common, webhooks } = useMessages('webhooks');
  const [isAsking, setAsking] = useState(false);
  const remove = useSubmit(removeWebhook, {
    onSuccess: () => toast({ type: 'success', title: webhooks.removed }),
    failed: webhooks.removeFailed,
    onSettled: useReload(),
  });
  return (
    <>
      <Button size="small" busy={remove.isPending} onClick={() => setAsking(true)}>
        {webhooks.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={webhooks.removeTitle}
        description={webhooks.removeText(url)}
        confirmLabel={webhooks.remove}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          remove.mutate({ params: { id } });
        }}
      />
    </>
  );
}
