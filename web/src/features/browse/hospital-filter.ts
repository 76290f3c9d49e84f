/** The search and filters of the hospital list, stored in the URL [PAT-2]. */
import { maxLength } from '@baari/contract/constants.ts';
import { departments, specialties } from '@baari/contract/hospital/specialties.ts';

type Department = (typeof departments)[number];
type Specialty = (typeof specialties)[number];

export interface HospitalChoice {
  readonly search: string;
  readonly openNow: boolean;
  readonly department: Department | undefined;
  /** A specialty that one of the hospital's doctors has. */
  readonly specialty: Specialty | undefined;
  /** The page of the list; 1 is the first. */
  readonly page: number;
}

/** Reads the filters from the URL; invalid values are ignored. */
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
 * The URL with changed filters; a new filter starts at the first page, `view` and the rest stay.
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

/** The department of an option in the list; undefined for all. */
export function departmentNamed(name: string): Department | undefined {
  return departments.find((known) => known === name);
}

/** The specialty of an option in the list; undefined for all. */
export function specialtyNamed(name: string): Specialty | undefined {
  return specialties.find((known) => known === name);
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
