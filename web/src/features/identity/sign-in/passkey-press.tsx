import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { askForPasskey, isDeclined, type PasskeyAnswer } from './passkeys.ts';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';

/** A button that asks the device for a passkey. An error is shown below the button. */
export function PasskeyPress({
  label,
  busyLabel,
  declined,
  failed,
  onAnswer,
}: {
  label: string;
  busyLabel: string;
  /** The message if the person declined the passkey prompt. */
  declined: string;
  failed: string;
  onAnswer: (answer: PasskeyAnswer) => Promise<void>;
}): ReactNode {
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  async function press(): Promise<void> {
    setBusy(true);
    setTrouble(undefined);
    try {
      await onAnswer(await askForPasskey());
    } catch (failure) {
      setTrouble(troubleOf(failure, isDeclined(failure) ? declined : problemText(failure, failed)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        wide
        busy={isBusy}
        busyLabel={busyLabel}
        icon={<Fingerprint aria-hidden="true" />}
        onClick={() => void press()}
      >
        {label}
      </Button>
      <TroubleNotice trouble={trouble} />
    </>
  );
}
