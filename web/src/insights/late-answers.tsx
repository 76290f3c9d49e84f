import { type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../ui/fetched-part.ts';

const Mark = fetchedPart(async () => (await import('./answers.tsx')).AnswersMark);
const Band = fetchedPart(async () => (await import('./answers.tsx')).AlertBand);

/** `AnswersMark`, fetched after the page: what one came for does not wait for it. */
export function LateAnswersMark({ visitId }: { visitId: string }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Mark visitId={visitId} />
    </Suspense>
  );
}

/** `AlertBand`, fetched after the page. */
export function LateAlertBand(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Band />
    </Suspense>
  );
}
