import type { Doctor } from '@baari/contract/doctor.ts';
import type { QueueEntry } from '@baari/contract/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, UserPlus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { currentEntryQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isOpenEntry } from './my-place.ts';

const JoinDialog = lazy(async () => ({ default: (await import('./join-form.tsx')).JoinDialog }));

const myQueuePath = '/patient/queue';
const focusAfterMs = 250;

/** The way into a doctor's line; who stands in one already is led there instead [PAT-6, PAT-9]. */
export function JoinAction({ doctor }: { doctor: Doctor }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const entry = useOpenEntry();
  const [open, setOpen] = useState(false);
  /** Each opening is a new dialog; 0 before the first, so that its code is fetched when wanted. */
  const [opening, setOpening] = useState(0);
  return (
    <>
      {entry ? (
        <AlreadyInLine entry={entry} doctor={doctor} takesFocus={opening > 0} />
      ) : (
        joinButton()
      )}
      {opening > 0 && (
        <Suspense fallback={null}>
          <JoinDialog key={opening} doctor={doctor} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );

  function joinButton(): ReactNode {
    return (
      <JoinButton
        doctor={doctor}
        onPress={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {t.join}
        <span className="sr-only">{` ${t.joinOf(doctor.name)}`}</span>
      </JoinButton>
    );
  }
}

function JoinButton({
  doctor,
  onPress,
  children,
}: {
  doctor: Doctor;
  onPress: () => void;
  children: ReactNode;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const reasonId = useId();
  const icon = <UserPlus aria-hidden="true" />;
  if (doctor.status === 'Available') {
    return (
      <Button wide icon={icon} onClick={onPress}>
        {children}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p id={reasonId} className="text-sm text-ink-soft">
        {doctor.status === 'Busy' ? t.busyReason : t.offlineReason}
      </p>
      <Button wide disabled icon={icon} aria-describedby={reasonId}>
        {children}
      </Button>
    </div>
  );
}

/** `takesFocus`: it stands where the button was that has just been used. */
function AlreadyInLine({
  entry,
  doctor,
  takesFocus,
}: {
  entry: QueueEntry;
  doctor: Doctor;
  takesFocus: boolean;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!takesFocus) return undefined;
    // The dialog gives the focus back first, to a button that is gone.
    const timer = setTimeout(() => {
      link.current?.focus({ preventScroll: true });
      // Away from the lower edge, where the toast has just appeared.
      link.current?.scrollIntoView({ block: 'center' });
    }, focusAfterMs);
    return () => clearTimeout(timer);
  }, [takesFocus]);

  if (entry.doctor.id !== doctor.id) {
    return (
      <p className="flex min-h-11 items-center text-sm text-ink-soft md:pointer-fine:min-h-10">
        {t.alreadyElsewhere}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium text-ink">
        {entry.status === 'pending_approval' ? t.requestedHere : t.alreadyHere}
      </p>
      <ButtonLink ref={link} wide href={myQueuePath} iconAfter={<ArrowRight aria-hidden="true" />}>
        {t.seeMyPlace}
      </ButtonLink>
    </div>
  );
}

/** Says once, above a list of doctors, that there is a place already, and leads to it. */
export function OpenEntryNotice(): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const entry = useOpenEntry();
  if (!entry) return null;
  const called = entry.status === 'in_progress';
  return (
    <Notice
      tone={called ? 'turn' : 'info'}
      title={titleOf(entry.status)}
      action={
        <ButtonLink
          size="small"
          variant={called ? 'turn' : 'secondary'}
          href={myQueuePath}
          iconAfter={<ArrowRight aria-hidden="true" />}
        >
          {t.goToMyQueue}
        </ButtonLink>
      }
    >
      {called
        ? t.turnGoIn(entry.doctor.name)
        : t.haveEntryWith(entry.doctor.name, entry.hospital.name)}
    </Notice>
  );

  function titleOf(status: QueueEntry['status']): string {
    if (status === 'in_progress') return t.turnHeadline;
    return status === 'pending_approval' ? t.haveRequestTitle : t.haveEntryTitle;
  }
}

function useOpenEntry(): QueueEntry | null {
  const { data } = useQuery(currentEntryQuery());
  return data && isOpenEntry(data) ? data : null;
}
