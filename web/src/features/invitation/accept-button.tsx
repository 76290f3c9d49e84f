import { acceptInvitation } from '@baari/contract/account/team.ts';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { reloadUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import type { InvitationProps } from './invitation-props.ts';

/**
 * The button to accept an invitation, for a person signed in with the invited email. The new
 * identity token then has the new role.
 */
export function AcceptButton({
  token,
  hospitalName,
  onAccepted,
  onUsedUp,
}: Omit<InvitationProps, 'onSignIn' | 'onSignUp'> & {
  hospitalName: string;
  /**
   * Called before the user's role is reloaded. Reloading clears the cache, and the page must not
   * fetch the accepted invitation again.
   */
  onUsedUp: () => void;
}): ReactNode {
  const { joining: t } = useMessages('joining');
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function accept(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await call(acceptInvitation, { body: { token } });
      onUsedUp();
      onAccepted(await reloadUser(), hospitalName);
    } catch (failure) {
      setProblem(problemText(failure, t.acceptFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      <Button
        variant="primary"
        size="large"
        wide
        busy={busy}
        busyLabel={t.accepting}
        onClick={() => void accept()}
      >
        {t.accept}
      </Button>
    </div>
  );
}
