import { memo, type ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Switch } from '../../../ui/form/choice.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { consoleKeys, type DeskCommand, isKeyed } from './desk-keys.ts';

/** The desk's shortcuts, and the switch that turns them off. */
export const ShortcutSheet = memo(function ShortcutSheet({
  open,
  onOpenChange,
  commands,
  on,
  onChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The commands that this role can use on this page. */
  commands: readonly DeskCommand[];
  on: boolean;
  onChange: (on: boolean) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const lines = consoleKeys.filter(([, command]) => commands.includes(command));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={queueDesk.shortcuts}
      description={`${queueDesk.shortcutsHint} ${queueDesk.altHint}`}
    >
      <Switch
        label={queueDesk.shortcutsOn}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      <dl className="mt-3 grid gap-x-8 sm:grid-cols-2">
        {lines.map(([key, command]) => (
          <div
            key={key}
            className="flex min-h-9 items-center justify-between gap-3 border-b border-line py-1"
          >
            <dt className="text-[0.9375rem] text-ink">
              {isKeyed(command) ? queueDesk.actions[command].key : queueDesk.keys[command]}
            </dt>
            <dd>
              <Kbd>{key.length > 1 ? key.toUpperCase() : key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
});
