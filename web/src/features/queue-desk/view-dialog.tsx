import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { factsWith, lineOrders, requestOrders, rowFacts, usualView } from './desk-view.ts';
import { useDeskView } from './desk-view.store.ts';

/** In which order requests and lines stand, and what a compact row says; each choice counts at once [DESK-3]. */
export function ViewDialog({
  open,
  onOpenChange,
  hasRequests,
  hasLines,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hasRequests: boolean;
  /** Whether more than one line is shown. */
  hasLines: boolean;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ facts }, change] = useDeskView();
  const { requests, lines, facts: usualFacts } = usualView;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={queueDesk.view}
      description={queueDesk.viewLead}
    >
      <div className="flex flex-col gap-4">
        {hasRequests && <RequestOrders />}
        {hasLines && <LineOrders />}
        <fieldset className="flex flex-col">
          <legend className="mb-1.5 text-sm font-semibold text-ink">
            {queueDesk.rowFactsLabel}
          </legend>
          {rowFacts.map((fact) => (
            <Checkbox
              key={fact}
              label={queueDesk.rowFacts[fact]}
              checked={facts.includes(fact)}
              onChange={(event) => change({ facts: factsWith(facts, fact, event.target.checked) })}
            />
          ))}
        </fieldset>
        <div>
          <Button onClick={() => change({ requests, lines, facts: usualFacts })}>
            {queueDesk.usualView}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function RequestOrders(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [view, change] = useDeskView();
  return (
    <Select
      label={queueDesk.requestOrderLabel}
      value={view.requests}
      options={requestOrders.map((value) => ({ value, label: queueDesk.requestOrders[value] }))}
      onChange={({ target }) => {
        const requests = requestOrders.find((order) => order === target.value);
        if (requests) change({ requests });
      }}
    />
  );
}

function LineOrders(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [view, change] = useDeskView();
  return (
    <Select
      label={queueDesk.lineOrderLabel}
      hint={queueDesk.lineOrderHint}
      value={view.lines}
      options={lineOrders.map((value) => ({ value, label: queueDesk.lineOrders[value] }))}
      onChange={({ target }) => {
        const lines = lineOrders.find((order) => order === target.value);
        if (lines) change({ lines });
      }}
    />
  );
}
