import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Opening } from '../ui/feedback/opening.tsx';

/** The placeholder that a page shows while the session is being checked [AUTH-1]. */
export function SessionChecking(): ReactNode {
  const { common } = useMessages();
  return <Opening label={common.loading} />;
}
