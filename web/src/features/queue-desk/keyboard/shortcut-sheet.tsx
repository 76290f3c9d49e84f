import { memo, type ReactNode } from 'react';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import type { Messages } from '../../../i18n/areas.gen.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { quietLook } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { HelpLink } from '../../../navigation/help-link.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { consoleKeys, type DeskCommand, isKeyed } from './desk-keys.ts';

/** The list of the desk's keyboard shortcuts, and the switch that turns them off. */
export const ShortcutSheet = memo(function ShortcutSheet({
  open,
  onOpenChange,
  commands,
  on,
  onChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The commands that the user's role may use on this page. */
  commands: readonly DeskCommand[];
  on: boolean;
  onChange: (on: boolean) => void;
}): ReactNode {
  const { common, queueDesk } = useMessages('queueDesk');
  const { language } = useLanguage();
  const help = `/help/reception/work-by-keyboard?lang=${language}`;
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
              <Hint command={command} />
            </dt>
            <dd>
              <Kbd>{key.length > 1 ? key.toUpperCase() : key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
      <HelpLink
        address={help}
        className={`${quietLook} mt-3 -ms-3`}
        onOpen={() => onOpenChange(false)}
      >
        {common.help}
      </HelpLink>
    </Dialog>
  );
});

/** The sentence about a command whose name alone does not say what happens. */
function Hint({ command }: { command: DeskCommand }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const text = command === 'today' ? queueDesk.todayHint : hintOf(command, queueDesk);
  return text !== undefined && <span className="block text-sm text-ink-soft">{text}</span>;
}

function hintOf(command: DeskCommand, queueDesk: Messages['queueDesk']): string | undefined {
  if (!isKeyed(command)) return undefined;
  const texts: AnyActionTexts = actionTexts(queueDesk)[command];
  return texts.hint;
}
