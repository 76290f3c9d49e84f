import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Doubt, Expected } from './doubt.ts';

const fetchQuestion = () => import('./ask-if-here.tsx');
const AskIfHere = lazy(async () => ({ default: (await fetchQuestion()).AskIfHere }));

/**
 * The button "I'm here". It asks for confirmation if pressed far from the hospital or the expected
 * time [APPT-1, ARR-1].
 */
export function HereButton({
  expected,
  busy,
  onHere,
  ...look
}: {
  expected: Expected;
  busy: boolean;
  busyLabel: string;
  onHere: () => void;
  children: string;
  icon: ReactNode;
  variant?: 'primary' | 'secondary';
  wide?: boolean;
  'aria-describedby'?: string;
}): ReactNode {
  const client = useQueryClient();
  const [doubt, setDoubt] = useState<Doubt>();
  const [isLooking, setLooking] = useState(false);

  async function press(): Promise<void> {
    setLooking(true);
    try {
      const { findDoubt } = await import('./find-doubt.ts');
      const found = await findDoubt(client, expected);
      if (found === undefined) return onHere();
      await fetchQuestion();
      setDoubt(found);
    } catch {
      // If position and time cannot be checked, the patient is trusted, and the server decides.
      onHere();
    } finally {
      setLooking(false);
    }
  }

  return (
    <>
      <Button {...look} busy={busy || isLooking} onClick={() => void press()} />
      {doubt !== undefined && (
        <Suspense fallback={null}>
          <AskIfHere
            doubt={doubt}
            hospital={expected.hospital}
            onAnswer={(isHere) => {
              setDoubt(undefined);
              if (isHere) onHere();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
