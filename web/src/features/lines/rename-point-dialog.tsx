import { renamePoint, type ServicePoint } from '@baari/contract/lines/shared-line.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { WithTokens } from '../../ui/text/with-tokens.tsx';
import { namesSent, pointNameLength, type TypedNames } from './line-form.ts';
import { NamesFields } from './names-fields.tsx';
import { readPoint } from './read-point.ts';

/** The dialog to rename a counter. Patients are called to the counter by its name. */
export function RenamePointDialog({
  point,
  onClose,
}: {
  point: ServicePoint;
  onClose: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  const listed = useListed();
  const [name, setName] = useState(point.name);
  const [names, setNames] = useState<TypedNames>(point.names);
  const write = useWrite(renamePoint, {
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const meanwhile = useMeanwhile({
    opened: wholeOf(point),
    fields: ['name', 'names'],
    valuesOf: (whole: Whole) => whole,
    readAgain: async () => wholeOf(await readPoint(client, point.id)),
    current: () => ({ name: name.trim(), names: namesSent(names) }),
    show: (values) => {
      setName(values.name);
      setNames(values.names);
    },
  });
  const isReady = name.trim() !== '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || write.isPending) return;
    meanwhile.forget();
    write.mutate(
      {
        params: { id: point.id },
        body: { name: name.trim(), names: namesSent(names), seen: meanwhile.seen },
      },
      { onError: meanwhile.onError },
    );
  }
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={t.renamePointOf(point.name)}
      onClose={onClose}
      submitLabel={t.save}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <SavedMeanwhile
          meanwhile={meanwhile}
          names={{ name: t.calledAs, names: t.otherNames }}
          say={(field, values) =>
            field === 'names' ? listed(Object.values(values.names)) : values.name
          }
        />
        {write.error && !meanwhile.found && (
          <ProblemNotice problem={write.error} fallback={t.renameFailed} />
        )}
        <TextField
          label={t.calledAs}
          hint={<WithTokens>{t.calledAsHint}</WithTokens>}
          required
          maxLength={pointNameLength}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <NamesFields names={names} maxLength={pointNameLength} onNames={setNames} />
      </form>
    </FormDialog>
  );
}

type Whole = ReturnType<typeof wholeOf>;

/** The fields of a service point that are saved together in one request. */
function wholeOf({ name, names }: ServicePoint) {
  return { name, names };
}
