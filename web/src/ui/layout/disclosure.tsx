import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';

/** A button that shows and hides further content below it. The content is hidden at first. */
export function Disclosure({
  show,
  hide,
  children,
}: {
  /** The button's label while the content is hidden. */
  show: string;
  /** The button's label while the content is shown. */
  hide: string;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className="-ms-3 self-start print:hidden"
        icon={isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? hide : show}
      </Button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
