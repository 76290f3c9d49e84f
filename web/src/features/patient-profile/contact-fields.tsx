import { maxEmergencyContacts } from '@baari/contract/patient/profile.ts';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { EditedProfile } from './profile-fields.tsx';
import { Section } from './section.tsx';

/** The form fields for up to five emergency contacts [PROF-1]. */
export function ContactFields({ form }: { form: EditedProfile }): ReactNode {
  const { profile: t } = useMessages('profile');
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'emergencyContacts',
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const isFull = fields.length >= maxEmergencyContacts;
  return (
    <Section title={t.contacts} lead={t.contactsLead(maxEmergencyContacts)} headingRef={heading}>
      {fields.map((field, index) => (
        <Contact
          key={field.id}
          form={form}
          index={index}
          onRemove={() => {
            remove(index);
            // The pressed button has disappeared, so the focus moves to the top of the list.
            heading.current?.focus();
          }}
        />
      ))}
      {isFull ? (
        <p className="text-sm text-ink-soft">{t.contactsFull}</p>
      ) : (
        <Button
          icon={<Plus aria-hidden="true" />}
          className="self-start"
          onClick={() => append({ name: '', phone: '', relation: '' })}
        >
          {t.addContact}
        </Button>
      )}
    </Section>
  );
}

function Contact({
  form,
  index,
  onRemove,
}: {
  form: EditedProfile;
  index: number;
  onRemove: () => void;
}): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const bind = useBoundField(form);
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-3 sm:p-4">
      <legend className="sr-only">{t.contact(index + 1)}</legend>
      <div className="mb-2 flex items-center justify-between gap-2">
        <p aria-hidden="true" className="text-sm font-semibold text-ink-soft">
          {t.contact(index + 1)}
        </p>
        <IconButton
          label={t.removeContact(index + 1)}
          icon={<X aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...bind(`emergencyContacts.${index}.name`)}
          label={t.contactName}
          autoComplete="off"
          required
        />
        <TextField
          {...bind(`emergencyContacts.${index}.phone`)}
          label={t.phone}
          type="tel"
          autoComplete="off"
          required
        />
        <TextField
          {...bind(`emergencyContacts.${index}.relation`)}
          label={t.relation}
          labelNote={common.optional}
          hint={t.relationHint}
          autoComplete="off"
          className="sm:col-span-2"
        />
      </div>
    </fieldset>
  );
}
