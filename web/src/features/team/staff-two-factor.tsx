import { setStaffTwoFactor } from '@baari/contract/account/identity.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { securityQuery } from '../../api/queries/security-query.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/** Whether all staff must sign in with a second factor [API-27]. */
export function StaffTwoFactor(): ReactNode {
  const { team: t, common } = useMessages('team');
  const problemText = useProblemText();
  const security = useQuery(securityQuery());
  return (
    <section aria-labelledby="protection" className="flex flex-col gap-3">
      <h2 id="protection" className="text-lg font-semibold text-ink">
        {t.protection}
      </h2>
      <Card>
        {security.data && <Requirement {...security.data.twoFactor} />}
        {security.isPending && (
          <LoadingRegion label={common.loading}>
            <Skeleton className="h-6 w-3/4" />
          </LoadingRegion>
        )}
        {security.isError && !security.data && (
          <Notice tone="danger" action={<TryAgain query={security} part />}>
            {problemText(security.error)}
          </Notice>
        )}
      </Card>
    </section>
  );
}

/**
 * The switch that requires a second factor of all staff. An administrator without a second factor
 * must set one up first, which the server checks too. Turning the switch on needs a confirmation,
 * because it may interrupt colleagues.
 */
function Requirement({
  isRequired,
  isOn: hasOwn,
}: {
  isRequired: boolean;
  /** Whether the user has a second factor. */
  isOn: boolean;
}): ReactNode {
  const { team: t, common } = useMessages('team');
  const queries = useQueryClient();
  const [step, setStep] = useState<'ask' | 'set-up-first'>();
  const change = useWrite(setStaffTwoFactor, {
    onSettled: () => queries.invalidateQueries({ queryKey: securityQuery().queryKey }),
  });
  const shown = change.isPending ? change.variables.body.isRequired : isRequired;

  function flip(isOn: boolean): void {
    change.reset();
    if (!isOn) save(false);
    else setStep(hasOwn ? 'ask' : 'set-up-first');
  }

  function save(isOn: boolean): void {
    change.mutate(
      { body: { isRequired: isOn } },
      {
        onSuccess: () => {
          setStep(undefined);
          toast({ type: 'success', title: isOn ? t.required : t.notRequired });
        },
      },
    );
  }

  const problem = change.isError && (
    <ProblemNotice problem={change.error} fallback={t.protectionFailed} />
  );
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t.requireTwoFactor}
        hint={t.requireTwoFactorHint}
        checked={shown}
        disabled={change.isPending}
        onChange={(event) => flip(event.currentTarget.checked)}
      />
      {step !== 'ask' && problem}
      {step === 'set-up-first' && !hasOwn && (
        <Notice
          tone="danger"
          title={t.ownSetUpTitle}
          action={<TextLink href="/profile">{t.ownSetUpLink}</TextLink>}
        >
          {t.ownSetUp}
        </Notice>
      )}
      <ConfirmDialog
        open={step === 'ask'}
        onOpenChange={(isOpen) => !isOpen && setStep(undefined)}
        title={t.requireTitle}
        description={t.requireText}
        tone="primary"
        confirmLabel={t.require}
        cancelLabel={common.cancel}
        busy={change.isPending}
        busyLabel={t.requiring}
        onConfirm={() => save(true)}
      >
        {problem}
      </ConfirmDialog>
    </div>
  );
}
