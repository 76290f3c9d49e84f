import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { identityCall } from '../../../api/identity.ts';
import { lateResolver } from '../../../api/forms/late-resolver.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useFailureToast } from '../../../api/problems/use-failure-toast.ts';
import { useOneAtATime } from '../../../api/use-one-at-a-time.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { defaultZone } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { goOnBeside } from '../../../ui/dialog/go-on-beside.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { hasPasskeys, isDeclined, isThereAlready, makePasskey } from '../sign-in/passkeys.ts';
import { type OwnPasskey, ownSecurityKey, passkeysQuery } from './security-queries.ts';
import { SecuritySection } from './security-section.tsx';

/** The section with the user's passkeys: list them, add one on this device, or remove one. */
export function PasskeysSection(): ReactNode {
  const t = useMessages('security');
  const passkeys = useQuery(passkeysQuery());
  return (
    <SecuritySection
      id="passkeys"
      title={t.security.passkeys}
      lead={t.security.passkeysLead}
      query={passkeys}
      skeleton={<Skeleton className="h-5 w-2/3" />}
      action={hasPasskeys() && <NewPasskey />}
    >
      {(shown) => <PasskeyList passkeys={shown} />}
    </SecuritySection>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly OwnPasskey[] }): ReactNode {
  const t = useMessages('security');
  const showFailure = useFailureToast();
  const queries = useQueryClient();
  const removal = useOneAtATime({
    mutationFn: (id: string) => identityCall('removePasskey', { id }),
    onSuccess: () => toast({ type: 'success', title: t.security.passkeyRemoved }),
    onError: (failure) => showFailure(failure, t.security.passkeyNotRemoved),
    onSettled: () => queries.invalidateQueries({ queryKey: ownSecurityKey }),
  });
  if (passkeys.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {passkeys.map(({ id, name, addedAt }) => (
        <li key={id} ref={goOnBeside} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
          <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          <div className="flex min-w-0 flex-1 flex-col text-[0.9375rem]">
            <p className="font-medium break-words text-ink">{name}</p>
            <p className="text-sm text-ink-soft">
              <RelativeTime moment={addedAt} zone={defaultZone} />
            </p>
          </div>
          <Button
            size="small"
            busy={removal.isPending && removal.variables === id}
            aria-label={t.security.removePasskeyNamed(name)}
            onClick={() => removal.mutate(id)}
          >
            {t.common.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const resolver = lateResolver(async () => (await import('./security-forms.ts')).newPasskey);

function NewPasskey(): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const queries = useQueryClient();
  const form = useForm({ resolver, defaultValues: { name: '' } });
  const bind = useBoundField(form);
  const { errors, isSubmitting } = form.formState;

  function wordsFor(failure: unknown): string {
    if (isDeclined(failure)) return t.security.passkeyDeclined;
    return isThereAlready(failure) ? t.security.passkeyThere : problemText(failure);
  }

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await identityCall('addPasskey', { name, response: await makePasskey() });
    } catch (failure) {
      form.setError('root', { message: wordsFor(failure) });
      return;
    }
    form.reset();
    toast({ type: 'success', title: t.security.passkeyAdded });
    await queries.invalidateQueries({ queryKey: ownSecurityKey });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        {...bind('name')}
        label={t.security.passkeyName}
        hint={t.security.passkeyNameHint}
        autoComplete="off"
      />
      {errors.root?.message && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button
        type="submit"
        className="self-start"
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {t.security.addPasskey}
      </Button>
    </form>
  );
}
