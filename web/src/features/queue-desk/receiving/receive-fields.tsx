import { moveReasons, urgencies } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { AlikePatient, PatientFacts } from '@baari/contract/patient/patient.ts';
import { genders } from '@baari/contract/patient/person.ts';
import { UsersRound } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { BeyondField } from '../../../shared/limits/beyond-field.tsx';
import { VisitKindField } from '../../../shared/patient/visit-kind-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { PatientFactsLine } from '../entry/patient-facts.tsx';
import { AlikePatients } from './alike-patients.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import { useLineChoice } from './line-fields.tsx';
import {
  emergencyFields,
  emptyFields,
  isEmergency,
  type KnownPerson,
  lineIdOf,
  type ReceiveFields,
} from './receive-values.ts';
import type { Alike } from './use-alike.ts';

/** The form fields for a new patient record, and known patients who are similar. */
export function Newcomer({
  alike,
  headingRef,
  onFamily,
  onMerge,
  onChoose,
}: {
  alike: Alike;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onFamily: () => void;
  /** Opens the dialog to merge patient records. Undefined if the user may not merge. */
  onMerge: ((found: readonly AlikePatient[]) => void) | undefined;
  onChoose: (facts: PatientFacts) => void;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ms-3 self-start"
        icon={<UsersRound aria-hidden="true" />}
        onClick={onFamily}
      >
        {t.several}
      </Button>
      <NameAndPhone />
      <AlikePatients
        query={alike.query}
        headingRef={headingRef}
        onMerge={onMerge}
        onChoose={onChoose}
      />
    </>
  );
}

/**
 * The form fields for name and phone. Known patients who are similar are shown just below these
 * fields, also on a phone.
 */
function NameAndPhone(): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const form = useFormContext<ReceiveFields>();
  const bind = useBoundField(form);
  const [urgency, first] = useWatch({ control: form.control, name: ['urgency', 'first'] });
  const mayBeUnknown = isEmergency({ urgency, first });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={t.name}
        autoComplete="off"
        required={!mayBeUnknown}
        {...(mayBeUnknown && { hint: t.emergencyHint })}
        {...bind('name')}
      />
      <TextField
        label={t.phone}
        labelNote={common.optional}
        type="tel"
        autoComplete="off"
        hint={t.phoneHint}
        {...bind('phone')}
      />
    </div>
  );
}

/** The form fields for age and sex, which later help to tell patients with the same name apart. */
export function AgeAndSex(): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const bind = useBoundField(useFormContext<ReceiveFields>());
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <TextField
        label={t.age}
        labelNote={common.optional}
        inputMode="numeric"
        autoComplete="off"
        hint={t.ageHint}
        {...bind('age')}
      />
      <Select
        label={t.gender}
        labelNote={common.optional}
        placeholder={t.notStated}
        options={genders.map((value) => ({ value, label: t.genders[value] }))}
        {...bind('gender')}
      />
    </div>
  );
}

/** The known patient whom the user chose, with earlier visits. */
export function Known({
  known,
  onAnother,
}: {
  known: KnownPerson;
  onAnother: () => void;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
          <span className="font-semibold wrap-anywhere text-ink">
            <bdi>{known.name}</bdi>
          </span>
          {known.facts !== undefined && <PatientFactsLine patient={known.facts} />}
        </div>
        <Button size="small" onClick={onAnother}>
          {t.notThisOne}
        </Button>
      </div>
      <EarlierVisits patientId={known.id} />
    </div>
  );
}

/** The form fields for the line, the urgency and the place in line. */
export function PlaceFields({
  doctors,
  isFull,
}: {
  doctors: readonly Colleague[];
  /** Whether the server refused the patient because a limit of the line is reached. */
  isFull: boolean;
}): ReactNode {
  const { receiving: t, queueDesk, ui } = useMessages('receiving', 'queueDesk');
  const form = useFormContext<ReceiveFields>();
  const bind = useBoundField(form);
  const [to, first] = useWatch({ control: form.control, name: ['to', 'first'] });
  const choice = useLineChoice(doctors);
  return (
    <>
      <Select {...choice} required {...bind('to')} />
      <div className="grid grid-cols-2 items-start gap-4">
        <Select
          label={t.urgency}
          options={urgencies.map((value) => ({ value, label: ui.urgencies[value] }))}
          {...bind('urgency')}
        />
        <Select
          label={t.place}
          options={[
            { value: '', label: t.placeEnd },
            ...moveReasons.map((value) => ({
              value,
              label: t.placeFirst(queueDesk.moveReasons[value]),
            })),
          ]}
          {...(first !== '' && { hint: queueDesk.moveReasonHint })}
          {...bind('first')}
        />
      </div>
      <EmergencyField />
      <BeyondField lineId={lineIdOf(to)} isFull={isFull} {...bind('beyond')} />
    </>
  );
}

/** The checkbox that makes the patient an emergency, and undoes that [ENT-1, INV-12]. */
function EmergencyField(): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const { control, setValue } = useFormContext<ReceiveFields>();
  const [urgency, first] = useWatch({ control, name: ['urgency', 'first'] });
  const isChecked = isEmergency({ urgency, first });
  return (
    <Checkbox
      label={t.emergency}
      checked={isChecked}
      onChange={({ target }) => {
        const next = target.checked ? emergencyFields : emptyFields;
        for (const name of ['urgency', 'first', 'beyond'] as const) {
          setValue(name, next[name], { shouldDirty: true });
        }
      }}
    />
  );
}

/** The form fields for the reason and the kind of the visit. */
export function VisitFields(): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const bind = useBoundField(useFormContext<ReceiveFields>());
  return (
    <>
      <TextArea label={t.symptoms} labelNote={common.optional} rows={2} {...bind('symptoms')} />
      <VisitKindField {...bind('visitKind')} />
    </>
  );
}
