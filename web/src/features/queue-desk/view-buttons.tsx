import { Columns3, Rows3, SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useDeskView, useIsWide } from './desk-view.store.ts';

/** Few change it, and seldom. */
const ViewDialog = lazy(async () => {
  const module = await import('./view-dialog.tsx');
  return { default: module.ViewDialog };
});

/** How the lines stand, and the order of what is shown. */
export function ViewButtons({
  hasLines,
  ...layout
}: LayoutProps & {
  /** Whether more than one line is shown. */
  hasLines: boolean;
}): ReactNode {
  return (
    <>
      <LayoutButton {...layout} />
      <ViewButton hasRequests hasLines={hasLines} />
    </>
  );
}

interface LayoutProps {
  /** What the other way is called on this page. */
  listLabel: string;
  onSideBySide: () => void;
}

/** Lines below one another, or side by side where there is room for it [DESK-3]. */
function LayoutButton({ listLabel, onSideBySide }: LayoutProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ layout }, change] = useDeskView();
  const isWide = useIsWide();
  if (!isWide) return null;
  return layout === 'columns' ? (
    <Button icon={<Rows3 aria-hidden="true" />} onClick={() => change({ layout: 'list' })}>
      {listLabel}
    </Button>
  ) : (
    <Button
      icon={<Columns3 aria-hidden="true" />}
      onClick={() => {
        change({ layout: 'columns' });
        onSideBySide();
      }}
    >
      {queueDesk.sideBySide}
    </Button>
  );
}

/** Opens the window in which the order and the facts of rows are chosen [DESK-3]. */
export function ViewButton(shown: { hasRequests: boolean; hasLines: boolean }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<SlidersHorizontal aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {queueDesk.view}
      </Button>
      {isWanted && (
        <Suspense>
          <ViewDialog open={isOpen} onOpenChange={setOpen} {...shown} />
        </Suspense>
      )}
    </>
  );
}
