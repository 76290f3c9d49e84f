import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../../ui/form/choice.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { densityFrom, useDensity } from './density.store.ts';
import { factsWith, lineOrders, requestOrders, rowFacts, usualView } from './desk-view.ts';
import { useDeskView, useIsWide } from './desk-view.store.ts';
import { NotifyButton } from '../request-alerts/request-alerts.tsx';
import { useRequestSound } from '../../../device/request-sound.ts';

export interface ViewChoices {
  readonly hasRequests: boolean;
  /** Whether the desk shows more than one line of patients. */
  readonly hasLines: boolean;
  /**
   * Set if this page can show lines of patients side by side. `listLabel` is the name of the
   * alternative layout, the list.
   */
  readonly columns?: { readonly listLabel: string; readonly onSideBySide: () => void };
  readonly onHelp: () => void;
}

/**
 * The dialog for the layout and order of lines, the details of entries, and the alerts to new
 * requests. Each choice applies at once [DESK-3].
 */
export function ViewDialog({
  open,
  onOpenChange,
  hasRequests,
  hasLines,
  columns,
  onHelp,
}: ViewChoices & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ facts }, change] = useDeskView();
  const [, chooseDensity] = useDensity();
  const [, setSound] = useRequestSound();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={queueDesk.view}
      description={queueDesk.viewLead}
    >
      <div className="flex flex-col gap-4">
        <RowsChoice />
        {columns && <LayoutChoice {...columns} />}
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
        <RequestSound />
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() => {
              change(usualView);
              chooseDensity(null);
              setSound(true);
            }}
          >
            {queueDesk.usualView}
          </Button>
          <NotifyButton />
          <span className="hidden md:pointer-fine:inline">
            <Button
              icon={<Keyboard aria-hidden="true" />}
              aria-keyshortcuts="?"
              onClick={() => {
                onOpenChange(false);
                onHelp();
              }}
            >
              {queueDesk.shortcuts}
            </Button>
          </span>
        </div>
      </div>
    </Dialog>
  );
}

function RowsChoice(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ chosen }, choose] = useDensity();
  return (
    <RadioGroup
      label={queueDesk.rowsLabel}
      layout="row"
      value={chosen ?? 'usual'}
      options={[
        { value: 'usual', label: queueDesk.usualRows },
        { value: 'comfortable', label: queueDesk.comfortableRows },
        { value: 'compact', label: queueDesk.compactRows },
      ]}
      onChange={({ target }) => choose(densityFrom(target.value))}
    />
  );
}

/**
 * The choice between a list of lines and columns. It is shown only if the screen is wide enough for
 * columns.
 */
function LayoutChoice({
  listLabel,
  onSideBySide,
}: {
  listLabel: string;
  onSideBySide: () => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [{ layout }, change] = useDeskView();
  const isWide = useIsWide();
  if (!isWide) return null;
  return (
    <RadioGroup
      label={queueDesk.layoutLabel}
      layout="row"
      value={layout}
      options={[
        { value: 'list', label: listLabel },
        { value: 'columns', label: queueDesk.sideBySide },
      ]}
      onChange={({ target }) => {
        if (target.value !== 'columns') return change({ layout: 'list' });
        change({ layout: 'columns' });
        onSideBySide();
      }}
    />
  );
}

function RequestSound(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [isOn, setOn] = useRequestSound();
  return (
    <Switch
      label={queueDesk.requestSound}
      checked={isOn}
      onChange={({ target }) => setOn(target.checked)}
    />
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
