import { email as emailField, phone as phoneField } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { serverNow } from '../../../clock/clock.ts';
import { identityCall } from '../../../api/identity.ts';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { reloadOwnUser } from './reload-own-user.ts';
import { ownSecurityKey } from './security-queries.ts';
import { SentCodeForm } from './sent-code-form.tsx';
import { PhoneReadBack } from '../phone-read-back.tsx';
import { TroubleNotice } from '../trouble-notice.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';

export type ContactKind = 'email' | 'phone';

/** The code that was sent to a new email address or phone, and the id for confirming it. */
interface Sent {
  readonly contact: string;
  readonly confirmation: string;
  /** When the user can request another code, in ms since 1970. */
  readonly resendAt: number;
}

async function sendCode(kind: ContactKind, contact: string): Promise<Sent> {
  const reply =
    kind === 'email'
      ? await identityCall('sendEmailCode', { email: contact })
      : await identityCall('sendOwnPhoneCode', { phoneNumber: contact });
  const resendAt = serverNow() + reply.resendAfterSeconds * 1000;
  return { contact, confirmation: reply.confirmation, resendAt };
}

/**
 * The dialog to change the account's email or phone. The owner enters the new contact, then the
 * code that was sent to it.
 */
export function ContactDialog({
  kind,
  onClose,
}: {
  kind: ContactKind;
  onClose: () => void;
}): ReactNode {
  const t = useMessages('security');
  const [sent, setSent] = useState<Sent>();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={kind === 'phone' ? t.security.phoneTitle : t.security.emailTitle}
      size="small"
    >
      {sent === undefined ? (
        <NewContact kind={kind} onSent={setSent} />
      ) : (
        <CodeStep kind={kind} sent={sent} onStartOver={() => setSent(undefined)} onDone={onClose} />
      )}
    </Dialog>
  );
}

const forms = {
  email: z.object({ contact: emailField }),
  phone: z.object({ contact: phoneField }),
};

function NewContact({
  kind,
  onSent,
}: {
  kind: ContactKind;
  onSent: (sent: Sent) => void;
}): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const form = useForm({
    resolver: zodResolver(forms[kind]),
    defaultValues: { contact: kind === 'phone' ? '+91' : '' },
  });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();
  const typed = useWatch({ control: form.control, name: 'contact' });

  const submit = form.handleSubmit(async ({ contact }) => {
    setTrouble(undefined);
    try {
      onSent(await sendCode(kind, contact));
    } catch (failure) {
      const message = problemText(failure);
      if (!isAboutContact(failure)) return setTrouble(troubleOf(failure, message));
      form.setError('contact', { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {kind === 'email' ? (
        <TextField
          {...bind('contact')}
          label={t.security.newEmail}
          hint={t.security.newEmailHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <>
          <TextField
            {...bind('contact')}
            label={t.security.newPhone}
            hint={t.security.newPhoneHint}
            type="tel"
            autoComplete="tel"
          />
          <PhoneReadBack number={phoneField.safeParse(typed).data} />
        </>
      )}
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {t.security.sendCode}
      </Button>
    </form>
  );
}

function isAboutContact(failure: unknown): boolean {
  return failure instanceof ApiProblem && aboutContact.has(failure.code);
}

const aboutContact = new Set(['invalid_email', 'invalid_phone', 'email_already_verified']);

function CodeStep({
  kind,
  sent,
  onStartOver,
  onDone,
}: {
  kind: ContactKind;
  sent: Sent;
  onStartOver: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useMessages('security');
  const queries = useQueryClient();

  async function confirm(code: string): Promise<void> {
    const { contact, confirmation } = sent;
    await (kind === 'email'
      ? identityCall('confirmEmail', { email: contact, code, confirmation })
      : identityCall('confirmOwnPhone', { phoneNumber: contact, code, confirmation }));
    await reloadOwnUser();
    await queries.invalidateQueries({ queryKey: ownSecurityKey });
    toast({
      type: 'success',
      title: kind === 'email' ? t.security.emailSet : t.security.phoneSet,
    });
    onDone();
  }

  return (
    <SentCodeForm contact={sent.contact} submitLabel={t.security.confirm} onCode={confirm}>
      <StartOver key={sent.resendAt} at={sent.resendAt} onStartOver={onStartOver} />
    </SentCodeForm>
  );
}

/**
 * The button to start over. Before another code is sent, the account's owner must prove their
 * identity again.
 */
function StartOver({ at, onStartOver }: { at: number; onStartOver: () => void }): ReactNode {
  const t = useMessages('security');
  const seconds = useSecondsLeft(at);
  return (
    <Button variant="quiet" wide disabled={seconds > 0} onClick={onStartOver}>
      {seconds > 0 ? t.security.noCodeIn(seconds) : t.security.noCode}
    </Button>
  );
}
