/** What a shared line is for; `any_doctor`: the first free doctor of those who call from it [LINE-1]. */
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

/** Service points of one line, at most. */
export const maxPoints = 30;
