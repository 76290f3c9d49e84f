import { staffRoles } from '@baari/contract/constants.ts';
import type { ComponentType, ReactNode } from 'react';
import { Outlet } from 'react-router';
import { RequireRole } from '../session/require-role.tsx';

/**
 * Who may see a page. A guard draws `<Outlet />` or sends the visitor on with `<Navigate />`; the
 * route table names it. The server asks again with every call.
 */
export const guards = {
  anyone: Outlet,
  signedIn: () => <RequireRole allowed="any" />,
  patient: () => <RequireRole allowed={patientOnly} />,
  hospitalAdmin: () => <RequireRole allowed={adminOnly} />,
  doctor: () => <RequireRole allowed={doctorOnly} />,
  /** The hospital's administrator and its doctors, as at the console [ROUTE-25]. */
  consulting: () => <RequireRole allowed={consulting} />,
  staff: () => <RequireRole allowed={staffRoles} />,
} satisfies Record<string, ComponentType | (() => ReactNode)>;

export type GuardName = keyof typeof guards;

const patientOnly = ['patient'] as const;
const adminOnly = ['hospital_admin'] as const;
const doctorOnly = ['doctor'] as const;
const consulting = ['doctor', 'hospital_admin'] as const;
