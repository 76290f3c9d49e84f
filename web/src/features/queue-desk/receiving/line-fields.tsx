import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import { linesQuery } from '../../../api/queries/line-queries.ts';
import type { Option } from '../../../ui/form/select.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { firstFreeOf, sharedLineOf } from './receive-form.ts';

interface LineChoice {
  readonly label: string;
  readonly placeholder: string;
  readonly options: Option[];
}

/**
 * The choice of a line: each doctor's, each shared one, and the first free doctor of each
 * department with several.
 */
export function useLineChoice(doctors: readonly Colleague[]): LineChoice {
  const { receiving: t } = useMessages('receiving');
  const medicalName = useMedicalName();
  const specialtyOf = useSpecialty();
  // If they fail to load, doctors can still be chosen.
  const { data: shared = [] } = useQuery(linesQuery());
  const departments = [...new Set(doctors.map(({ department }) => department))].filter(
    (department) => doctors.filter((doctor) => doctor.department === department).length > 1,
  );
  const options = [
    ...doctors.map((doctor) => ({
      value: doctor.id,
      label: `${doctor.name} – ${specialtyOf(doctor)}${doctor.status === 'Offline' ? ` (${t.offline})` : ''}`,
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

/** The default line: the one shown, or the only one. */
export function lineMeant(doctors: readonly Colleague[], shown: string | undefined): string {
  const atWork = doctors.filter(({ status }) => status !== 'Offline');
  const [only, ...others] = atWork;
  const meant = atWork.find(({ id }) => id === shown) ?? (others.length === 0 ? only : undefined);
  return meant?.id ?? '';
}
