import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import {
  ResetLinkRefused,
  ResetPasswordForm,
} from '../../features/identity/reset-password-form.tsx';
import { WaysLeftList } from '../../features/identity/ways-left-list.tsx';
import { useMessages } from '../../i18n/language.tsx';
import type { ResetDone } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** ROUTE-10: the page that the mailed link to reset a password opens. The link contains a token. */
export function Page(): ReactNode {
  const t = useMessages('identity');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [done, setDone] = useState<ResetDone>();
  const [refusal, setRefusal] = useState<string>();
  usePageTitle(t.identity.resetTitle);
  if (done) {
    return (
      <AccountCard title={t.identity.resetTitle}>
        <div className="flex flex-col gap-4">
          <div role="status">
            <Notice tone="success" title={t.identity.passwordSetTitle}>
              {t.identity.passwordSet}
            </Notice>
          </div>
          <WaysLeftList reset={done} />
          <ButtonLink variant="primary" size="large" wide href="/login">
            {t.identity.signIn}
          </ButtonLink>
        </div>
      </AccountCard>
    );
  }
  const refused = token === '' ? t.identity.resetLinkBroken : refusal;
  return (
    <AccountCard
      title={t.identity.resetTitle}
      {...(refused === undefined ? { lead: t.identity.resetLead } : {})}
    >
      {refused === undefined ? (
        <ResetPasswordForm token={token} onDone={setDone} onLinkRefused={setRefusal} />
      ) : (
        <ResetLinkRefused message={refused} />
      )}
    </AccountCard>
  );
}
