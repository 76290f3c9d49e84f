import { contactMessage, sendContactMessage } from '@baari/contract/hospital/site.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../../api/problems/problem.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';

/** The name and address of the person who writes to the operator, as far as they are known. */
export interface Writer {
  readonly name: string;
  readonly email: string;
}

/**
 * The contact form for messages to the operator [ROUTE-27]. `onSent` receives the address to which
 * the operator will reply.
 */
export function ContactForm({
  writer,
  mailbox,
  onSent,
}: {
  writer: Writer;
  mailbox: string | null;
  onSent: (email: string) => void;
}): ReactNode {
  const t = useMessages('site');
  const failureText = useContactProblem(mailbox);
  const write = useWrite(sendContactMessage);
  const form = useForm({
    resolver: zodResolver(contactMessage),
    defaultValues: { ...writer, hospital: '', message: '' },
  });
  const bind = useBoundField(form);

  const submit = form.handleSubmit((body) =>
    write.mutate({ body }, { onSuccess: () => onSent(body.email) }),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField {...bind('name')} label={t.site.name} autoComplete="name" />
      <TextField
        {...bind('email')}
        label={t.site.email}
        hint={t.site.emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...bind('hospital')}
        label={t.site.hospital}
        labelNote={t.common.optional}
        autoComplete="organization"
      />
      <TextArea {...bind('message')} label={t.site.message} hint={t.site.messageHint} rows={5} />
      {write.error && <Notice tone="danger">{failureText(write.error)}</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={write.isPending}
        busyLabel={t.site.sending}
      >
        {t.site.send}
      </Button>
    </form>
  );
}

/** The confirmation that the message was sent. Screen readers announce it when it appears. */
export function ContactSent({
  address,
  onWriteAnother,
}: {
  address: string;
  onWriteAnother: () => void;
}): ReactNode {
  const t = useMessages('site');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice
        tone="success"
        title={t.site.sentTitle}
        action={<Button onClick={onWriteAnother}>{t.site.writeAnother}</Button>}
      >
        <span className="wrap-anywhere">{t.site.sent(address)}</span>
      </Notice>
    </div>
  );
}

function useContactProblem(mailbox: string | null): (failure: unknown) => string {
  const t = useMessages('site');
  const problemText = useProblemText();
  return (failure) => {
    if (!(failure instanceof ApiProblem)) return t.site.notSent;
    if (failure.code !== 'too_many_attempts') return problemText(failure, t.site.notSent);
    return t.site.tooMany(Math.max(1, Math.ceil((failure.retryAfter ?? 60) / 60)), mailbox);
  };
}
