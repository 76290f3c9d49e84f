import { staffRoles } from '@baari/contract/constants.ts';
import type { ComponentType, ReactNode } from 'react';
import { RequireRole } from '../session/require-role.tsx';

type Guard = ComponentType<{ children: ReactNode }>;

/**
 * Route guards: each renders its children or redirects the visitor. The server checks every call
 * again.
 */
export const guards = {
  anyone: ({ children }) => children,
  signedIn: ({ children }) => <RequireRole allowed="any">{children}</RequireRole>,
  patient: ({ children }) => <RequireRole allowed={patientOnly}>{children}</RequireRole>,
  hospitalAdmin: ({ children }) => <RequireRole allowed={adminOnly}>{children}</RequireRole>,
  doctor: ({ children }) => <RequireRole allowed={doctorOnly}>{children}</RequireRole>,
  /**
   * Admits the hospital's administrators and doctors, who may open the doctor's console [ROUTE-25].
   */
  consulting: ({ children }) => <RequireRole allowed={consulting}>{children}</RequireRole>,
  staff: ({ children }) => <RequireRole allowed={staffRoles}>{children}</RequireRole>,
} satisfies Record<string, Guard>;

export type GuardName = keyof typeof guards;

const patientOnly = ['patient'] as const;
const adminOnly = ['hospital_admin'] as const;
const doctorOnly = ['doctor'] as const;
const consulting = ['doctor', 'hospital_admin'] as const;
