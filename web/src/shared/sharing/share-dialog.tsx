import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import {
  mostSharedLinks,
  type SharedLink,
  sharePlace,
  stopSharing,
} from '@baari/contract/visit/shared-place.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Link2, Share2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { sharedLinksKey } from '../../api/queries/visit-keys.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { sharedLinksQuery } from './shared-links-query.ts';

export interface ShareDialogProps {
  entry: Pick<PatientEntry, 'id' | 'hospital' | 'patient'>;
  /** Staff also see the link as a code, which a relative at the desk can scan. */
  by: 'patient' | 'staff';
  onClose: () => void;
}

interface MadeLink {
  readonly id: string;
  readonly url: string;
}

/** The dialog that makes, sends and stops the links with which relatives follow a visit [ARR-7]. */
export function ShareDialog({ entry, by, onClose }: ShareDialogProps): ReactNode {
  const { sharing: t, common } = useMessages('sharing');
  const problemText = useProblemText();
  const client = useQueryClient();
  const query = useQuery(sharedLinksQuery(entry.id));
  const [made, setMade] = useState<MadeLink>();
  const [isStopped, setStopped] = useState(false);
  const keep = (links: readonly SharedLink[]) =>
    client.setQueryData(sharedLinksKey(entry.id), { links: [...links] });
  const make = useWrite(sharePlace, {
    onSuccess({ link, url }) {
      setMade({ id: link.id, url });
      setStopped(false);
      keep([link, ...(query.data?.links ?? []).filter(({ id }) => id !== link.id)]);
    },
  });
  const stop = useWrite(stopSharing, {
    onSuccess({ links }) {
      if (!links.some(({ id }) => id === made?.id)) setMade(undefined);
      setStopped(true);
      keep(links);
    },
  });
  const links = query.data?.links;
  const isFull = (links?.length ?? 0) >= mostSharedLinks;
  // A retry sends the same input, and thus the same Idempotency-Key.
  const retry = () => make.mutate(make.variables ?? { params: { id: entry.id } });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      description={t.lead}
      footer={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button
            variant={made === undefined ? 'primary' : 'secondary'}
            icon={<Link2 aria-hidden="true" />}
            busy={make.isPending}
            disabled={isFull}
            onClick={() => make.mutate({ params: { id: entry.id } })}
          >
            {t.make}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5 text-[0.9375rem] text-ink">
          <p>{t.shows}</p>
          <p>{t.hides}</p>
          <p>{t.whoOpens}</p>
        </div>
        {make.error && (
          <Notice
            tone="danger"
            title={t.makeFailed}
            action={<TryAgain query={{ isFetching: make.isPending, refetch: retry }} part />}
          >
            {problemText(make.error)}
          </Notice>
        )}
        {made && <ReadyLink key={made.url} url={made.url} hasCode={by === 'staff'} />}
        {stop.error && (
          <Notice tone="danger" title={t.stopFailed}>
            {problemText(stop.error)}
          </Notice>
        )}
        <p role="status" className="text-[0.9375rem] font-medium text-success-ink empty:hidden">
          {isStopped && t.stopped}
        </p>
        {query.isPending && (
          <LoadingRegion label={t.loading}>
            <Skeleton className="h-11 w-full" />
          </LoadingRegion>
        )}
        {query.isError && (
          <Notice tone="warning" title={t.failed} action={<TryAgain query={query} part />}>
            {problemText(query.error)}
          </Notice>
        )}
        {links && (
          <ActiveLinks
            links={links}
            by={by}
            zone={entry.hospital.timeZone}
            stopping={stop.isPending ? stop.variables?.params.id : undefined}
            onStop={(id) => stop.mutate({ params: { id } })}
          />
        )}
        {isFull && <p className="text-sm text-ink-soft">{t.full(mostSharedLinks)}</p>}
      </div>
    </Dialog>
  );
}

/** A link that was just made, with the buttons that send or copy it. */
function ReadyLink({ url, hasCode }: { url: string; hasCode: boolean }): ReactNode {
  const { sharing: t } = useMessages('sharing');
  const [copy, setCopy] = useState<'copied' | 'failed'>();
  const canSend = typeof navigator.share === 'function';
  async function send(): Promise<void> {
    try {
      await navigator.share({ url });
    } catch (error) {
      // The person closed the menu of the device.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setCopy('failed');
    }
  }
  async function copyUrl(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setCopy('copied');
    } catch {
      setCopy('failed');
    }
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-3">
      <p role="status" className="font-medium text-ink">
        {t.ready}
      </p>
      {hasCode && <QrPicture text={url} label={t.qr} />}
      <p className="rounded-control bg-sunken p-2 font-mono text-sm break-all text-ink select-all">
        <span className="sr-only">{`${t.address}: `}</span>
        <bdi dir="ltr">{url}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        {canSend && (
          <Button
            variant="primary"
            icon={<Share2 aria-hidden="true" />}
            onClick={() => void send()}
          >
            {t.send}
          </Button>
        )}
        <Button
          variant={canSend ? 'secondary' : 'primary'}
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copyUrl()}
        >
          {copy === 'copied' ? t.copied : t.copy}
        </Button>
      </div>
      {copy === 'failed' && <Notice tone="danger">{t.copyFailed}</Notice>}
    </div>
  );
}

function ActiveLinks({
  links,
  by,
  zone,
  stopping,
  onStop,
}: {
  links: readonly SharedLink[];
  by: 'patient' | 'staff';
  zone: string;
  /** The id of the link that is being stopped. */
  stopping: string | undefined;
  onStop: (id: string) => void;
}): ReactNode {
  const { sharing: t } = useMessages('sharing');
  const format = useFormat();
  const titleId = useId();
  if (links.length === 0) return <p className="text-[0.9375rem] text-ink-soft">{t.none}</p>;
  const madeText = ({ madeAt, byStaff }: SharedLink) => {
    const time = format.time(madeAt, zone);
    if (byStaff) return t.byStaff(time);
    return by === 'staff' ? t.byPatient(time) : t.byYou(time);
  };
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-[0.9375rem] font-semibold text-ink">
        {t.active}
      </h3>
      <ul className="divide-y divide-line">
        {links.map((link) => (
          <li
            key={link.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1"
          >
            <span id={`${titleId}-${link.id}`} className="text-[0.9375rem] text-ink tabular-nums">
              {madeText(link)}
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-describedby={`${titleId}-${link.id}`}
              busy={stopping === link.id}
              onClick={() => onStop(link.id)}
            >
              {t.stop}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
