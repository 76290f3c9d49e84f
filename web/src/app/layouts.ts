import type { ComponentType, ReactNode } from 'react';
import type { AreaName } from '../i18n/areas.gen.ts';

export interface LayoutEntry {
  /** Loads a module that exports `Layout`, which renders the page as its children. */
  readonly layout: () => Promise<{ Layout: ComponentType<{ children: ReactNode }> }>;
  readonly areas?: readonly AreaName[];
}

/** The layouts, which stay mounted while the pages inside them change. */
export const layouts = {
  public: { layout: () => import('./layouts/public.layout.tsx') },
  patient: {
    layout: () => import('./layouts/patient.layout.tsx'),
    areas: ['patientQueue'],
  },
  hospital: {
    layout: () => import('./layouts/hospital.layout.tsx'),
    areas: ['queueDesk', 'team', 'screens', 'administration'],
  },
  staff: { layout: () => import('./layouts/staff.layout.tsx'), areas: ['queueDesk'] },
  doctor: {
    layout: () => import('./layouts/doctor.layout.tsx'),
    areas: ['queueDesk', 'doctorWork'],
  },
  bare: { layout: () => import('./layouts/bare.layout.tsx') },
  console: {
    layout: () => import('./layouts/console.layout.tsx'),
    areas: ['queueDesk', 'doctorWork'],
  },
} satisfies Record<string, LayoutEntry>;

export type LayoutName = keyof typeof layouts;
