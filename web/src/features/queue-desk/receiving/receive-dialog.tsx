import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { defaultUrgency, urgencies } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { mergePatients } from '@baari/contract/patient/merge.ts';
import {
  type AlikePatient,
  type PatientFacts,
  putInLine,
} from '@baari/contract/patient/patient.ts';
import { genders } from '@baari/contract/patient/person.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import type { Sought } from '../../../api/queries/patient-queries.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { VisitKindField } from '../../../shared/patient/visit-kind-field.tsx';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useUnsaved } from '../../../navigation/use-unsaved.tsx';
import { AlikePatients } from './alike-patients.tsx';
import { announce } from '../actions/announcements.store.ts';
import { EarlierVisits } from './earlier-visits.tsx';
import { lineMeant, useLineChoice } from './line-fields.tsx';
import { PatientFactsLine } from '../entry/patient-facts.tsx';
import { type ReceiveFields, type Receiving, receiveSchema } from './receive-form.ts';
import { useAlike } from './use-alike.ts';

/** A known patient, with distinguishing facts if loaded. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly facts?: PatientFacts;
}

/**
 * Adds a patient at the desk to a line: a known one, or with a new record [ARR-2, DESK-7, DESK-8].
 */
export function ReceiveDialog({
  doctors,
  doctorId,
  patient,
  onClose,
  onAdded,
  onFamily,
  onMerge,
  typed,
}: {
  doctors: readonly Colleague[];
  /** The preselected doctor. */
  doctorId?: string | undefined;
  /** The patient, if already chosen. */
  patient?: KnownPerson | undefined;
  onClose: () => void;
  onAdded: (entry: StaffEntry) => void;
  onFamily: () => void;
  onMerge: (found: readonly AlikePatient[], typed: Sought) => void;
  /** The text typed before another dialog came in between. */
  typed: Sought | undefined;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const problemText = useProblemText();
  const formId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [known, setKnown] = useState(patient);
  const [isLooking, setLooking] = useState(false);
  const form = useForm<ReceiveFields, unknown, Receiving>({
    resolver: zodResolver(receiveSchema),
    defaultValues: {
      kind: patient === undefined ? 'new' : 'known',
      name: typed?.name ?? '',
      phone: typed?.phone ?? '',
      age: '',
      gender: '',
      to: lineMeant(doctors, doctorId),
      urgency: defaultUrgency,
      symptoms: '',
      visitKind: '',
    },
  });
  const [name, phone] = useWatch({ control: form.control, name: ['name', 'phone'] });
  const role = useUser()?.role;
  const mayMerge = mergePatients.access.some((each) => each === role);
  const alike = useAlike({ name, phone }, known === undefined);
  const write = useReceive(onAdded);
  const { cancel, question } = useUnsaved(form.formState.isDirty, onClose);

  function choose(next: KnownPerson | undefined): void {
    setKnown(next);
    form.setValue('kind', next === undefined ? 'new' : 'known');
    form.clearErrors();
  }

  async function send(given: Receiving): Promise<void> {
    if (known !== undefined || given.kind === 'known') return write.known(known?.id, given);
    setLooking(true);
    try {
      if (await alike.mayAdd()) return write.newcomer(given);
    } catch {
      // The failed search is shown above the fields, and does not prevent adding the patient.
      return write.newcomer(given);
    } finally {
      setLooking(false);
    }
    requestAnimationFrame(() => heading.current?.focus());
  }

  return (
    <FormDialog
      formId={formId}
      size="large"
      title={known === undefined ? t.walkInTitle : t.knownTitle(known.name)}
      description={known === undefined ? t.walkInLead : t.knownLead}
      onClose={cancel}
      submitLabel={known === undefined && alike.shown > 0 ? t.addAnew : t.add}
      busy={write.isPending || isLooking}
      busyLabel={isLooking ? t.looking : t.adding}
    >
      {question}
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => void form.handleSubmit(send)(event)}
        >
          {write.error !== null && (
            <Notice tone="danger">{problemText(write.error, t.addFailed)}</Notice>
          )}
          {known === undefined ? (
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
                headingRef={heading}
                onMerge={mayMerge ? (found) => onMerge(found, { name, phone }) : undefined}
                onChoose={(facts) => choose({ id: facts.id, name: facts.name, facts })}
              />
              <AgeAndSex />
            </>
          ) : (
            <Known known={known} onAnother={() => choose(undefined)} />
          )}
          <LineFields doctors={doctors} />
        </form>
      </FormProvider>
    </FormDialog>
  );
}

/** One write for both cases: a known and a new patient. */
function useReceive(onAdded: (entry: StaffEntry) => void) {
  const { receiving: t } = useMessages('receiving');
  const client = useQueryClient();
  const options = {
    onSuccess: ({ queue }: { queue: StaffEntry }) => {
      takeIn(client, { type: 'queue_joined', data: queue });
      announce(t.added(queue.patient.fullName));
      onAdded(queue);
    },
  };
  const walkIn = useWrite(addWalkIn, options);
  const known = useWrite(putInLine, options);
  return {
    isPending: walkIn.isPending || known.isPending,
    error: walkIn.error ?? known.error,
    newcomer({ to, kind: _, ...given }: Extract<Receiving, { kind: 'new' }>) {
      known.reset();
      walkIn.mutate({ body: { ...given, ...to } });
    },
    known(id: string | undefined, { to, urgency, symptoms, visitKind }: Receiving) {
      if (id === undefined) return;
      walkIn.reset();
      known.mutate({ params: { id }, body: { urgency, symptoms, visitKind, ...to } });
    },
  };
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

function Known({ known, onAnother }: { known: KnownPerson; onAnother: () => void }): ReactNode {
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

function LineFields({ doctors }: { doctors: readonly Colleague[] }): ReactNode {
  const { receiving: t, common, ui } = useMessages('receiving');
  const bind = useBoundField(useFormContext<ReceiveFields>());
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
      <TextArea label={t.symptoms} labelNote={common.optional} rows={2} {...bind('symptoms')} />
      <VisitKindField {...bind('visitKind')} />
    </>
  );
}
