import {
  type EarlierWish,
  endEarlierWishForPatient,
  type WishUrgency,
} from '@baari/contract/visit/earlier.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useTermWords } from '../../shared/earlier/use-term-words.ts';
import { useOpenings } from '../../shared/earlier/use-openings.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Facts } from '../../ui/text/facts.tsx';
import { DeskRows, DeskSection, rowLook } from './desk-section.tsx';

const DeskWishDialog = fetchedDialog(
  async () => (await import('../../shared/earlier/desk-wish-dialog.tsx')).DeskWishDialog,
);

const tones: Readonly<Record<WishUrgency, Tone>> = {
  usual: 'neutral',
  soon: 'warning',
  urgent: 'danger',
};

/** The open requests for an earlier time, in the order in which patients get offers. */
export function Wishes({
  wishes,
  count,
  zone,
}: {
  wishes: readonly EarlierWish[];
  /** The total number of open requests for an earlier time. */
  count: number;
  zone: string;
}): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const hasMore = count > wishes.length;
  return (
    <DeskSection title={t.wishes} lead={hasMore ? t.wishesMore(wishes.length, count) : undefined}>
      {wishes.length === 0 ? (
        <p className="text-ink-soft">{t.noneWishes}</p>
      ) : (
        <DeskRows>
          {wishes.map((wish) => (
            <WishRow key={wish.id} wish={wish} zone={zone} />
          ))}
        </DeskRows>
      )}
    </DeskSection>
  );
}

function WishRow({ wish, zone }: { wish: EarlierWish; zone: string }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const format = useFormat();
  const words = useTermWords(t);
  const dialog = useOpenings();
  const { patient, doctor, appointment, urgency, madeAt } = wish;
  const booked = appointment && format.date(appointment.startsAt, zone);
  return (
    <li className={rowLook}>
      <div className="flex min-w-56 flex-1 flex-col">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere text-ink">
          <bdi>{patient.name}</bdi>
          {urgency !== 'usual' && <Badge tone={tones[urgency]}>{t.urgencies[urgency]}</Badge>}
        </p>
        <Facts className="text-sm text-ink-soft tabular-nums">
          <bdi>{doctor.name}</bdi>
          {appointment && booked !== null
            ? t.bookedOn(format.dayAndTime(booked, appointment.startsAt, zone))
            : t.noBooking}
          {t.since(format.date(madeAt, zone))}
        </Facts>
        <Facts className="text-sm text-ink-soft tabular-nums">
          {words(wish.terms).map((word) => (
            <span key={word}>{word}</span>
          ))}
        </Facts>
      </div>
      <div className="flex flex-wrap gap-1">
        <Button variant="quiet" size="small" onClick={dialog.start}>
          {t.change}
          <span className="sr-only">{` ${t.ofPatient(patient.name)}`}</span>
        </Button>
        <EndWish wish={wish} />
      </div>
      {dialog.opening > 0 && (
        <DeskWishDialog
          key={dialog.opening}
          target={{ doctor, patient, appointmentId: appointment?.id ?? null }}
          wish={wish}
          open={dialog.isOpen}
          onOpenChange={dialog.setOpen}
        />
      )}
    </li>
  );
}

function EndWish({ wish: { id, patient } }: { wish: EarlierWish }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  useSayGone(isAsking, patient.name);
  const end = useWrite(endEarlierWishForPatient, {
    onSuccess: () => {
      setAsking(false);
      toast({ type: 'info', title: t.ended });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          end.reset();
          setAsking(true);
        }}
      >
        {t.end}
        <span className="sr-only">{` ${t.ofPatient(patient.name)}`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.endQuestion(patient.name)}
        description={t.endLead}
        confirmLabel={t.end}
        cancelLabel={t.endKeep}
        busy={end.isPending}
        onConfirm={() => end.mutate({ params: { id } })}
      >
        {end.error && <ProblemNotice problem={end.error} fallback={t.endFailed} />}
      </ConfirmDialog>
    </>
  );
}
