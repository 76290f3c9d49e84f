import { type AbdmShare, dismissAbdmShare, listAbdmShares } from '@baari/contract/hospital/abdm.ts';
import { nameIn } from '@baari/contract/lines/line-names.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import type { Messages } from '../../../i18n/areas.gen.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../../ui/dialog/go-on-beside.ts';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { DeskError } from '../desk-states.tsx';
import { PatientFactsLine } from '../entry/patient-facts.tsx';
import { useColleagues } from '../lists/use-queues.ts';
import { MergeDialog } from '../receiving/merge-dialog.tsx';

/** While the dialog is open, the list is read again this often. */
const readEveryMs = 30_000;

function abdmSharesQuery() {
  return queryOptions({
    queryKey: ['abdm-shares'],
    queryFn: ({ signal }) => call(listAbdmShares, { signal }),
    staleTime: 0,
    refetchInterval: readEveryMs,
  });
}

/** The dialog with today's ABDM shares: tokens, likely doubles, and what failed [API-39]. */
export function AbdmDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const query = useQuery(abdmSharesQuery());
  const client = useQueryClient();
  const [compared, setCompared] = useState<readonly PatientFacts[]>();
  if (compared !== undefined) {
    return (
      <MergeDialog
        candidates={compared}
        onClose={() => {
          setCompared(undefined);
          void client.invalidateQueries(abdmSharesQuery());
        }}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={t.inboxTitle}
      description={t.inboxLead}
    >
      {query.isPending && (
        <LoadingRegion label={t.loading} className="flex flex-col gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && <DeskError failure={query.error} fallback={t.inboxFailed} />}
      {query.data?.shares.length === 0 && <EmptyState headingLevel={3} title={t.inboxNone} />}
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line empty:hidden">
        {query.data?.shares.map((share) => (
          <ShareRow key={share.id} share={share} onCompare={setCompared} />
        ))}
      </ul>
    </Dialog>
  );
}

function ShareRow({
  share,
  onCompare,
}: {
  share: AbdmShare;
  onCompare: (candidates: readonly PatientFacts[]) => void;
}): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const client = useQueryClient();
  const dismiss = useSubmit(dismissAbdmShare, {
    failed: t.dismissFailed,
    onSuccess: (answer) => client.setQueryData(abdmSharesQuery().queryKey, answer),
  });
  const { place } = share;
  const like = place?.like;
  const name = place?.patient.name ?? t.refused;
  return (
    <li ref={goOnBeside} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere text-ink">{name}</p>
        <ShareFacts share={share} />
        {place && share.answer === 'failed' && (
          <p className="text-sm font-medium text-warning-ink">{t.notSent(place.token)}</p>
        )}
        {like && (
          <div className="mt-1">
            <p className="text-sm font-medium wrap-anywhere text-warning-ink">
              {t.like(like.name)}
            </p>
            <PatientFactsLine patient={like} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {place && like && (
          <Button
            size="small"
            aria-label={t.compareOf(name)}
            onClick={() => onCompare([like, place.patient])}
          >
            {t.compare}
          </Button>
        )}
        <Button
          size="small"
          aria-label={t.dismissOf(name)}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate({ params: { id: share.id } })}
        >
          {t.dismiss}
        </Button>
      </div>
    </li>
  );
}

function reasonText(refusal: string, t: Messages['abdm']): string {
  switch (refusal) {
    case 'other_intent':
      return t.otherIntent;
    case 'unknown_counter':
      return t.unknownCounter;
    case 'already_in_queue':
      return t.elsewhere;
    default:
      return t.closedOrFull;
  }
}

function ShareFacts({ share }: { share: AbdmShare }): ReactNode {
  const { abdm: t } = useMessages('abdm');
  const { language } = useLanguage();
  const zone = useColleagues().doctors?.[0]?.timeZone ?? 'UTC';
  const { place, line, refusal } = share;
  return (
    <Facts className="text-sm text-ink-soft tabular-nums">
      <ClockTime moment={share.at} zone={zone} />
      {place !== null && t.token(place.token)}
      {line !== null && nameIn(line.name, line.names ?? undefined, language)}
      {refusal !== null && reasonText(refusal, t)}
    </Facts>
  );
}
