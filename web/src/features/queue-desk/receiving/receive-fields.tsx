import { urgencies } from '@baari/contract/constants.ts';
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
import { Select } from '../../../ui/form/select.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { PatientFactsLine } from '../entry/patient-facts.tsx';
import { AlikePatients } from './alike-patients.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import { useLineChoice } from './line-fields.tsx';
import { type KnownPerson, lineIdOf, type ReceiveFields } from './receive-form.ts';
import type { Alike } from './use-alike.ts';

/** The fields of a new record, with known patients who are similar. */
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
  /** Absent where the user may not merge records. */
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
      <AgeAndSex />
    </>
  );
}

/** The fields of the search; similar patients are shown right below, also on a phone. */
function NameAndPhone(): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const bind = useBoundField(useFormContext<ReceiveFields>());
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField label={t.name} autoComplete="off" required {...bind('name')} />
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

/** Age and sex, which later distinguish patients of the same name. */
function AgeAndSex(): ReactNode {
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
        placeholder={t.notTold}
        options={genders.map((value) => ({ value, label: t.genders[value] }))}
        {...bind('gender')}
      />
    </div>
  );
}

/** The chosen patient, with earlier visits. */
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

/** The line, the urgency and the reason of the visit. */
export function VisitFields({
  doctors,
  isFull,
}: {
  doctors: readonly Colleague[];
  /** The server has refused for a limit of the line. */
  isFull: boolean;
}): ReactNode {
  const { receiving: t, common, ui } = useMessages('receiving');
  const form = useFormContext<ReceiveFields>();
  const bind = useBoundField(form);
  const to = useWatch({ control: form.control, name: 'to' });
  const choice = useLineChoice(doctors);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Select {...choice} required {...bind('to')} />
        <Select
          label={t.urgency}
          options={urgencies.map((value) => ({ value, label: ui.urgencies[value] }))}
          {...bind('urgency')}
        />
      </div>
      <BeyondField lineId={lineIdOf(to)} isFull={isFull} {...bind('beyond')} />
      <TextArea label={t.symptoms} labelNote={common.optional} rows={2} {...bind('symptoms')} />
      <VisitKindField {...bind('visitKind')} />
    </>
  );
}
