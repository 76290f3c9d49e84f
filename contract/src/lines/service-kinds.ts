/**
 * The purpose of a shared line. `any_doctor`: the first free doctor of the line calls the next
 * patient [LINE-1].
 */
export const serviceKinds = [
  'registration',
  'vitals',
  'laboratory',
  'imaging',
  'pharmacy',
  'billing',
  'any_doctor',
  'other',
] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** The most service points of one line. */
export const maxPoints = 30;
