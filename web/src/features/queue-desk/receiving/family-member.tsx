import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { AlikePatient } from '@baari/contract/patient/patient.ts';
import { genders } from '@baari/contract/patient/person.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { BeyondField } from '../../../shared/limits/beyond-field.tsx';
import { isFullRefusal } from '../../../shared/limits/is-full-line.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { AlikePatients } from './alike-patients.tsx';
import type { FamilyFields } from './family-form.ts';
import { useLineChoice } from './line-fields.tsx';
import { lineIdOf } from './receive-values.ts';
import { useAlike } from './use-alike.ts';

/** The form fields of one family member: a known patient, or the data of a new person [DESK-9]. */
export function FamilyMemberFields({
  index,
  doctors,
  refused,
  onRemove,
  onAnother,
  onKnown,
}: {
  index: number;
  doctors: readonly Colleague[];
  /** The error code if the server refused this family member; otherwise undefined. */
  refused: string | undefined;
  /** Removes this family member from the form. Undefined if no more members may be removed. */
  onRemove: (() => void) | undefined;
  onAnother: () => void;
  onKnown: (patient: AlikePatient) => void;
}): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const form = useFormContext<FamilyFields>();
  const bind = useBoundField(form);
  const choice = useLineChoice(doctors);
  const [phone, row] = useWatch({ control: form.control, name: ['phone', `people.${index}`] });
  const isNew = row.patientId === '';
  const alike = useAlike({ name: row.name, phone }, isNew && row.name.trim() !== '');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{t.person(index + 1)}</legend>
      <div className="flex items-center justify-between gap-2">
        <p aria-hidden="true" className="text-sm font-semibold text-ink-soft">
          {t.person(index + 1)}
        </p>
        {onRemove && (
          <IconButton
            label={t.removePerson(index + 1)}
            icon={<X aria-hidden="true" />}
            onClick={onRemove}
          />
        )}
      </div>
      {refused !== undefined && <Notice tone="warning">{whyRefused(t.refusedBy, refused)}</Notice>}
      {isNew ? (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
            <TextField
              label={t.name}
              autoComplete="off"
              required
              {...bind(`people.${index}.name`)}
            />
            <TextField
              label={t.age}
              labelNote={common.optional}
              inputMode="numeric"
              autoComplete="off"
              {...bind(`people.${index}.age`)}
            />
            <Select
              label={t.gender}
              labelNote={common.optional}
              placeholder={t.notStated}
              options={genders.map((value) => ({ value, label: t.genders[value] }))}
              {...bind(`people.${index}.gender`)}
            />
          </div>
          <AlikePatients
            query={alike.query}
            found={alike.query.data?.filter(({ by }) => by !== 'phone')}
            onChoose={onKnown}
          />
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-semibold wrap-anywhere text-ink">{row.name}</span>
          <Button size="small" onClick={onAnother}>
            {t.notThisOne}
          </Button>
        </div>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Select {...choice} required {...bind(`people.${index}.to`)} />
        <TextField
          label={t.symptoms}
          labelNote={common.optional}
          autoComplete="off"
          {...bind(`people.${index}.symptoms`)}
        />
      </div>
      <BeyondField
        lineId={lineIdOf(row.to)}
        isFull={isFullRefusal(refused)}
        {...bind(`people.${index}.beyond`)}
      />
    </fieldset>
  );
}

/** Returns the reason of a refusal in words for the desk. */
function whyRefused(words: Readonly<Record<string, string>> & { other: string }, code: string) {
  return words[code] ?? words.other;
}
