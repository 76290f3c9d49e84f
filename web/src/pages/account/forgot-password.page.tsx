import { type ReactNode, useState } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { ForgotPasswordForm } from '../../features/identity/forgot-password-form.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** ROUTE-10: the page on which a user requests a link to set a new password. */
export function Page(): ReactNode {
  const t = useMessages('identity');
  const [sentTo, setSentTo] = useState<string>();
  usePageTitle(t.identity.forgotTitle);
  return (
    <AccountCard
      title={t.identity.forgotTitle}
      lead={t.identity.forgotLead}
      footer={
        <TextLink href="/login" className="inline-flex min-h-11 items-center">
          {t.identity.backToSignIn}
        </TextLink>
      }
    >
      {sentTo === undefined ? (
        <ForgotPasswordForm onSent={setSentTo} />
      ) : (
        <div className="flex flex-col gap-4">
          <div role="status">
            <Notice tone="success" title={t.identity.resetLinkSentTitle}>
              {t.identity.resetLinkSent(sentTo)}
            </Notice>
          </div>
          <p className="text-sm text-ink-soft">{t.identity.resetSpamHint}</p>
          <Button wide onClick={() => setSentTo(undefined)}>
            {t.identity.useOtherEmail}
          </Button>
        </div>
      )}
    </AccountCard>
  );
}
