/** The scopes of API keys: what a hospital's own system may read and do at /api/v1. */

export const scopes = [
  'queue:read',
  'queue:act',
  'appointments:read',
  'appointments:write',
  'lines:read',
  'figures:read',
  'events:read',
  /** Names and contact details of patients; every other scope shows patients by token alone. */
  'patients:read',
  /** That reports exist: kind, day and doctor, with `patients:read` also title and patient. Never the text or file. */
  'reports:read',
] as const;
export type Scope = (typeof scopes)[number];
