import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { identityCall } from '../../../api/identity.ts';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { securityQuery } from '../../../api/queries/security-query.ts';
import { lateResolver } from '../../../api/forms/late-resolver.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { usePasswordMin } from '../../../api/forms/use-password-min.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PasswordField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { ownSecurityKey } from './security-queries.ts';
import { SecuritySection } from './security-section.tsx';

/** The section for the account's password: change it, or set the first password. */
export function PasswordSection(): ReactNode {
  const t = useMessages('security');
  const security = useQuery(securityQuery());
  const [isOpen, setOpen] = useState(false);
  return (
    <SecuritySection
      id="password"
      title={t.security.passwordTitle}
      query={security}
      skeleton={<Skeleton className="h-5 w-2/3" />}
    >
      {({ hasPassword }) => {
        const title = hasPassword ? t.security.changePassword : t.security.firstPassword;
        return (
          <>
            <p className="text-[0.9375rem] text-ink-soft">
              {hasPassword ? t.security.hasPassword : t.security.noPassword}
            </p>
            <Button className="self-start" onClick={() => setOpen(true)}>
              {title}
            </Button>
            <Dialog open={isOpen} onOpenChange={setOpen} title={title} size="small">
              <NewPassword onDone={() => setOpen(false)} />
            </Dialog>
          </>
        );
      }}
    </SecuritySection>
  );
}

const resolver = lateResolver(async () => (await import('./security-forms.ts')).newPassword);

function NewPassword({ onDone }: { onDone: () => void }): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const queries = useQueryClient();
  const least = usePasswordMin();
  const form = useForm({
    resolver,
    defaultValues: { newPassword: '' },
  });
  const { handleSubmit, setError, formState } = form;
  const bind = useBoundField(form);
  const { isSubmitting } = formState;
  const [trouble, setTrouble] = useState<Trouble>();

  const submit = handleSubmit(async ({ newPassword }) => {
    setTrouble(undefined);
    try {
      await identityCall('setOwnPassword', { newPassword });
    } catch (failure) {
      const message = problemText(failure);
      const isWeak = failure instanceof ApiProblem && failure.code === 'weak_password';
      if (!isWeak) return setTrouble(troubleOf(failure, message));
      return setError('newPassword', { message }, { shouldFocus: true });
    }
    toast({ type: 'success', title: t.security.passwordSaved });
    onDone();
    await queries.invalidateQueries({ queryKey: ownSecurityKey });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        {...bind('newPassword')}
        label={t.security.newPassword}
        hint={t.security.newPasswordHint(least)}
        autoComplete="new-password"
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {t.security.savePassword}
      </Button>
    </form>
  );
}
