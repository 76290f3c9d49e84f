import { type ReactNode, useState } from 'react';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';

/**
 * A button that changes the account's security. If the change fails, the error is shown above the
 * button.
 */
export function SecurityAct({
  label,
  tone = 'primary',
  act,
}: {
  label: string;
  tone?: 'primary' | 'danger';
  /** Makes the security change. It may reject with an ApiProblem. */
  act: () => Promise<void>;
}): ReactNode {
  const { common } = useMessages();
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  async function press(): Promise<void> {
    setBusy(true);
    setTrouble(undefined);
    try {
      await act();
    } catch (failure) {
      setTrouble(troubleOf(failure, problemText(failure)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <TroubleNotice trouble={trouble} />
      <Button
        variant={tone}
        wide
        busy={isBusy}
        busyLabel={common.processing}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </>
  );
}
