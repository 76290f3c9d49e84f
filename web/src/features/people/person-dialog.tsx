import {
  addPerson,
  genders,
  type Person,
  personGiven,
  type PersonGiven,
  relations,
  savePerson,
} from '@baari/contract/patient/person.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { peopleQuery } from '../../api/queries/queries.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';

type PersonInput = z.input<typeof personGiven>;

/**
 * The dialog to add or edit a person of the account. The typed text is kept after every failure
 * [PROF-1].
 */
export function PersonDialog({
  person,
  open,
  onOpenChange,
}: {
  /** The person to edit. Null means that the dialog adds a new person. */
  person: Person | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { household: t, profile, common } = useMessages('household', 'profile');
  const formId = useId();
  const form = useForm<PersonInput, unknown, PersonGiven>({
    resolver: zodResolver(personGiven),
    defaultValues: startingPerson(person),
  });
  const { send, busy, failure, meanwhile } = usePersonWrite(person, form, () =>
    onOpenChange(false),
  );

  function say(field: (typeof typedFields)[number], values: PersonStart): string | undefined {
    if (field === 'relation') return values.relation && t.relations[values.relation];
    if (field === 'gender') return values.gender ? profile.genders[values.gender] : t.notStated;
    return values[field];
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={person === null ? t.addTitle : t.editTitle(person.name)}
      onClose={() => onOpenChange(false)}
      submitLabel={common.save}
      busy={busy}
      busyLabel={common.saving}
    >
      <PersonForm formId={formId} form={form} onSubmit={send}>
        <SavedMeanwhile meanwhile={meanwhile} names={t} say={say} />
        {failure && !meanwhile.found && <Notice tone="warning">{failure}</Notice>}
      </PersonForm>
    </FormDialog>
  );
}

function PersonForm({
  formId,
  form,
  onSubmit,
  children,
}: {
  formId: string;
  form: PersonFormApi;
  onSubmit: (given: PersonGiven) => void;
  /** The reason of the server's refusal. It stays visible after the toast has gone. */
  children: ReactNode;
}): ReactNode {
  const { household: t, profile, common } = useMessages('household', 'profile');
  const { handleSubmit } = form;
  const bind = useBoundField(form);
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-5 pt-1"
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
    >
      <TextField {...bind('name')} label={t.name} autoComplete="off" required />
      <Select
        {...bind('relation')}
        label={t.relation}
        required
        placeholder={t.chooseRelation}
        options={relations.map((value) => ({ value, label: t.relations[value] }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...bind('dateOfBirth')}
          label={t.dateOfBirth}
          labelNote={common.optional}
          type="date"
          min="1900-01-01"
        />
        <Select
          {...bind('gender')}
          label={t.gender}
          labelNote={common.optional}
          placeholder={t.notStated}
          options={genders.map((value) => ({ value, label: profile.genders[value] }))}
        />
      </div>
      {children}
    </form>
  );
}

type PersonFormApi = UseFormReturn<PersonInput, unknown, PersonGiven>;
const typedFields = ['name', 'relation', 'dateOfBirth', 'gender'] as const;

/**
 * Returns the initial values of the form. If no family relation is stored, the user must choose
 * one.
 */
function startingPerson(person: Person | null): PersonStart {
  return {
    name: person?.name ?? '',
    ...(person === null || person.relation === 'self' ? {} : { relation: person.relation }),
    dateOfBirth: person?.dateOfBirth ?? '',
    gender: person?.gender ?? '',
  };
}
type PersonStart = Omit<PersonInput, 'relation'> & Partial<Pick<PersonInput, 'relation'>>;

function usePersonWrite(person: Person | null, form: PersonFormApi, onSaved: () => void) {
  const { household: t } = useMessages('household');
  const problemText = useProblemText();
  const client = useQueryClient();

  function keep({ person: saved }: { person: Person }): void {
    client.setQueryData(peopleQuery().queryKey, (people) =>
      people?.some(({ id }) => id === saved.id)
        ? people.map((known) => (known.id === saved.id ? saved : known))
        : [...(people ?? []), saved],
    );
    toast({
      type: 'success',
      title: person === null ? t.addedTitle : t.savedTitle,
      message: saved.name,
    });
    onSaved();
  }
  const add = useWrite(addPerson, { onSuccess: keep });
  const save = useWrite(savePerson, { onSuccess: keep });
  const failure = add.error ?? save.error;
  const meanwhile = useMeanwhile({
    opened: person,
    fields: typedFields,
    valuesOf: startingPerson,
    async readAgain() {
      const people = await client.fetchQuery({ ...peopleQuery(), staleTime: 0 });
      return people.find(({ id }) => id === person?.id) ?? null;
    },
    current: (): PersonStart => form.getValues(),
    show: (values) => form.reset(values),
  });

  return {
    busy: add.isPending || save.isPending,
    failure: failure ? problemText(failure, t.saveFailed) : undefined,
    send(body: PersonGiven): void {
      if (person === null) add.mutate({ body });
      else {
        meanwhile.forget();
        const { id: _, ...seen } = meanwhile.seen ?? person;
        save.mutate(
          { params: { id: person.id }, body: { ...body, seen } },
          { onError: meanwhile.onError },
        );
      }
    },
    meanwhile,
  };
}
