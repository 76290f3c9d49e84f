import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { onProofDemand } from '../api/demands/proof-demand.ts';
import type { ProofDialog } from '../features/identity/security/proof-dialog.tsx';

type Window = ComponentType<Parameters<typeof ProofDialog>[0]>;

/** Opens the dialog for re-authentication, on pages with changes that need it. */
export function ProofAsker(): ReactNode {
  const [Window, setWindow] = useState<Window | null>(null);
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);

  useEffect(
    () =>
      onProofDemand(async () => {
        const { ProofDialog: arrived } = await import(
          '../features/identity/security/proof-dialog.tsx'
        );
        setWindow(() => arrived);
        return new Promise((resolve) => {
          setAnswer(() => resolve);
        });
      }),
    [],
  );

  if (Window === null) return null;
  return (
    <Window
      open={answer !== null}
      onDone={(isProved) => {
        answer?.(isProved);
        setAnswer(null);
      }}
    />
  );
}
