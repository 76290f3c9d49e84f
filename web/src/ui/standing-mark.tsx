import type { HospitalVerification } from '@baari/contract/constants.ts';
import { ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Badge } from './badge.tsx';
import { Notice } from './feedback/notice.tsx';

/**
 * A badge that says that the operator of Baari has not confirmed a hospital. Renders nothing for a
 * confirmed hospital [SEC-20].
 */
export function VerificationBadge({
  standing,
  className = '',
}: {
  standing: HospitalVerification;
  className?: string;
}): ReactNode {
  const { ui } = useMessages();
  if (standing === 'confirmed') return null;
  return (
    <Badge tone="warning" icon={ShieldQuestion} className={`shrink-0 ${className}`}>
      {ui.notConfirmed}
    </Badge>
  );
}

/**
 * A sentence that says that the operator has not confirmed the hospital. It is shown before a
 * person relies on the hospital.
 */
export function VerificationNotice({
  standing,
  className = '',
}: {
  standing: HospitalVerification;
  className?: string;
}): ReactNode {
  const { ui } = useMessages();
  if (standing === 'confirmed') return null;
  return (
    <Notice
      tone="warning"
      title={standing === 'hidden' ? ui.notOpenTitle : ui.notConfirmedTitle}
      className={className}
    >
      {standing === 'hidden' ? ui.notOpen : ui.notConfirmedText}
    </Notice>
  );
}
