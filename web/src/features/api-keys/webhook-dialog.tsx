import { type PublicEventType, publicEventTypes } from '@baari/contract/keys/public-events.ts';
import type { Webhook } from '@baari/contract/keys/webhooks.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

interface WebhookGiven {
  readonly url: string;
  readonly types: PublicEventType[] | null;
}

/**
 * The dialog that asks for the address of a webhook and for its changes; `from` is the webhook to
 * change, undefined for a new one [API-30].
 */
export function WebhookDialog({
  from,
  busy,
  problem,
  onGive,
  onClose,
}: {
  from?: Pick<Webhook, 'url' | 'types'>;
  busy: boolean;
  problem: unknown;
  onGive: (given: WebhookGiven) => void;
  onClose: () => void;
}): ReactNode {
  const { common, webhooks } = useMessages('webhooks');
  const [url, setUrl] = useState(from?.url ?? '');
  const [isAll, setAll] = useState(from === undefined || from.types === null);
  const [chosen, setChosen] = useState<ReadonlySet<PublicEventType>>(new Set(from?.types));
  const words =
    from === undefined
      ? {
          title: webhooks.makeTitle,
          description: webhooks.makeLead,
          submitLabel: webhooks.submit,
          busyLabel: webhooks.making,
          failed: webhooks.makeFailed,
        }
      : {
          title: webhooks.changeTitle,
          description: webhooks.changeLead,
          submitLabel: common.save,
          busyLabel: common.saving,
          failed: webhooks.changeFailed,
        };
  const { failed, ...labels } = words;
  const formId = useId();
  const isReady = url.trim() !== '' && (isAll || chosen.size > 0);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || busy) return;
    const types = isAll ? null : publicEventTypes.filter((type) => chosen.has(type));
    onGive({ url: url.trim(), types });
  }
  function toggle(type: PublicEventType): void {
    const next = new Set(chosen);
    if (!next.delete(type)) next.add(type);
    setChosen(next);
  }
  return (
    <FormDialog formId={formId} {...labels} onClose={onClose} busy={busy} disabled={!isReady}>
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {problem !== null && problem !== undefined && (
          <ProblemNotice problem={problem} fallback={failed} />
        )}
        <TextField
          label={webhooks.url}
          hint={webhooks.urlHint}
          type="url"
          dir="ltr"
          required
          maxLength={500}
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <RadioGroup
          label={webhooks.which}
          name="which"
          value={isAll ? 'all' : 'some'}
          options={[
            { value: 'all', label: webhooks.all },
            { value: 'some', label: webhooks.some },
          ]}
          onChange={(event) => setAll(event.target.value === 'all')}
        />
        {!isAll && <TypeChoices chosen={chosen} onToggle={toggle} />}
      </form>
    </FormDialog>
  );
}

function TypeChoices({
  chosen,
  onToggle,
}: {
  chosen: ReadonlySet<PublicEventType>;
  onToggle: (type: PublicEventType) => void;
}): ReactNode {
  const { webhooks } = useMessages('webhooks');
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{webhooks.some}</legend>
      {publicEventTypes.map((type) => (
        <Checkbox
          key={type}
          label={
            <span dir="ltr" className="font-mono text-sm break-all">
              {type}
            </span>
          }
          checked={chosen.has(type)}
          onChange={() => onToggle(type)}
        />
      ))}
    </fieldset>
  );
}
