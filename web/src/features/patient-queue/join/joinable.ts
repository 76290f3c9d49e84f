import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';

/**
 * The data that decides whether patients can join the line of a doctor or a shared line. Only a
 * shared line has a `kind` [PAT-6, LINE-6].
 */
export type Joinable = Pick<
  Doctor,
  | 'id'
  | 'name'
  | 'status'
  | 'opening'
  | 'timeZone'
  | 'takesRequestsShut'
  | 'requests'
  | 'hospital_id'
  | 'hospitalStanding'
> & { readonly kind?: ServiceKind; readonly department: string | null };
