import { maxLength } from '@baari/contract/constants.ts';
import { type KeyLifetime, keyLifetimes } from '@baari/contract/keys/api-keys.ts';
import { type Scope, scopes } from '@baari/contract/keys/scopes.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { CopiedSecret } from './copied-secret.tsx';

interface KeyGiven {
  readonly name: string;
  readonly scopes: Scope[];
  readonly lifetime: KeyLifetime;
}

/** The dialog that asks for a new key's name, scopes and end [API-28]. */
export function MakeKeyDialog({
  busy,
  problem,
  onMake,
  onClose,
}: {
  busy: boolean;
  problem: unknown;
  onMake: (given: KeyGiven) => void;
  onClose: () => void;
}): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set());
  const [lifetime, setLifetime] = useState<KeyLifetime>('year');
  const formId = useId();
  const isReady = name.trim() !== '' && chosen.size > 0;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || busy) return;
    onMake({ name: name.trim(), scopes: scopes.filter((scope) => chosen.has(scope)), lifetime });
  }
  function toggle(scope: Scope): void {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
  }
  return (
    <FormDialog
      formId={formId}
      title={apiKeys.makeTitle}
      description={apiKeys.makeLead}
      onClose={onClose}
      submitLabel={apiKeys.submit}
      busy={busy}
      busyLabel={apiKeys.making}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {problem !== null && problem !== undefined && (
          <ProblemNotice problem={problem} fallback={apiKeys.makeFailed} />
        )}
        <TextField
          label={apiKeys.name}
          hint={apiKeys.nameHint}
          required
          maxLength={maxLength.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-semibold text-ink">{apiKeys.may}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={<ScopeText scope={scope} />}
              hint={delicate.has(scope) ? apiKeys.patientsHint : undefined}
              checked={chosen.has(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
        </fieldset>
        <RadioGroup
          label={apiKeys.lifetime}
          name="lifetime"
          value={lifetime}
          options={keyLifetimes.map((value) => ({ value, label: apiKeys.lifetimes[value] }))}
          onChange={(event) =>
            setLifetime(keyLifetimes.find((each) => each === event.target.value) ?? 'year')
          }
        />
        {lifetime === 'unlimited' && <Notice tone="warning">{apiKeys.unlimitedWarning}</Notice>}
      </form>
    </FormDialog>
  );
}

/** Scopes that show who the patients are, or that they have reports. */
const delicate: ReadonlySet<Scope> = new Set(['patients:read', 'reports:read']);

/** A scope in plain words; delicate ones are red. */
export function ScopeText({ scope }: { scope: Scope }): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const text = apiKeys.scopes[scope];
  if (!delicate.has(scope)) return text;
  return <span className="font-semibold text-danger-ink">{text}</span>;
}

/** Shows a new key once, with a button that copies it [API-28]. */
export function NewKeyDialog({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={apiKeys.keyTitle}
      description={apiKeys.keyLead}
      footer={
        <Button variant="primary" onClick={onClose}>
          {apiKeys.done}
        </Button>
      }
    >
      <CopiedSecret text={text} copy={apiKeys.copy} copied={apiKeys.copied} />
    </Dialog>
  );
}
