import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { CalendarCog, ExternalLink, Gauge, Link2, ListOrdered, Pencil, UserX } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useDoctorFields } from '../../i18n/use-medical-name.ts';
import { useAvailableQuestion } from '../../shared/doctor/available-outside-hours.tsx';
import { LimitsButton } from '../../shared/limits/limits-button.tsx';
import { MailLine, PhoneLine } from '../../shared/patient/contact-lines.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { DoctorStatusBadge } from '../../ui/doctor-status-badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { DeactivateDoctor } from './deactivate-doctor.tsx';
import { nextStatus } from './doctor-status.ts';
import { RoomButton } from './room-button.tsx';
import { EditDoctorDialog } from './edit-doctor-dialog.tsx';
import { InvitationState } from './invitation-state.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { useDoctorStatus } from './use-doctor-status.ts';

type Question = 'edit' | 'deactivate';

/** The card of one doctor in the administrator's list [ADM-2]. */
export function DoctorCard({
  doctor,
  queueHref,
  hoursHref,
}: {
  doctor: Colleague;
  queueHref: string;
  hoursHref: string;
}): ReactNode {
  const { doctors } = useMessages('doctors');
  const fieldsOf = useDoctorFields();
  const nameId = useId();
  const { status, busy, set } = useDoctorStatus(doctor);
  const [availableQuestion, askAvailable] = useAvailableQuestion(doctor);
  const toggled = nextStatus(doctor.status);
  const [asked, setAsked] = useState<Question>();
  useSayGone(asked !== undefined, doctor.name);
  return (
    <Card as="li" ref={goOnBeside} aria-labelledby={nameId} className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <Avatar name={doctor.name} image={doctor.image} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h2 id={nameId} className="leading-snug font-semibold wrap-anywhere text-ink">
            <bdi>{doctor.name}</bdi>
          </h2>
          <p className="text-sm text-ink-soft">{fieldsOf(doctor)}</p>
        </div>
        <DoctorStatusBadge
          status={status}
          breakUntil={doctor.breakUntil}
          timeZone={doctor.timeZone}
        />
      </div>
      <Contact doctor={doctor} />
      <div>
        <RoomButton doctor={doctor} size="small" />
      </div>
      <InvitationState doctor={doctor} />
      <Figures doctor={doctor} />
      <div className="mt-auto flex flex-wrap items-center gap-2 print:hidden">
        <Button
          size="small"
          className="flex-1"
          aria-describedby={nameId}
          busy={busy}
          onClick={() => {
            if (toggled === 'Available') askAvailable(() => set(toggled));
            else set(toggled);
          }}
        >
          {toggled === 'Busy' ? doctors.makeBusy : doctors.makeAvailable}
        </Button>
        <ButtonLink
          size="small"
          variant="quiet"
          icon={<ListOrdered aria-hidden="true" />}
          aria-describedby={nameId}
          href={queueHref}
        >
          {doctors.openQueue}
        </ButtonLink>
        <ButtonLink
          size="small"
          variant="quiet"
          icon={<CalendarCog aria-hidden="true" />}
          aria-describedby={nameId}
          href={hoursHref}
        >
          {doctors.openHours}
        </ButtonLink>
        <RareActions doctor={doctor} nameId={nameId} onAsk={setAsked} />
      </div>
      {availableQuestion}
      {asked === 'edit' && <EditDoctorDialog doctor={doctor} onClose={() => setAsked(undefined)} />}
      {asked === 'deactivate' && (
        <DeactivateDoctor doctor={doctor} onClose={() => setAsked(undefined)} />
      )}
    </Card>
  );
}

/** The buttons for rarely used actions on a doctor. */
function RareActions({
  doctor,
  nameId,
  onAsk,
}: {
  doctor: Colleague;
  /** The id of the element with the doctor's name. The name describes each button. */
  nameId: string;
  onAsk: (question: Question) => void;
}): ReactNode {
  const { doctors } = useMessages('doctors');
  const small = {
    size: 'small',
    variant: 'quiet',
    className: wordsByTouch,
    'aria-describedby': nameId,
  } as const;
  return (
    <span className="flex flex-wrap">
      <Button
        {...small}
        title={doctors.edit}
        icon={<Pencil aria-hidden="true" />}
        onClick={() => onAsk('edit')}
      >
        {doctors.edit}
      </Button>
      <Button
        {...small}
        title={doctors.deactivate}
        icon={<UserX aria-hidden="true" />}
        onClick={() => onAsk('deactivate')}
      >
        {doctors.deactivate}
      </Button>
      <LimitsButton line={doctor} {...small} icon={<Gauge aria-hidden="true" />} />
      <Button
        {...small}
        title={doctors.copyLink}
        icon={<Link2 aria-hidden="true" />}
        onClick={() => void copyLink()}
      >
        {doctors.copyLink}
      </Button>
      <ButtonLink
        {...small}
        target="_blank"
        rel="noopener"
        title={doctors.openConsole}
        icon={<ExternalLink aria-hidden="true" />}
        href={`/doctor/console/${doctor.id}`}
      >
        {doctors.openConsole}
        <span className="sr-only">{` (${doctors.newTab})`}</span>
      </ButtonLink>
    </span>
  );

  async function copyLink(): Promise<void> {
    const path = `/patient/hospital/${doctor.hospital_id}/doctor/${doctor.id}`;
    const link = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      toast({ type: 'success', title: doctors.linkCopied, message: link });
    } catch {
      // If the browser does not permit copying, the toast shows the link, so that the user can copy
      // it by hand.
      toast({ type: 'warning', title: doctors.linkNotCopied, message: link });
    }
  }
}

/**
 * For a mouse, the label is a tooltip. Touch devices have no hover, so the label is shown beside
 * the icon.
 */
const wordsByTouch = 'px-2.5 [&>span]:sr-only pointer-coarse:[&>span]:not-sr-only';

function Contact({ doctor }: { doctor: Colleague }): ReactNode {
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      <MailLine address={doctor.email} />
      <PhoneLine number={doctor.phone} />
    </ul>
  );
}

function Figures({ doctor }: { doctor: Colleague }): ReactNode {
  const { common, doctors } = useMessages('doctors');
  const format = useFormat();
  const figures = [
    { label: doctors.inQueue, value: format.number(doctor.currentQueue) },
    { label: doctors.seen, value: format.number(doctor.totalPatients) },
    {
      label: doctors.averageWait,
      value:
        doctor.averageWaitTime > 0
          ? doctors.minutes(format.number(doctor.averageWaitTime))
          : common.dash,
    },
  ];
  if (doctor.promises) {
    const { kept, of } = doctor.promises;
    figures.push({ label: doctors.waitsKept, value: format.percent(kept / of) });
  }
  return (
    <dl className="grid grid-cols-2 gap-2 rounded-control bg-sunken px-3 py-2 sm:grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))]">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-semibold text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
