import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import { linesQuery } from '../../../api/queries/line-queries.ts';
import type { Option } from '../../../ui/form/select.tsx';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { whenBriefly } from '../entry/when-briefly.ts';
import { firstFreeOf, sharedLineOf } from './receive-values.ts';

interface LineChoice {
  readonly label: string;
  readonly placeholder: string;
  readonly options: Option[];
}

/**
 * The lines to choose from: each doctor's line with status, length and expected call, and each
 * shared line. For departments with several doctors, also the first free doctor.
 */
export function useLineChoice(doctors: readonly Colleague[]): LineChoice {
  const { receiving: t } = useMessages('receiving');
  const factsOf = useLineFacts();
  const medicalName = useMedicalName();
  const specialtyOf = useSpecialty();
  // If the shared lines fail to load, the user can still choose a doctor's line.
  const { data: shared = [] } = useQuery(linesQuery());
  const departments = [...new Set(doctors.map(({ department }) => department))].filter(
    (department) => doctors.filter((doctor) => doctor.department === department).length > 1,
  );
  const options = [
    ...doctors.map((doctor) => ({
      value: doctor.id,
      label: `${doctor.name} – ${[specialtyOf(doctor), ...factsOf(doctor)].join(' · ')}`,
      disabled: doctor.status === 'Offline',
    })),
    ...shared.map(({ id, name, isOpen, waiting }) => ({
      value: sharedLineOf(id),
      label: isOpen ? t.sharedLine(name, waiting) : `${name} (${t.closedLine})`,
      disabled: !isOpen,
    })),
    ...departments.map((department) => ({
      value: firstFreeOf(department),
      label: t.firstFree(medicalName(department)),
    })),
  ];
  return shared.length === 0
    ? { label: t.doctor, placeholder: t.chooseDoctor, options }
    : { label: t.doctorOrLine, placeholder: t.chooseDoctorOrLine, options };
}

/** What the desk compares before it chooses a doctor: status, length of the line, expected call. */
function useLineFacts(): (doctor: Colleague) => string[] {
  const { ui, queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const now = useNow();
  return ({ status, currentQueue, waitIfJoinedNow, timeZone }) => {
    if (status === 'Offline') return [ui.doctorStatuses.Offline];
    const when = whenBriefly(waitIfJoinedNow, now, timeZone, { ui, format });
    const facts = [ui.doctorStatuses[status], queueDesk.inQueue(currentQueue)];
    return when === undefined ? facts : [...facts, when];
  };
}

/** Returns the line that is preselected: the line shown on the page, or the only line. */
export function lineMeant(doctors: readonly Colleague[], shown: string | undefined): string {
  const atWork = doctors.filter(({ status }) => status !== 'Offline');
  const [only, ...others] = atWork;
  const meant = atWork.find(({ id }) => id === shown) ?? (others.length === 0 ? only : undefined);
  return meant?.id ?? '';
}
