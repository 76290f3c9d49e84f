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
  return ({ specialty, department }) =>
    [...new Set([nameOf(specialty), nameOf(department)])].join(' · ');
}

function isKnown<Names extends object>(name: PropertyKey, names: Names): name is keyof Names {
  return Object.hasOwn(names, name);
}
