import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import type { ShareButton } from './share-button.tsx';

const Opener = fetchedPart(async () => (await import('./share-button.tsx')).ShareButton);

/** The component `ShareButton`, lazily loaded after the page. */
export function LateShareButton(props: ComponentProps<typeof ShareButton>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Opener {...props} />
    </Suspense>
  );
}
