import type { Colleague } from '@baari/contract/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import { linesQuery } from '../../api/line-queries.ts';
import type { Option } from '../../ui/select.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { firstFreeOf, sharedLineOf } from './receive-form.ts';

/** Into which line: each doctor's, each shared one, and the first free doctor's of each department that has several. */
export function useLineChoices(doctors: readonly Colleague[]): Option[] {
  const { receiving: t } = useMessages('receiving');
  const medicalName = useMedicalName();
  // Without them the doctors can be chosen all the same.
  const { data: shared = [] } = useQuery(linesQuery());
  const departments = [...new Set(doctors.map(({ department }) => department))].filter(
    (department) => doctors.filter((doctor) => doctor.department === department).length > 1,
  );
  return [
    ...doctors.map(({ id, name, specialty, status }) => ({
      value: id,
      label: `${name} – ${medicalName(specialty)}${status === 'Offline' ? ` (${t.offline})` : ''}`,
      disabled: status === 'Offline',
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
}

/** The line that is meant where nothing else is said: the one shown, or the only one. */
export function lineMeant(doctors: readonly Colleague[], shown: string | undefined): string {
  const atWork = doctors.filter(({ status }) => status !== 'Offline');
  const [only, ...others] = atWork;
  const meant = atWork.find(({ id }) => id === shown) ?? (others.length === 0 ? only : undefined);
  return meant?.id ?? '';
}
