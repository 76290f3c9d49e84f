import type { Person } from '@baari/contract/patient/person.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Select } from '../../ui/form/select.tsx';

/** The page where users add people to their account. */
const peoplePath = '/patient/dashboard?view=profile#people';

/**
 * Chooses the person for whom a place in line or a visit is, and says why a person cannot be
 * chosen. With only one person, it shows a link to add people. Takes the props of `register()`.
 */
export function WhomField({
  people,
  isTaken,
  ...field
}: {
  people: readonly Person[];
  /**
   * Whether a person is already in this line and so cannot be chosen. By default every person can
   * be chosen.
   */
  isTaken?: (person: Person) => boolean;
} & Omit<ComponentProps<'select'>, 'children'>): ReactNode {
  const { people: t } = useMessages('people');
  return (
    <div className="flex flex-col gap-1.5">
      {people.length > 1 && (
        <Select
          label={t.forWhom}
          options={people.map((person) => ({
            value: person.id,
            label: isTaken?.(person) === true ? t.inLineAlready(nameOf(person)) : nameOf(person),
            disabled: isTaken?.(person) === true,
          }))}
          {...field}
        />
      )}
      <TextLink
        href={peoplePath}
        className="inline-flex min-h-11 w-fit items-center text-sm md:pointer-fine:min-h-6"
      >
        {t.addSomeone}
      </TextLink>
    </div>
  );

  function nameOf({ name, relation }: Person): string {
    return relation === 'self' ? t.me(name) : name;
  }
}
