import { MailQuestionMark, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/**
 * For staff: names the account holder whose contact data is shown for a patient. Renders nothing if
 * the patient is the account holder.
 */
export function ThroughLine({ through }: { through: string | null }): ReactNode {
  const { people: t } = useMessages('people');
  if (through === null) return null;
  return (
    <span className="flex min-h-6 min-w-0 items-center gap-1.5 text-sm text-ink-soft">
      <Users aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t.through(through)}</span>
    </span>
  );
}

/**
 * For staff: says that the patient's contact data is not confirmed. Renders nothing if it is
 * confirmed.
 */
export function UnprovedLine({ isProved }: { isProved: boolean }): ReactNode {
  const { people: t } = useMessages('people');
  if (isProved) return null;
  return (
    <span className="flex min-h-6 min-w-0 items-center gap-1.5 text-sm text-warning-ink">
      <MailQuestionMark aria-hidden="true" className="size-4 shrink-0" />
      {t.unproved}
    </span>
  );
}

/**
 * For staff, beside a phone number: says that the number is not confirmed. Renders nothing if it is
 * confirmed.
 */
export function UnprovedPhone({ isProved }: { isProved: boolean | undefined }): ReactNode {
  const { people: t } = useMessages('people');
  // A server of the previous release does not send this field.
  if (isProved !== false) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-sm whitespace-nowrap text-warning-ink">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {t.phoneUnproved}
    </span>
  );
}
