/** Hand-off notes on pages of staff, loaded after the page. */
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import type { HandOffsSection } from './hand-offs-section.tsx';

const Section = fetchedPart(async () => (await import('./hand-offs-section.tsx')).HandOffsSection);
const Own = fetchedPart(async () => (await import('./own-hand-offs.tsx')).OwnHandOffs);

/** The component `HandOffsSection`, lazily loaded after the page. */
export function LateHandOffsSection(props: ComponentProps<typeof HandOffsSection>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Section {...props} />
    </Suspense>
  );
}

/** The component `OwnHandOffs`, lazily loaded after the page. */
export function LateOwnHandOffs(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Own />
    </Suspense>
  );
}
