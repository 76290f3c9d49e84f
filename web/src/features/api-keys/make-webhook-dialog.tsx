import { type PublicEventType, publicEventTypes } from '@baari/contract/keys/public-events.ts';
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

/** The dialog that asks for the address of a new webhook and for its changes [API-30]. */
export function MakeWebhookDialog({
  busy,
  problem,
  onMake,
  onClose,
}: {
  busy: boolean;
  problem: unknown;
  onMake: (given: WebhookGiven) => void;
  onClose: () => void;
}): ReactNode {
  const { webhooks } = useMessages('webhooks');
  const [url, setUrl] = useState('');
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<ReadonlySet<PublicEventType>>(new Set());
  const formId = useId();
  const isReady = url.trim() !== '' && (isAll || chosen.size > 0);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || busy) return;
    const types = isAll ? null : publicEventTypes.filter((type) => chosen.has(type));
    onMake({ url: url.trim(), types });
  }
  function toggle(type: PublicEventType): void {
    const next = new Set(chosen);
    if (!next.delete(type)) next.add(type);
    setChosen(next);
  }
  return (
    <FormDialog
      formId={formId}
      title={webhooks.makeTitle}
      description={webhooks.makeLead}
      onClose={onClose}
      submitLabel={webhooks.submit}
      busy={busy}
      busyLabel={webhooks.making}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {problem !== null && problem !== undefined && (
          <ProblemNotice problem={problem} fallback={webhooks.makeFailed} />
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
        {!isAll && (
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
                onChange={() => toggle(type)}
              />
            ))}
          </fieldset>
        )}
      </form>
    </FormDialog>
  );
}
