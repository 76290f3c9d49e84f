/** The hospital list's search and filters as the address of the page holds them [PAT-2]. */
import { maxLength } from '@baari/contract/constants.ts';
import { departments, specialties } from '@baari/contract/hospital/specialties.ts';

type Department = (typeof departments)[number];
type Specialty = (typeof specialties)[number];

export interface HospitalChoice {
  readonly search: string;
  readonly openNow: boolean;
  readonly department: Department | undefined;
  /** Of one of the hospital's doctors. */
  readonly specialty: Specialty | undefined;
  /** 1 is the first. */
  readonly page: number;
}

/** What an address asks for; nonsense in it counts as not asked. */
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

/** The address with a changed choice; another filter begins at the first page, `view` and the rest stay. */
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

/** Which department a choice of the list means; undefined for all. */
export function departmentNamed(name: string): Department | undefined {
  return departments.find((known) => known === name);
}

/** Which specialty a choice of the list means; undefined for all. */
export function specialtyNamed(name: string): Specialty | undefined {
  return specialties.find((known) => known === name);
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
