import { useMessages } from './language.tsx';

/** `name('Cardiology')` in the language shown; a name the hospital made up stays as it is. */
export function useMedicalName(): (name: string) => string {
  const { medical } = useMessages('medical');
  return (name) => {
    if (name === 'General Practice') return medical.generalPractice;
    if (name === 'General') return medical.general;
    return isKnown(name, medical.fields) ? medical.fields[name] : name;
  };
}

/** A doctor's specialty and department, each said once. */
export function useDoctorFields(): (
  doctor: Readonly<Record<'specialty' | 'department', string>>,
) => string {
  const nameOf = useMedicalName();
  const specialtyOf = useSpecialty();
  return (doctor) => [...new Set([specialtyOf(doctor), nameOf(doctor.department)])].join(' · ');
}

/** In one word what a doctor treats: "Other" says nothing, and then the department does. */
export function useSpecialty(): (
  doctor: Readonly<Record<'specialty' | 'department', string>>,
) => string {
  const nameOf = useMedicalName();
  return ({ specialty, department }) => nameOf(specialty === 'Other' ? department : specialty);
}

function isKnown<Names extends object>(name: PropertyKey, names: Names): name is keyof Names {
  return Object.hasOwn(names, name);
}
