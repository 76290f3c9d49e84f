import { maxAddedPeople, type Person, removePerson } from '@baari/contract/patient/person.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { peopleQuery } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/text/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ageAt } from './age.ts';

const PersonDialog = fetchedDialog(async () => (await import('./person-dialog.tsx')).PersonDialog);

/** The delay in ms after which a closing dialog has given the focus back. */
const focusAfterMs = 250;

/** The section for the other people of the account: add, edit and remove a person [PROF-1]. */
export function PeopleSection(): ReactNode {
  const { household: t } = useMessages('household');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // This page loads lazily. The browser has already looked for the element of the URL's fragment
    // before the page was rendered.
    if (window.location.hash === '#people') heading.current?.focus();
  }, []);
  return (
    <Card as="section" aria-labelledby="people" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2
          id="people"
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-20 text-base font-semibold text-ink"
        >
          {t.title}
        </h2>
        <p className="text-sm text-ink-soft">{t.lead}</p>
      </div>
      <People onRemoved={() => setTimeout(() => heading.current?.focus(), focusAfterMs)} />
    </Card>
  );
}

function People({ onRemoved }: { onRemoved: () => void }): ReactNode {
  const { household: t } = useMessages('household');
  const problemText = useProblemText();
  const query = useQuery(peopleQuery());
  /** Counts how often the dialog was opened, so that each opening renders a new, empty dialog. */
  const [dialog, setDialog] = useState<{ opening: number; person: Person | null }>();
  const [isOpen, setIsOpen] = useState(false);
  if (query.isPending) return <ListSkeleton label={t.loading} rows={1} />;
  if (!query.data) {
    return (
      <Notice tone="warning" title={t.loadFailed} action={<TryAgain query={query} part />}>
        {problemText(query.error, t.loadFailed)}
      </Notice>
    );
  }
  const added = query.data.filter(({ relation }) => relation !== 'self');
  return (
    <>
      {added.length === 0 ? (
        <p className="text-[0.9375rem] text-ink-soft">{t.nobody}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {added.map((person) => (
            <PersonLine
              key={person.id}
              person={person}
              onEdit={() => openDialog(person)}
              onRemoved={onRemoved}
            />
          ))}
        </ul>
      )}
      {added.length >= maxAddedPeople ? (
        <p className="text-sm text-ink-soft">{t.full(maxAddedPeople)}</p>
      ) : (
        <Button
          icon={<UserPlus aria-hidden="true" />}
          className="self-start"
          onClick={() => openDialog(null)}
        >
          {t.add}
        </Button>
      )}
      {dialog && (
        <PersonDialog
          key={dialog.opening}
          person={dialog.person}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  );

  function openDialog(person: Person | null): void {
    setDialog({ opening: (dialog?.opening ?? 0) + 1, person });
    setIsOpen(true);
  }
}

function PersonLine({
  person,
  onEdit,
  onRemoved,
}: {
  person: Person;
  onEdit: () => void;
  onRemoved: () => void;
}): ReactNode {
  const { household: t, profile } = useMessages('household', 'profile');
  const { name, relation, dateOfBirth, gender } = person;
  const age = ageAt(useNow(), dateOfBirth);
  const facts = [
    relation === 'self' ? undefined : t.relations[relation],
    age === undefined ? undefined : age === 0 ? t.underOne : t.years(age),
    gender === '' ? undefined : profile.genders[gender],
  ];
  return (
    <li
      ref={goOnBeside}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere text-ink">{name}</p>
        <Facts className="text-sm text-ink-soft">{facts}</Facts>
      </div>
      <div className="-mx-3 flex gap-1">
        <Button variant="quiet" size="small" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
          {t.edit}
          <span className="sr-only">{` ${name}`}</span>
        </Button>
        <RemoveButton person={person} onRemoved={onRemoved} />
      </div>
    </li>
  );
}

function RemoveButton({ person, onRemoved }: { person: Person; onRemoved: () => void }): ReactNode {
  const { household: t, common } = useMessages('household');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useSubmit(removePerson, {
    onSuccess: ({ person: removed }) => {
      setAsking(false);
      client.setQueryData(peopleQuery().queryKey, (people) =>
        people?.filter(({ id }) => id !== removed.id),
      );
      toast({ type: 'info', title: t.removedTitle(removed.name) });
      onRemoved();
    },
    failed: t.removeFailed,
    fallback: t.removeFailed,
    onError: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: peopleQuery().queryKey });
    },
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="text-ink-soft"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t.remove}
        <span className="sr-only">{` ${person.name}`}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.removeQuestion(person.name)}
        description={t.removeConsequence}
        confirmLabel={t.removeConfirm}
        cancelLabel={common.cancel}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: person.id } })}
      />
    </>
  );
}
