import { maxLength } from '@baari/contract/constants.ts';
import { fieldMessages, requiredText } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { ProofFields } from './proof-fields.tsx';

/** What proves that the account's owner makes the request. */
export interface Proof {
  /** The account's password. Left out if the account has none. */
  readonly password?: string;
  readonly code: string;
}

const absent = z.string();

function proofOf(asks: { password: boolean; code: boolean }) {
  return z.object({
    password: asks.password ? z.string().min(1, { error: fieldMessages.required }) : absent,
    code: asks.code ? requiredText(maxLength.line) : absent,
  });
}

/**
 * Asks the account's owner for the password, the authenticator app's code, or both. `onProved` may
 * reject with an ApiProblem.
 */
export function ProofForm({
  asks,
  submitLabel,
  onProved,
}: {
  asks: { readonly password: boolean; readonly code: boolean };
  submitLabel: string;
  onProved: (proof: Proof) => Promise<void>;
}): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const form = useForm({
    resolver: zodResolver(proofOf(asks)),
    defaultValues: { password: '', code: '' },
  });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();

  const submit = form.handleSubmit(async ({ password, code }) => {
    setTrouble(undefined);
    try {
      await onProved(asks.password ? { password, code } : { code });
    } catch (failure) {
      const field = fieldOf(failure);
      const message = problemText(failure);
      if (field === undefined) return setTrouble(troubleOf(failure, message));
      form.setError(field, { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ProofFields password={asks.password && bind('password')} code={asks.code && bind('code')} />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

function fieldOf(failure: unknown): 'password' | 'code' | undefined {
  if (!(failure instanceof ApiProblem)) return undefined;
  if (failure.code === 'wrong_password') return 'password';
  return failure.code === 'invalid_code' ? 'code' : undefined;
}
