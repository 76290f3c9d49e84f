import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/** "For Riya Verma"; nothing for the user's own. */
export function WhoseLine({ name }: { name: string | undefined }): ReactNode {
  const { people: t } = useMessages('people');
  if (name === undefined) return null;
  return <p className="text-sm font-semibold text-primary-ink">{t.forPerson(name)}</p>;
}
