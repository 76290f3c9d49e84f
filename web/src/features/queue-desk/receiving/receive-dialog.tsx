import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { mergePatients } from '@baari/contract/patient/merge.ts';
import { type AlikePatient, putInLine } from '@baari/contract/patient/patient.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { Sought } from '../../../api/queries/patient-queries.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { useUser } from '../../../session/session.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useUnsaved } from '../../../navigation/use-unsaved.tsx';
import { announce } from '../actions/announcements.store.ts';
import { lineMeant } from './line-fields.tsx';
import { Known, Newcomer, VisitFields } from './receive-fields.tsx';
import {
  emptyFields,
  type KnownPerson,
  type ReceiveFields,
  type Receiving,
  receiveSchema,
} from './receive-form.ts';
import { isFullLine } from '../../../shared/limits/is-full-line.ts';
import { useAlike } from './use-alike.ts';

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
      ...emptyFields,
      kind: patient === undefined ? 'new' : 'known',
      name: typed?.name ?? '',
      phone: typed?.phone ?? '',
      to: lineMeant(doctors, doctorId),
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
            <Newcomer
              alike={alike}
              headingRef={heading}
              onFamily={onFamily}
              onMerge={mayMerge ? (found) => onMerge(found, { name, phone }) : undefined}
              onChoose={(facts) => choose({ id: facts.id, name: facts.name, facts })}
            />
          ) : (
            <Known known={known} onAnother={() => choose(undefined)} />
          )}
          <VisitFields doctors={doctors} isFull={isFullLine(write.error)} />
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
    known(id: string | undefined, { to, urgency, symptoms, visitKind, beyond }: Receiving) {
      if (id === undefined) return;
      walkIn.reset();
      known.mutate({ params: { id }, body: { urgency, symptoms, visitKind, beyond, ...to } });
    },
  };
}
