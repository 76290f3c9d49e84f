/** The doctors view's search and status filter [PAT-5]. */
import { type DoctorStatus, doctorStatuses } from '@baari/contract/constants.ts';

export interface DoctorChoice {
  readonly search: string;
  /** undefined: all. */
  readonly status: DoctorStatus | undefined;
}

interface SearchedDoctor {
  readonly name: string;
  readonly specialty: string;
  readonly department: string;
  readonly status: DoctorStatus;
}

/** What an address asks for; the status is read in any case, an unknown one means all. */
export function readDoctorChoice(params: URLSearchParams): DoctorChoice {
  const asked = (params.get('status') ?? '').toLowerCase();
  return {
    search: (params.get('search') ?? '').trim(),
    status: doctorStatuses.find((status) => status.toLowerCase() === asked),
  };
}

export function withDoctorChoice(
  params: URLSearchParams,
  change: Partial<DoctorChoice>,
): URLSearchParams {
  const { search, status } = { ...readDoctorChoice(params), ...change };
  const next = new URLSearchParams(params);
  if (search.trim() === '') next.delete('search');
  else next.set('search', search.trim());
  if (status === undefined) next.delete('status');
  else next.set('status', status.toLowerCase());
  return next;
}

/**
 * Doctors in whose name, specialty or department every word searched for occurs; `nameOf` gives the
 * words of the language shown, which count as well. Those who can be joined come first.
 */
export function filterDoctors<Shown extends SearchedDoctor>(
  doctors: readonly Shown[],
  { search, status }: DoctorChoice,
  nameOf: (field: string) => string = (field) => field,
): Shown[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  return doctors
    .filter((doctor) => status === undefined || doctor.status === status)
    .filter((doctor) => {
      const { name, specialty, department } = doctor;
      const text = [name, specialty, department, nameOf(specialty), nameOf(department)]
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => doctorStatuses.indexOf(a.status) - doctorStatuses.indexOf(b.status));
}
