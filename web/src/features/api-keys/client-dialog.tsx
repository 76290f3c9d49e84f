import { type ApiKey, maxPublicKeyText, setKeyClient } from '@baari/contract/keys/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextArea } from '../../ui/form/text-field.tsx';
import { apiKeysQuery } from './api-keys-query.ts';

/** The dialog for the public keys with which the system of an API key gets access tokens [API-36]. */
export function ClientDialog({
  apiKey: { id, client },
  onClose,
}: {
  apiKey: ApiKey;
  onClose: () => void;
}): ReactNode {
  const { apiKeys } = useMessages('apiKeys');
  const queries = useQueryClient();
  const [text, setText] = useState(client?.url ?? '');
  const formId = useId();
  const write = useWrite(setKeyClient, {
    onSuccess: () => {
      toast({ type: 'success', title: apiKeys.clientSaved });
      void queries.invalidateQueries(apiKeysQuery());
      onClose();
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!write.isPending) write.mutate({ params: { id }, body: { publicKeys: text.trim() } });
  }
  return (
    <FormDialog
      formId={formId}
      title={apiKeys.clientTitle}
      description={apiKeys.clientLead}
      onClose={onClose}
      submitLabel={apiKeys.saveClient}
      busy={write.isPending}
      busyLabel={apiKeys.savingClient}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error !== null && (
          <ProblemNotice problem={write.error} fallback={apiKeys.clientFailed} />
        )}
        <TextArea
          label={apiKeys.publicKeys}
          hint={apiKeys.publicKeysHint}
          dir="ltr"
          rows={6}
          maxLength={maxPublicKeyText}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
