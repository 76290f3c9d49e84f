/**
 * Scenes of the forms that set up shared lines, and of the counter's page. The test answers their
 * requests.
 */
import type { ReactNode } from 'react';
import { CounterChooser } from '../src/features/counter/counter-chooser.tsx';
import { CounterScreen } from '../src/features/counter/counter-screen.tsx';
import { LinesView } from '../src/features/lines/lines-view.tsx';
import { wantToken } from '../src/session/token.ts';

wantToken();

export function Lines(): ReactNode {
  return <LinesView countersHref="/staff/counter" />;
}

export function Chooser(): ReactNode {
  return (
    <CounterChooser hrefOf={({ id }) => `/staff/counter/${id}`} setUpHref="/hospital/dashboard" />
  );
}

export function Counter(): ReactNode {
  return <CounterScreen pointId="pt1" chooserHref="/staff/counter" />;
}
