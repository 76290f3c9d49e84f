import type { WaysLeft } from '@baari/contract/account/identity.ts';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { identityCall } from '../../api/identity.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import type { ResetDone } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/**
 * Shown after a password reset: the account's other ways to sign in, and one button that removes
 * them all [SEC-17].
 */
export function WaysLeftList({ reset }: { reset: ResetDone }): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const [left, setLeft] = useState<WaysLeft>(reset.left);
  const [isRemoved, setRemoved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setTrouble] = useState<string>();
  const names = [
    ...left.passkeys.map(({ name }) => t.identity.leftPasskey(name)),
    ...(left.hasGoogle ? [t.identity.leftGoogle] : []),
    ...(left.hasHospitalSignIn ? [t.identity.leftHospital] : []),
    ...(left.phone === null ? [] : [t.identity.leftPhone(left.phone)]),
  ];

  async function removeAll(): Promise<void> {
    setBusy(true);
    setTrouble(undefined);
    try {
      const answer = await identityCall('removeAllAfterReset', { cleanup: reset.cleanup });
      setLeft(answer.left);
      setRemoved(true);
    } catch (failure) {
      setTrouble(problemText(failure, t.identity.somethingWrong));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="ways-left" className="flex flex-col gap-3">
      {names.length > 0 && (
        <>
          <h2 id="ways-left" className="text-lg font-semibold text-ink">
            {t.identity.leftTitle}
          </h2>
          <p className="text-[0.9375rem] text-ink-soft">{t.identity.leftLead}</p>
          <ul className="flex flex-col divide-y divide-line">
            {names.map((name) => (
              <li key={name} className="flex items-center gap-3 py-2.5">
                <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                <span className="min-w-0 flex-1 text-[0.9375rem] wrap-anywhere text-ink">
                  {name}
                </span>
              </li>
            ))}
          </ul>
          {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
          <Button
            wide
            busy={isBusy}
            busyLabel={t.identity.removingAll}
            onClick={() => void removeAll()}
          >
            {t.identity.removeAll}
          </Button>
        </>
      )}
      {names.length === 0 && (
        <p id="ways-left" role="status" className="text-[0.9375rem] text-ink-soft">
          {isRemoved ? t.identity.allRemoved : t.identity.leftNothing}
        </p>
      )}
      {left.hasTwoFactor && <Notice tone="info">{t.identity.leftTwoFactor}</Notice>}
    </section>
  );
}
