/** Vital signs on pages of staff, loaded after the page. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import type { VitalsButton } from './vitals-button.tsx';

const Section = fetchedPart(async () => (await import('./vitals-section.tsx')).VitalsSection);
const Past = fetchedPart(async () => (await import('./past-vitals.tsx')).PastVitals);
const Opener = fetchedPart(async () => (await import('./vitals-button.tsx')).VitalsButton);

/** The component `VitalsSection`, lazily loaded after the page. */
export function LateVitalsSection(props: { entry: StaffEntry }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Section {...props} />
    </Suspense>
  );
}

/** The component `PastVitals`, lazily loaded after the page. */
export function LatePastVitals(props: {
  patientId: string;
  entryIds: readonly string[];
}): ReactNode {
  return (
    <Suspense fallback={null}>
      <Past {...props} />
    </Suspense>
  );
}

/** The component `VitalsButton`, lazily loaded after the page. */
export function LateVitalsButton(props: ComponentProps<typeof VitalsButton>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Opener {...props} />
    </Suspense>
  );
}
