import { useMessages } from '../../i18n/language.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/** Says that the role call failed to somebody who is signed in and goes on all the same [SIGN-3, ERR-5]. */
export function useRoleFailed(): () => void {
  const { identity: t } = useMessages('identity');
  return () =>
    toast({ type: 'warning', title: t.roleFailedTitle, message: t.roleFailed, duration: 10_000 });
}
