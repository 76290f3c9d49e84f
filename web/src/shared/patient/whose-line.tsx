import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/**
 * Shows for whom an entry is, such as "For Riya Verma". Renders nothing for the user's own entry.
 */
export function WhoseLine({ name }: { name: string | undefined }): ReactNode {
  const { people: t } = useMessages('people');
  if (name === undefined) return null;
  return <p className="text-sm font-semibold text-primary-ink">{t.forPerson(name)}</p>;
}
