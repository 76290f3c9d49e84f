import { useMessages } from '../../i18n/language.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * Shows a message that the user's role could not be set. The person stays signed in and continues
 * [SIGN-3, ERR-5].
 */
export function useRoleFailed(): () => void {
  const { identity: t } = useMessages('identity');
  return () =>
    toast({ type: 'warning', title: t.roleFailedTitle, message: t.roleFailed, duration: 10_000 });
}
