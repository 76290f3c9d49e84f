import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Opening } from '../ui/feedback/opening.tsx';

/** What is seen while it is not yet known who is signed in [AUTH-1]. */
export function SessionChecking(): ReactNode {
  const { common } = useMessages();
  return <Opening label={common.loading} />;
}
