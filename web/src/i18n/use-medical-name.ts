import { useMessages } from './language.tsx';

/**
 * Returns a function that translates a medical name into the page's language, as in
 * `name('Cardiology')`. A name that a hospital made up stays unchanged.
 */
export function useMedicalName(): (name: string) => string {
  const { medical } = useMessages('medical');
  return (name) => {
    if (name === 'General Practice') return medical.generalPractice;
    if (name === 'General') return medical.general;
    return isKnown(name, medical.fields) ? medical.fields[name] : name;
  };
}

/** Formats a doctor's specialty and department, without repeating a word. */
export function useDoctorFields(): (
  doctor: Readonly<Record<'specialty' | 'department', string>>,
) => string {
  const nameOf = useMedicalName();
  const specialtyOf = useSpecialty();
  return (doctor) => [...new Set([specialtyOf(doctor), nameOf(doctor.department)])].join(' · ');
}

/**
 * Formats a doctor's medical field as one term: the specialty, or the department if the specialty
 * is "Other".
 */
export function useSpecialty(): (
  doctor: Readonly<Record<'specialty' | 'department', string>>,
) => string {
  const nameOf = useMedicalName();
  return ({ specialty, department }) => nameOf(specialty === 'Other' ? department : specialty);
}

function isKnown<Names extends object>(name: PropertyKey, names: Names): name is keyof Names {
  return Object.hasOwn(names, name);
}
