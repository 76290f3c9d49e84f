import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useListed } from '../../../i18n/use-listed.ts';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { TextLink } from '../../../ui/link.tsx';
import { minutesBetween } from '../place/my-place.ts';
import { madeAtOnce } from '../place/place-log.ts';

/** The patient, place, time and outcome of a visit. */
export function VisitFacts({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue, pastVisit: t } = useMessages('patientQueue', 'pastVisit');
  const format = useFormat();
  const listed = useListed();
  const nameOf = useMedicalName();
  const specialtyOf = useSpecialty();
  const { doctor, hospital, patient, joinedAt, approvedAt, startedAt, endedAt } = entry;
  const made = madeAtOnce(entry);
  const field = new Set([specialtyOf(doctor), nameOf(doctor.department)]);
  const waited = minutesBetween(approvedAt, startedAt);
  const lasted = entry.status === 'completed' ? minutesBetween(startedAt, endedAt) : undefined;
  return (
    <dl className="grid gap-x-6 gap-y-2 px-1 pt-1 pb-2 sm:grid-cols-2">
      <Fact label={t.detailPatient}>
        <bdi>{patient.name}</bdi>
      </Fact>
      <Fact label={doctor.service ? t.detailLine : t.detailDoctor}>
        {listed([doctor.name, ...field].filter(Boolean))}
      </Fact>
      <Fact label={t.detailHospital}>
        <TextLink href={`/patient/hospital/${hospital.id}`}>
          <bdi>{hospital.name}</bdi>
        </TextLink>
      </Fact>
      <Fact label={t.detailUrgency}>{patientQueue.urgencyNames[entry.urgency]}</Fact>
      {made === 'arrived' && <Fact label={t.detailArrived}>{at(joinedAt)}</Fact>}
      {made === undefined && <Fact label={t.detailAsked}>{at(joinedAt)}</Fact>}
      {made === 'sentOn' && <Fact label={t.detailSentOn}>{at(joinedAt)}</Fact>}
      {approvedAt !== null && (made === undefined || made === 'put') && (
        <Fact label={t.detailLetIn}>{at(approvedAt)}</Fact>
      )}
      {startedAt !== null && <Fact label={t.detailCalled}>{at(startedAt)}</Fact>}
      {endedAt !== null && <Fact label={t.detailEnded}>{at(endedAt)}</Fact>}
      {waited !== undefined && <Fact label={t.detailWaited}>{t.minutes(waited)}</Fact>}
      {lasted !== undefined && (
        <Fact label={doctor.service ? t.detailLastedAt : t.detailLasted}>{t.minutes(lasted)}</Fact>
      )}
      {entry.symptoms && (
        <Fact label={patientQueue.yourSymptoms} isWide>
          {entry.symptoms}
        </Fact>
      )}
    </dl>
  );

  function at(moment: string): ReactNode {
    return (
      <time dateTime={moment} title={format.exact(moment, hospital.timeZone)}>
        {format.dayAndTime(format.date(moment, hospital.timeZone), moment, hospital.timeZone)}
      </time>
    );
  }
}

function Fact({
  label,
  isWide = false,
  children,
}: {
  label: string;
  isWide?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
