import { type ReactNode, useEffect } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { outcomeInAddress, popupChannel } from '../../features/identity/sign-in/popup-outcome.ts';
import { useMessages } from '../../i18n/language.tsx';
import { SessionChecking } from '../../session/session-checking.tsx';
import { useSession } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TallSkeleton } from '../../ui/feedback/skeleton.tsx';

/**
 * The last page of the sign-in popup. It reports the result to the page that opened the popup, and
 * closes the popup [LOGIN-2].
 */
export function Page(): ReactNode {
  const t = useMessages('identity', 'refusals');
  const [search] = useSearchParams();
  const outcome = outcomeInAddress(search);
  const message = JSON.stringify(outcome);
  usePageTitle(t.identity.signIn);
  useEffect(() => {
    const channel = new BroadcastChannel(popupChannel);
    // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target: it is this site's own
    channel.postMessage(JSON.parse(message));
    channel.close();
  }, [message]);
  const { status } = useSession();
  const isSignedIn = outcome.kind === 'signed-in';
  const isOver = !isSignedIn || status === 'signed-in';
  useEffect(() => {
    // If the browser does not allow closing this window, the page stays open.
    if (isOver) window.close();
  }, [isOver]);
  // A signed-out user is possible here if the page was opened from a bookmark, or if the browser
  // blocks cookies.
  if (!isOver) {
    return (
      <>
        {status === 'signed-out' && <Redirect to="/login" replace />}
        <TallSkeleton>
          <SessionChecking />
        </TallSkeleton>
      </>
    );
  }
  return (
    <AccountCard title={t.identity.popupTitle}>
      <div className="flex flex-col gap-4">
        {isSignedIn ? (
          <Notice tone="success">{t.identity.popupSignedIn}</Notice>
        ) : (
          <Notice tone="danger">{t.refusals.codes[outcome.code]}</Notice>
        )}
        <ButtonLink variant="primary" size="large" wide href="/login">
          {isSignedIn ? t.identity.popupGoOn : t.identity.backToSignIn}
        </ButtonLink>
      </div>
    </AccountCard>
  );
}
