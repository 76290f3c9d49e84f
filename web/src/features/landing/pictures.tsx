import { Check, ChevronDown, ChevronUp, Clock, MapPin, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { CountBadge, StatusBadge } from '../../ui/badge.tsx';
import { DoctorStatusBadge } from '../../ui/doctor-status-badge.tsx';
import { UrgencyBadge } from '../../ui/urgency-badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { Picture } from './picture.tsx';

/**
 * An illustration of the patient's screen: a doctor's card with the wait, and fields for symptoms
 * and urgency.
 */
export function PatientPicture(): ReactNode {
  const { landing: t } = useMessages('landing');
  return (
    <Picture caption={t.patients.picture}>
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <Avatar name={t.sampleDoctor} />
          <div className="min-w-0 flex-1 leading-tight">
            <p className="font-semibold">{t.sampleDoctor}</p>
            <p className="text-sm text-ink-soft">{t.sampleSpecialty}</p>
          </div>
          <DoctorStatusBadge status="Available" />
        </div>
        <div className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-ink-soft">
          <Fact icon={<MapPin />}>{t.sample.hospital}</Fact>
          <Fact icon={<Users />}>{t.sample.waiting}</Fact>
          <Fact icon={<Clock />}>{t.sample.wait}</Fact>
        </div>
      </Card>
      <Card className="flex flex-col gap-4">
        <TextArea
          label={t.sample.symptomsLabel}
          defaultValue={t.sample.symptoms}
          key={t.sample.symptoms}
          rows={2}
        />
        <RadioGroup
          label={t.sample.urgencyLabel}
          layout="row"
          value="medium"
          onChange={() => undefined}
          options={[
            { value: 'low', label: t.sample.urgencyLow },
            { value: 'medium', label: t.sample.urgencyMedium },
            { value: 'high', label: t.sample.urgencyHigh },
          ]}
        />
        <Button variant="primary" wide>
          {t.sample.join}
        </Button>
      </Card>
    </Picture>
  );
}

/** An illustration of the desk's screen: a request to decide on, and the line of patients. */
export function HospitalPicture(): ReactNode {
  const { landing: t } = useMessages('landing');
  return (
    <Picture caption={t.hospitals.picture}>
      <div className="flex flex-wrap items-center justify-between gap-2 px-1">
        <p className="flex items-center gap-2 font-semibold">
          {t.sample.pendingTitle}
          <CountBadge count={1} label={t.sample.pendingCount} />
        </p>
        <LiveBadge state="live" />
      </div>
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-3">
          <Avatar name={t.sample.patient} />
          <div className="min-w-0 flex-1 leading-tight">
            <p className="font-semibold">{t.sample.patient}</p>
            <p className="text-sm text-ink-soft">{t.sample.requestedAt}</p>
          </div>
          <UrgencyBadge urgency="high" />
        </div>
        <p className="text-[0.9375rem]">{t.sample.symptoms}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={<Check />} className="flex-1">
            {t.sample.approve}
          </Button>
          <Button icon={<X />} className="flex-1">
            {t.sample.reject}
          </Button>
        </div>
      </Card>
      <p className="px-1 pt-2 font-semibold">{t.sample.waitingTitle}</p>
      <Card padding="none" className="divide-y divide-line">
        <WaitingLine place={1} name={t.sample.next} joined={t.sample.joinedFirst} />
        <WaitingLine place={2} name={t.sample.third} joined={t.sample.joinedSecond} />
      </Card>
    </Picture>
  );
}

/** An illustration of the doctor's screen: the current patient and the next patient. */
export function DoctorPicture(): ReactNode {
  const { landing: t } = useMessages('landing');
  return (
    <Picture caption={t.doctors.picture}>
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm font-semibold text-ink-soft">{t.sample.currentTitle}</p>
          <StatusBadge status="in_progress" />
        </div>
        <div>
          <p className="text-2xl leading-tight font-bold tracking-tight">{t.sample.patient}</p>
          <p className="mt-0.5 text-sm text-ink-soft">{t.sample.since}</p>
        </div>
        <div className="flex flex-col items-start gap-2 rounded-control bg-sunken p-3">
          <UrgencyBadge urgency="high" />
          <p className="text-[0.9375rem]">{t.sample.symptoms}</p>
        </div>
        <Button variant="primary" size="large" wide>
          {t.sample.complete}
        </Button>
      </Card>
      <Card padding="small" className="flex flex-wrap items-center gap-3">
        <span className="text-sm font-semibold text-ink-soft">{t.sample.nextTitle}</span>
        <Avatar name={t.sample.next} size="small" />
        <span className="min-w-0 flex-1 font-medium">{t.sample.next}</span>
        <UrgencyBadge urgency="low" />
      </Card>
    </Picture>
  );
}

function WaitingLine({
  place,
  name,
  joined,
}: {
  place: number;
  name: string;
  joined: string;
}): ReactNode {
  const t = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-3 py-2 pe-2 ps-4">
      <span className="w-4 text-lg font-bold text-primary-ink tabular-nums">{place}</span>
      <div className="min-w-0 flex-1 leading-tight">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-soft">{joined}</p>
      </div>
      <IconButton label={t.common.previous} icon={<ChevronUp />} />
      <IconButton label={t.common.next} icon={<ChevronDown />} />
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5 [&_svg]:size-4">
      {icon}
      {children}
    </span>
  );
}
