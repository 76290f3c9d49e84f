import { type HeldSlot, releaseHeld } from '@baari/contract/visit/earlier.ts';
import { useQueryClient } from '@tanstack/react-query';
import { LockOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { TextLink } from '../../ui/link.tsx';
import { Facts } from '../../ui/text/facts.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { DeskRows, DeskSection, rowLook } from './desk-section.tsx';

/**
 * The slots that are reserved while a patient decides about an offer, soonest first. Each says who
 * was asked, until when, and why.
 */
export function HeldPlaces({ held, zone }: { held: readonly HeldSlot[]; zone: string }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  return (
    <DeskSection title={t.held} lead={held.length === 0 ? undefined : t.heldLead}>
      {held.length === 0 ? (
        <p className="text-ink-soft">{t.noneHeld}</p>
      ) : (
        <DeskRows>
          {held.map((slot) => (
            <HeldPlace key={slot.id} slot={slot} zone={zone} />
          ))}
        </DeskRows>
      )}
    </DeskSection>
  );
}

function HeldPlace({ slot, zone }: { slot: HeldSlot; zone: string }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const format = useFormat();
  const { doctor, startsAt, freedBy, asked, offer } = slot;
  const when = format.dayAndTime(format.date(startsAt, zone), startsAt, zone);
  return (
    <li className={rowLook}>
      <div className="flex min-w-40 flex-1 flex-col">
        <p className="font-semibold text-ink tabular-nums">
          <time dateTime={startsAt} title={format.exact(startsAt, zone)}>
            {when}
          </time>
        </p>
        <Facts className="text-sm text-ink-soft">
          <bdi>{doctor.name}</bdi>
          {t.freed[freedBy]}
        </Facts>
      </div>
      <div className="flex min-w-56 flex-1 flex-col text-sm text-ink">
        <Asked slot={slot} zone={zone} />
        <Facts className="text-ink-soft tabular-nums">
          {offer && t.reasons[offer.reason]}
          {asked > 0 && t.askedCount(asked)}
        </Facts>
      </div>
      <Release slot={slot} when={when} />
    </li>
  );
}

function Asked({ slot: { offer, asksAt }, zone }: { slot: HeldSlot; zone: string }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const format = useFormat();
  const now = useNow();
  if (offer === null) {
    return <p>{asksAt === null ? t.asksSoon : t.asksAt(format.coming(asksAt, now, zone))}</p>;
  }
  const { patient, expiresAt } = offer;
  return (
    <p className="wrap-anywhere tabular-nums">
      {t.asks(patient.name, format.timeOrDate(expiresAt, now, zone))}
      {patient.phone !== null && (
        <>
          {' '}
          <TextLink href={`tel:${patient.phone}`} className="whitespace-nowrap">
            <PhoneText number={patient.phone} />
          </TextLink>
        </>
      )}
    </p>
  );
}

function Release({ slot, when }: { slot: HeldSlot; when: string }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { doctor, offer } = slot;
  useSayGone(isAsking, t.releaseOf(doctor.name, when));
  const write = useWrite(releaseHeld, {
    onSuccess: () => {
      setAsking(false);
      toast({ type: 'success', title: t.released });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  return (
    <>
      <Button
        size="small"
        icon={<LockOpen aria-hidden="true" />}
        onClick={() => {
          write.reset();
          setAsking(true);
        }}
      >
        {t.release}
        <span className="sr-only">{` ${t.releaseOf(doctor.name, when)}`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.releaseQuestion}
        description={
          <>
            <p>{t.releaseLead(doctor.name, when)}</p>
            {offer && <p className="mt-1">{t.releaseNotice(offer.patient.name)}</p>}
          </>
        }
        confirmLabel={t.releaseConfirm}
        cancelLabel={t.releaseKeep}
        busy={write.isPending}
        busyLabel={t.releasing}
        onConfirm={() => write.mutate({ params: { id: slot.id } })}
      >
        {write.error && <ProblemNotice problem={write.error} fallback={t.releaseFailed} />}
      </ConfirmDialog>
    </>
  );
}
