import { type ApiKey, makeApiKey, revokeApiKey } from '@baari/contract/keys/api-keys.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { ownHospitalQuery } from '../../api/queries/queries.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { apiKeysQuery } from './api-keys-query.ts';
import { ClientDialog } from './client-dialog.tsx';
import { MakeKeyDialog, NewKeyDialog, ScopeText } from './make-key-dialog.tsx';

/** The administrator's page to make, compare and revoke API keys [API-28]. */
export function ApiKeysView(): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const problemText = useProblemText();
  const query = useQuery(apiKeysQuery());
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHeader
        title={apiKeys.title}
        description={apiKeys.lead}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            disabled={query.data === undefined}
            onClick={() => setMaking(true)}
          >
            {apiKeys.make}
          </Button>
        }
      />
      {query.isPending && (
        <LoadingRegion label={apiKeys.loading}>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-28 w-full rounded-card" />
            <Skeleton className="h-28 w-full rounded-card" />
          </div>
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <ErrorState
          title={apiKeys.failed}
          description={problemText(query.error, apiKeys.failed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data && <Keys keys={query.data.keys} />}
      {isMaking && <MakeKey onClose={() => setMaking(false)} />}
    </>
  );
}

function MakeKey({ onClose }: { onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const write = useWrite(makeApiKey, {
    onSuccess: () => void client.invalidateQueries(apiKeysQuery()),
  });
  if (write.data !== undefined) return <NewKeyDialog text={write.data.key} onClose={onClose} />;
  return (
    <MakeKeyDialog
      busy={write.isPending}
      problem={write.error}
      onMake={(body) => write.mutate({ body })}
      onClose={onClose}
    />
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] }): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const now = useNow();
  if (keys.length === 0) {
    return <EmptyState title={apiKeys.noneTitle} description={apiKeys.none} />;
  }
  const isOver = ({ expiresAt, revoked }: ApiKey) =>
    revoked !== null || (expiresAt !== null && Date.parse(expiresAt) <= now);
  const working = keys.filter((key) => !isOver(key));
  const over = keys.filter(isOver);
  return (
    <div className="flex flex-col gap-8">
      {working.length > 0 && <Section title={apiKeys.worksTitle} keys={working} isWorking />}
      {over.length > 0 && <Section title={apiKeys.overTitle} keys={over} isWorking={false} />}
    </div>
  );
}

function Section({
  title,
  keys,
  isWorking,
}: {
  title: string;
  keys: readonly ApiKey[];
  isWorking: boolean;
}): ReactNode {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-xl font-semibold text-ink">{title}</h2>
      <ul className="flex flex-col gap-3">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} isWorking={isWorking} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ apiKey, isWorking }: { apiKey: ApiKey; isWorking: boolean }): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  return (
    <Card as="li" ref={goOnBeside} className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <KeyRound aria-hidden="true" className="size-7 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <h3 className="font-semibold wrap-anywhere text-ink">{apiKey.name}</h3>
        <p dir="ltr" className="font-mono text-sm text-ink-soft rtl:text-end">
          {apiKey.shown}
        </p>
        <ul aria-label={apiKeys.may} className="list-disc ps-5 text-sm text-ink">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>
              <ScopeText scope={scope} />
            </li>
          ))}
        </ul>
        <Facts apiKey={apiKey} isWorking={isWorking} />
        {apiKey.client !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {apiKeys.clientId}:{' '}
            <span dir="ltr" className="font-mono select-all">
              {apiKey.client.id}
            </span>
          </p>
        )}
      </div>
      {isWorking && <Client apiKey={apiKey} />}
      {isWorking && <Revoke apiKey={apiKey} />}
    </Card>
  );
}

/** Stands for the name of an account that was erased. */
const unknown = '–';

/** Who made the key, when it was last used, and when it ends. */
function Facts({ apiKey, isWorking }: { apiKey: ApiKey; isWorking: boolean }): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const format = useFormat();
  const now = useNow();
  const zone = useQuery(ownHospitalQuery()).data?.timeZone ?? defaultZone;
  const { madeAt, madeBy, lastUse, expiresAt, revoked } = apiKey;
  const usedAt = lastUse === null ? 0 : Date.parse(lastUse.at);
  const facts = [
    apiKeys.madeBy(madeBy.name || unknown, format.date(madeAt, zone)),
    lastUse === null
      ? apiKeys.neverUsed
      : apiKeys.lastUse(format.relative(usedAt, Math.max(now, usedAt)), lastUse.network),
    endText(),
  ];
  return <p className="text-sm wrap-anywhere text-ink-soft">{facts.join(' · ')}</p>;

  function endText(): string {
    if (revoked !== null)
      return apiKeys.revokedBy(revoked.by.name || unknown, format.date(revoked.at, zone));
    if (expiresAt === null) return apiKeys.noEnd;
    const date = format.date(expiresAt, zone);
    return isWorking ? apiKeys.ends(date) : apiKeys.ended(date);
  }
}

function Client({ apiKey }: { apiKey: ApiKey }): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={apiKeys.clientOf(apiKey.name)} onClick={() => setOpen(true)}>
        {apiKeys.client}
      </Button>
      {isOpen && <ClientDialog apiKey={apiKey} onClose={() => setOpen(false)} />}
    </>
  );
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }): ReactNode {
  const { common, apiKeys } = useMessages('apiKeys');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const revoke = useSubmit(revokeApiKey, {
    onSuccess: () => toast({ type: 'success', title: apiKeys.revoked }),
    failed: apiKeys.revokeFailed,
    onSettled: () => client.invalidateQueries(apiKeysQuery()),
  });
  return (
    <>
      <Button
        size="small"
        aria-label={apiKeys.revokeOf(name)}
        busy={revoke.isPending}
        onClick={() => setAsking(true)}
      >
        {apiKeys.revoke}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={apiKeys.revokeTitle}
        description={apiKeys.revokeText(name)}
        confirmLabel={apiKeys.revoke}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          revoke.mutate({ params: { id } });
        }}
      />
    </>
  );
}
