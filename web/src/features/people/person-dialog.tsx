import {
  addPerson,
  genders,
  type Person,
  personGiven,
  type PersonGiven,
  relations,
  savePerson,
} from '@baari/contract/person.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { peopleQuery } from '../../api/queries.ts';
import { useBoundField } from '../../api/use-bound-field.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type PersonInput = z.input<typeof personGiven>;

/** Adds somebody, or changes one of the people; what was typed stays through every failure [PROF-1]. */
export function PersonDialog({
  person,
  open,
  onOpenChange,
}: {
  /** null adds somebody. */
  person: Person | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { people: t, common } = useMessages('people', 'profile');
  const formId = useId();
  const { send, busy, failure } = usePersonWrite(person, () => onOpenChange(false));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => onOpenChange(next || busy)}
      title={person === null ? t.addTitle : t.editTitle(person.name)}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            busyLabel={common.saving}
          >
            {common.save}
          </Button>
        </>
      }
    >
      <PersonForm formId={formId} person={person} problem={failure} onSubmit={send} />
    </Dialog>
  );
}

function PersonForm({
  formId,
  person,
  problem,
  onSubmit,
}: {
  formId: string;
  person: Person | null;
  /** Why it was refused; stays when the toast has gone. */
  problem: string | undefined;
  onSubmit: (given: PersonGiven) => void;
}): ReactNode {
  const { people: t, profile, common } = useMessages('people', 'profile');
  const form = useForm<PersonInput, unknown, PersonGiven>({
    resolver: zodResolver(personGiven),
    defaultValues: {
      name: person?.name ?? '',
      ...(person === null || person.relation === 'self' ? {} : { relation: person.relation }),
      dateOfBirth: person?.dateOfBirth ?? '',
      gender: person?.gender ?? '',
    },
  });
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
          placeholder={t.notTold}
          options={genders.map((value) => ({ value, label: profile.genders[value] }))}
        />
      </div>
      {problem && <Notice tone="warning">{problem}</Notice>}
    </form>
  );
}

function usePersonWrite(person: Person | null, onSaved: () => void) {
  const { people: t } = useMessages('people');
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

  return {
    busy: add.isPending || save.isPending,
    failure: failure ? problemText(failure, t.saveFailed) : undefined,
    send(body: PersonGiven): void {
      if (person === null) add.mutate({ body });
      else save.mutate({ params: { id: person.id }, body });
    },
  };
}
