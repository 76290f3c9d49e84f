/** Follow-ups on pages of staff, loaded after the page. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, Suspense } from 'react';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';

const Section = fetchedPart(async () => (await import('./follow-up-section.tsx')).FollowUpSection);
const Opener = fetchedPart(async () => (await import('./follow-up-button.tsx')).FollowUpButton);

/** The component `FollowUpSection`, lazily loaded after the page. */
export function LateFollowUpSection(props: { entry: StaffEntry }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Section {...props} />
    </Suspense>
  );
}

/** The component `FollowUpButton`, lazily loaded after the page. */
export function LateFollowUpButton(props: { entry: StaffEntry }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Opener {...props} />
    </Suspense>
  );
}
