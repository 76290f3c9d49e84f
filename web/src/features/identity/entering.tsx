import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useMessages } from '../../i18n/language.tsx';
import { FrameSkeleton } from '../../ui/layout/frame-skeleton.tsx';

/** Opens the page after sign-in, and shows its frame until its code has loaded [LOGIN-3]. */
export function Entering({ to }: { to: string }): ReactNode {
  const t = useMessages();
  return (
    <>
      <Redirect to={to} replace />
      <FrameSkeleton label={t.common.loading} />
    </>
  );
}
