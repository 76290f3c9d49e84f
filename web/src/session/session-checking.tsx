import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { PulsingDots } from '../ui/pulsing-dots.tsx';

/** The spinner while it is not yet known who is signed in [AUTH-1]. */
export function SessionChecking(): ReactNode {
  const t = useMessages();
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-primary-ink">
      <span className="flex items-center gap-3">
        <PulsingDots />
        <span className="sr-only">{t.common.loading}</span>
      </span>
    </div>
  );
}
