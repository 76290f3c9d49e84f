import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

/**
 * The controls of the doctor's day. On a small screen, which has no room for them above the patient,
 * a button with the doctor's status opens them [CONS-2, DOC-2].
 */
export function FoldedControls({
  status,
  isFolded,
  isHeldOpen,
  children,
}: {
  /** The doctor's status, in words. */
  status: string;
  /** Whether the screen is small. */
  isFolded: boolean;
  /** Whether the controls are shown in any case, because the doctor must see one of them. */
  isHeldOpen: boolean;
  children: ReactNode;
}): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || isHeldOpen || !isFolded;
  return (
    <>
      {isFolded && !isHeldOpen && (
        <Button
          aria-label={`${status}: ${t.ownDay}`}
          aria-expanded={isOpen}
          aria-controls={panelId}
          iconAfter={
            <ChevronDown aria-hidden="true" className={classNames(isOpen && 'rotate-180')} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {status}
        </Button>
      )}
      {/* Mounted even if hidden, so that an open dialog survives when a phone is turned. */}
      <div
        id={panelId}
        hidden={!isShown}
        className={classNames(
          isFolded ? isShown && 'order-last flex w-full flex-wrap gap-2' : 'contents',
        )}
      >
        {children}
      </div>
    </>
  );
}
