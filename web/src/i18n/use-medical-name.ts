import { useMessages } from './language.tsx';

/** `name('Cardiology')` in the page's language; a hospital's own name stays unchanged. */
export function useMedicalName(): (name: string) => string {
  const { medical } = useMessages('medical');
  return (name) => {
    if (name === 'General Practice') return medical.generalPractice;
    if (name === 'General') return medical.general;
    return isKnown(name, medical.fields) ? medical.fields[name] : name;
  };
}

/** A doctor's specialty and department, without repetition. */
export function useDoctorFields(): (
  doctor: Readonly<Record<'specialty' | 'department', string>>,
) => string {
  const nameOf = useMedicalName();
  const specialtyOf = useSpecialty();
  return (doctor) => [...new Set([specialtyOf(doctor), nameOf(doctor.department)])].join(' · ');
}

/** A doctor's field in one word: the specialty, or the department if that is "Other". */
export function useSpecialty(): (
  doctor: Readonly<Record<'specialty' | 'department', string>>,
) => string {
  const nameOf = useMedicalName();
  return ({ specialty, department }) => nameOf(specialty === 'Other' ? department : specialty);
}

function isKnown<Names extends object>(name: PropertyKey, names: Names): name is keyof Names {
  return Object.hasOwn(names, name);
}
