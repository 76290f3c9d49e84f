import { type EarlierWish, endEarlierWish } from '@baari/contract/visit/earlier.ts';
import { useQueryClient } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Facts } from '../../ui/text/facts.tsx';
import { useOpenings } from './use-openings.ts';
import { useTermWords } from './use-term-words.ts';
import type { WishTarget } from './wish-dialog.tsx';

const WishDialog = fetchedDialog(async () => (await import('./wish-dialog.tsx')).WishDialog);

/** The button that opens the dialog to request an earlier time. */
export function WishButton({
  target,
  about,
}: {
  target: WishTarget;
  /** The booking that the button's request is about, read by screen readers. */
  about: string;
}): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const dialog = useOpenings();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ms-3 self-start text-start"
        icon={<BellPlus aria-hidden="true" />}
        onClick={dialog.start}
      >
        {target.appointmentId === null ? t.wishFree : t.wish}
        <span className="sr-only">{` ${about}`}</span>
      </Button>
      {dialog.opening > 0 && (
        <WishDialog
          key={dialog.opening}
          target={target}
          open={dialog.isOpen}
          onOpenChange={dialog.setOpen}
        />
      )}
    </>
  );
}

/**
 * Describes a patient's open request for an earlier time, with buttons to change and to end the
 * request.
 */
export function OpenWish({
  wish,
  about,
}: {
  wish: EarlierWish;
  /** The booking or doctor that the request is about, read by screen readers. */
  about: string;
}): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const words = useTermWords(t);
  const dialog = useOpenings();
  const { doctor, appointment } = wish;
  return (
    <div className="flex flex-col gap-1 rounded-control bg-primary-soft px-3 py-2">
      <p className="text-[0.9375rem] text-ink">{appointment === null ? t.openFree : t.open}</p>
      <Facts className="text-sm text-ink-soft">
        {words(wish.terms).map((word) => (
          <span key={word}>{word}</span>
        ))}
      </Facts>
      {wish.madeBy === 'staff' && <p className="text-sm text-ink-soft">{t.byStaff}</p>}
      <div className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="small" onClick={dialog.start}>
          {t.change}
          <span className="sr-only">{` ${about}`}</span>
        </Button>
        <EndWish wish={wish} about={about} />
      </div>
      {dialog.opening > 0 && (
        <WishDialog
          key={dialog.opening}
          target={{ doctor, appointmentId: appointment?.id ?? null }}
          wish={wish}
          open={dialog.isOpen}
          onOpenChange={dialog.setOpen}
        />
      )}
    </div>
  );
}

function EndWish({ wish, about }: { wish: EarlierWish; about: string }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const end = useSubmit(endEarlierWish, {
    onSuccess: () => toast({ type: 'info', title: t.ended }),
    failed: t.endFailed,
    fallback: t.endFailed,
    onSettled: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: appointmentRoot });
    },
  });
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        {t.end}
        <span className="sr-only">{` ${about}`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.endQuestion}
        description={t.endConsequence}
        confirmLabel={t.end}
        cancelLabel={t.endKeep}
        busy={end.isPending}
        onConfirm={() => end.mutate({ params: { id: wish.id } })}
      />
    </>
  );
}
