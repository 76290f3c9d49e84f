import { type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';

const Mark = fetchedPart(async () => (await import('./answers.tsx')).AnswersMark);
const Alert = fetchedPart(async () => (await import('./answers.tsx')).AlertMark);
const Band = fetchedPart(async () => (await import('./alert-band.tsx')).AlertBand);

/** The component `AnswersMark`, lazily loaded after the page. */
export function LateAnswersMark({ visitId }: { visitId: string }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Mark visitId={visitId} />
    </Suspense>
  );
}

/** The component `AlertMark`, lazily loaded after the page. */
export function LateAlertMark({ visitId }: { visitId: string }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Alert visitId={visitId} />
    </Suspense>
  );
}

/** The component `AlertBand`, lazily loaded after the page. */
export function LateAlertBand({ isUnderHeader = false }: { isUnderHeader?: boolean }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Band isUnderHeader={isUnderHeader} />
    </Suspense>
  );
}
