/** The search and filters of the hospital list, stored in the URL [PAT-2]. */
import { maxLength } from '@baari/contract/constants.ts';
import { departments, specialties } from '@baari/contract/hospital/specialties.ts';

type Department = (typeof departments)[number];
type Specialty = (typeof specialties)[number];

export interface HospitalChoice {
  readonly search: string;
  readonly openNow: boolean;
  readonly department: Department | undefined;
  /** The chosen specialty; hospitals with a doctor of this specialty are shown. */
  readonly specialty: Specialty | undefined;
  /** The page number of the list; 1 is the first page. */
  readonly page: number;
}

/** Reads search and filters of the hospital list from the URL. Invalid values are ignored. */
export function readHospitalChoice(params: URLSearchParams): HospitalChoice {
  const page = Number(params.get('page') ?? 1);
  return {
    search: (params.get('search') ?? '').trim().slice(0, maxLength.name),
    openNow: params.get('open') === '1',
    department: departments.find((known) => known === params.get('department')),
    specialty: specialties.find((known) => known === params.get('specialty')),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

/**
 * Returns the URL with the changed filters. A changed filter returns to the first page; other URL
 * parameters such as `view` stay.
 */
export function withHospitalChoice(
  params: URLSearchParams,
  change: Partial<HospitalChoice>,
): URLSearchParams {
  const { search, openNow, department, specialty, page } = {
    ...readHospitalChoice(params),
    page: 1,
    ...change,
  };
  const next = new URLSearchParams(params);
  set(next, 'search', search.trim());
  set(next, 'open', openNow ? '1' : '');
  set(next, 'department', department ?? '');
  set(next, 'specialty', specialty ?? '');
  set(next, 'page', page > 1 ? String(page) : '');
  return next;
}

export function isNarrowed({ search, openNow, department, specialty }: HospitalChoice): boolean {
  return search !== '' || openNow || department !== undefined || specialty !== undefined;
}

/** Returns the department with the given name in the filter. Returns undefined for "all". */
export function departmentNamed(name: string): Department | undefined {
  return departments.find((known) => known === name);
}

/** Returns the specialty with the given name in the filter. Returns undefined for "all". */
export function specialtyNamed(name: string): Specialty | undefined {
  return specialties.find((known) => known === name);
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
