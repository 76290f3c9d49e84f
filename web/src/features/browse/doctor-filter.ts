/** The search text and status filter of the list of doctors [PAT-5]. */
import { type DoctorStatus, doctorStatuses } from '@baari/contract/constants.ts';

export interface DoctorChoice {
  readonly search: string;
  /** The status by which the list is filtered. Undefined means all statuses. */
  readonly status: DoctorStatus | undefined;
}

interface SearchedDoctor {
  readonly name: string;
  readonly specialty: string;
  readonly department: string;
  readonly status: DoctorStatus;
}

/**
 * Reads the search and status filter from the URL. Upper and lower case are ignored; an unknown
 * status means all.
 */
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
 * Returns doctors whose name, specialty or department contains every word of the search; `nameOf`
 * gives the translated names. Doctors whose line can be joined come first.
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
