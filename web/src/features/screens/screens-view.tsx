import {
  makeScreen,
  renewDoorCode,
  renewScreenLink,
  revokeScreen,
  type Screen,
} from '@baari/contract/hospital/screen.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorPlay, Plus, Printer, QrCode, TabletSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery, ownHospitalQuery } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PrintSheet } from '../../ui/layout/print-sheet.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { AbdmSection } from './abdm-section.tsx';
import { AddScreenDialog, ScreenLinkDialog } from './add-screen-dialog.tsx';
import { EditScreenDialog } from './edit-screen-dialog.tsx';
import { screensQuery } from './screens-query.ts';

/**
 * The administrator's page to create and revoke screen links, and the QR code at the door [ARR-5,
 * ARR-6].
 */
export function ScreensView(): ReactNode {
  const { screens } = useMessages('screens');
  const problemText = useProblemText();
  const query = useQuery(screensQuery());
  const [isAdding, setAdding] = useState(false);
  const client = useQueryClient();
  // The screen with the renewed link is a new item of the list. The link is therefore shown here
  // and not in the old item.
  const renew = useSubmit(renewScreenLink, {
    failed: screens.makeFailed,
    onSettled: () => client.invalidateQueries(screensQuery()),
  });
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      disabled={query.data === undefined}
      onClick={() => setAdding(true)}
    >
      {screens.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={screens.title} description={screens.lead} actions={add} />
      {query.isPending && (
        <LoadingRegion label={screens.loading}>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-20 w-full rounded-card" />
            <Skeleton className="h-20 w-full rounded-card" />
            <Skeleton className="h-40 w-full" />
          </div>
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <ErrorState
          title={screens.failed}
          description={problemText(query.error, screens.failed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data && (
        <div className="flex flex-col gap-8">
          <section aria-labelledby="screens-links" className="flex flex-col gap-3">
            <h2 id="screens-links" className="text-xl font-semibold text-ink">
              {screens.linksTitle}
            </h2>
            {query.data.screens.length === 0 ? (
              <EmptyState headingLevel={3} title={screens.noneTitle} description={screens.none} />
            ) : (
              <ul className="flex flex-col gap-3">
                {query.data.screens.map((screen) => (
                  <ScreenRow
                    key={screen.id}
                    screen={screen}
                    onRenew={() => renew.mutate({ params: { id: screen.id } })}
                  />
                ))}
              </ul>
            )}
          </section>
          <DoorSection door={query.data.door} />
          <AbdmSection />
        </div>
      )}
      {isAdding && <AddScreen onClose={() => setAdding(false)} />}
      {renew.data && (
        <ScreenLinkDialog
          url={renew.data.url}
          kind={renew.data.screen.kind}
          onClose={() => renew.reset()}
        />
      )}
    </>
  );
}

function AddScreen({ onClose }: { onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const write = useWrite(makeScreen, {
    onSuccess: () => void client.invalidateQueries(screensQuery()),
  });
  return (
    <AddScreenDialog
      url={write.data?.url}
      kind={write.data?.screen.kind}
      busy={write.isPending}
      problem={write.error}
      onMake={(body) => write.mutate({ body })}
      onClose={onClose}
    />
  );
}

function ScreenRow({ screen, onRenew }: { screen: Screen; onRenew: () => void }): ReactNode {
  const { common, screens } = useMessages('screens');
  const format = useFormat();
  const now = useNow();
  const client = useQueryClient();
  const zone = useZone();
  const [asked, setAsked] = useState<'revoke' | 'renew'>();
  const [isEditing, setEditing] = useState(false);
  useSayGone(asked !== undefined || isEditing, screen.name);
  const revoke = useSubmit(revokeScreen, {
    onSuccess: () => toast({ type: 'success', title: screens.revoked }),
    failed: screens.revokeFailed,
    onSettled: () => client.invalidateQueries(screensQuery()),
  });
  const Icon = screen.kind === 'display' ? MonitorPlay : TabletSmartphone;
  const seenAt = screen.lastSeenAt === null ? null : Date.parse(screen.lastSeenAt);
  return (
    <Card as="li" ref={goOnBeside} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon aria-hidden="true" className="size-7 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere text-ink">
          {screen.name}
          <Badge>{screens.kinds[screen.kind]}</Badge>
        </p>
        <p className="text-sm text-ink-soft">
          {`${screens.madeOn(format.date(screen.madeAt, zone))} · ${
            seenAt === null
              ? screens.neverSeen
              : screens.seen(format.relative(seenAt, Math.max(now, seenAt)))
          }`}
        </p>
        {screen.kind === 'display' && <Shown doctorIds={screen.doctorIds} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={screens.editOf(screen.name)}
          onClick={() => setEditing(true)}
        >
          {screens.edit}
        </Button>
        <Button
          size="small"
          aria-label={screens.renewOf(screen.name)}
          onClick={() => setAsked('renew')}
        >
          {screens.renew}
        </Button>
        <Button
          size="small"
          aria-label={screens.revokeOf(screen.name)}
          busy={revoke.isPending}
          onClick={() => setAsked('revoke')}
        >
          {screens.revoke}
        </Button>
      </div>
      <ConfirmDialog
        open={asked === 'renew'}
        onOpenChange={() => setAsked(undefined)}
        title={screens.renewTitle}
        description={screens.renewText(screen.name)}
        confirmLabel={screens.make}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsked(undefined);
          onRenew();
        }}
      />
      <ConfirmDialog
        open={asked === 'revoke'}
        onOpenChange={() => setAsked(undefined)}
        title={screens.revokeTitle}
        description={screens.revokeText(screen.name)}
        confirmLabel={screens.revoke}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsked(undefined);
          revoke.mutate({ params: { id: screen.id } });
        }}
      />
      {isEditing && <EditScreenDialog screen={screen} onClose={() => setEditing(false)} />}
    </Card>
  );
}

/** Names the doctors and shared lines whose called patients a display shows. */
function Shown({ doctorIds }: { doctorIds: readonly string[] }): ReactNode {
  const { screens } = useMessages('screens');
  const listed = useListed();
  const { data: doctors = [] } = useQuery(colleaguesQuery());
  const { data: lines = [] } = useQuery(linesQuery());
  if (doctorIds.length === 0) return <p className="text-sm text-ink-soft">{screens.allDoctors}</p>;
  const names = [...lines, ...doctors]
    .filter(({ id }) => doctorIds.includes(id))
    .map(({ name }) => name);
  return <p className="text-sm wrap-anywhere text-ink-soft">{listed(names)}</p>;
}

function DoorSection({
  door,
}: {
  door: { readonly url: string; readonly madeAt: string } | null;
}): ReactNode {
  const { common, screens } = useMessages('screens');
  const format = useFormat();
  const client = useQueryClient();
  const zone = useZone();
  const hospital = useQuery(ownHospitalQuery());
  const [isAsking, setAsking] = useState(false);
  const renew = useSubmit(renewDoorCode, {
    failed: screens.doorFailed,
    onSettled: () => client.invalidateQueries(screensQuery()),
  });
  return (
    <section aria-labelledby="screens-door" className="flex flex-col gap-3">
      <h2 id="screens-door" className="text-xl font-semibold text-ink">
        {screens.doorTitle}
      </h2>
      <Card className="flex flex-wrap items-center gap-5">
        {door && <QrPicture text={door.url} label={screens.qrOfDoor} className="m-0 size-36" />}
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-3">
          <p className="text-[0.9375rem] text-ink">{screens.doorLead}</p>
          <p className="text-sm text-ink-soft">
            {door ? screens.doorSince(format.date(door.madeAt, zone)) : screens.doorNone}
          </p>
          <div className="flex flex-wrap gap-2">
            {door && (
              <Button
                variant="primary"
                icon={<Printer aria-hidden="true" />}
                onClick={() => print()}
              >
                {screens.printPoster}
              </Button>
            )}
            <Button
              icon={<QrCode aria-hidden="true" />}
              busy={renew.isPending}
              onClick={() => (door ? setAsking(true) : renew.mutate({}))}
            >
              {door ? screens.doorRenew : screens.doorMake}
            </Button>
          </div>
        </div>
      </Card>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={screens.doorRenewTitle}
        description={screens.doorRenewText}
        confirmLabel={screens.doorRenew}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(false);
          renew.mutate({});
        }}
      />
      {door && (
        <PrintSheet paper="poster">
          <p className="text-3xl font-semibold">{hospital.data?.name}</p>
          <p className="mt-10 text-5xl font-bold">{screens.posterHead}</p>
          <QrPicture text={door.url} label="" className="mt-8 size-[120mm]" />
          <p className="mt-6 text-2xl">{screens.posterText}</p>
        </PrintSheet>
      )}
    </section>
  );
}

function useZone(): string {
  return useQuery(ownHospitalQuery()).data?.timeZone ?? defaultZone;
}
