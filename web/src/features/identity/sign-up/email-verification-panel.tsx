import { email as emailField } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TroubleNotice } from '../trouble-notice.tsx';
import { useVerification, type VerificationNews } from './use-verification.ts';

/**
 * Sends the verification link again, or checks whether the link was opened. The page continues once
 * the email is verified [VERI-1 … VERI-3].
 */
export function EmailVerificationPanel({
  email,
  callbackURL,
  signInPath,
  linkProblem,
}: {
  /** The email address to which the verification link was sent; null if unknown. */
  email: string | null;
  callbackURL: string;
  signInPath: string;
  /**
   * Why the verification link did not work. Undefined if it worked, or if the person did not open
   * the page by a link.
   */
  linkProblem: 'expired' | 'invalid' | undefined;
}): ReactNode {
  const t = useMessages('identity');
  const steps = useVerification(callbackURL);
  return (
    <div className="flex flex-col gap-4">
      {linkProblem ? (
        <Notice tone="danger">
          {linkProblem === 'expired' ? t.identity.linkExpired : t.identity.linkInvalid}
        </Notice>
      ) : (
        <div className="flex flex-col gap-2">
          <p>{email === null ? t.identity.linkSent : t.identity.linkSentTo(email)}</p>
          <p className="text-sm text-ink-soft">{t.identity.spamHint}</p>
        </div>
      )}
      <News news={steps.news} signInPath={signInPath} />
      <Button
        variant="primary"
        size="large"
        wide
        busy={steps.busyWith === 'check'}
        busyLabel={t.identity.checking}
        onClick={() => void steps.check()}
      >
        {t.identity.iHaveVerified}
      </Button>
      {email === null ? (
        <ResendForm busy={steps.busyWith === 'resend'} onSend={steps.resend} />
      ) : (
        <Button
          wide
          busy={steps.busyWith === 'resend'}
          busyLabel={t.identity.resending}
          onClick={() => void steps.resend(email)}
        >
          {t.identity.resend}
        </Button>
      )}
    </div>
  );
}

function News({
  news,
  signInPath,
}: {
  news: VerificationNews | undefined;
  signInPath: string;
}): ReactNode {
  const t = useMessages('identity');
  switch (news?.kind) {
    case undefined:
      return null;
    case 'resent':
      return (
        <div role="status">
          <Notice tone="success">{t.identity.resent(news.email)}</Notice>
        </div>
      );
    case 'not-yet':
      return <Notice tone="danger">{t.identity.notVerifiedYet}</Notice>;
    case 'signed-out':
      return (
        <Notice
          tone="danger"
          action={<TextLink href={signInPath}>{t.identity.signInToGoOn}</TextLink>}
        >
          {t.identity.checkFailed}
        </Notice>
      );
    case 'failed':
      return <TroubleNotice trouble={news.trouble} />;
  }
}

const addressForm = z.object({ email: emailField });

/**
 * For a person who is not signed in: the form that asks for the email address and sends the
 * verification link again.
 */
function ResendForm({
  busy,
  onSend,
}: {
  busy: boolean;
  onSend: (email: string) => Promise<void>;
}): ReactNode {
  const t = useMessages('identity');
  const form = useForm({ resolver: zodResolver(addressForm), defaultValues: { email: '' } });
  const bind = useBoundField(form);
  const submit = form.handleSubmit(({ email }) => onSend(email));
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 border-t border-line pt-4"
    >
      <TextField
        {...bind('email')}
        label={t.identity.email}
        hint={t.identity.enterEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" wide busy={busy} busyLabel={t.identity.resending}>
        {t.identity.resend}
      </Button>
    </form>
  );
}
