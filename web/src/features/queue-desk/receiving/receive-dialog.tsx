import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { mergePatients } from '@baari/contract/patient/merge.ts';
import { type AlikePatient, putInLine } from '@baari/contract/patient/patient.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { Sought } from '../../../api/queries/patient-queries.ts';
import { useLateResolver } from '../../../api/forms/late-resolver.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { serverNow } from '../../../clock/clock.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { useUser } from '../../../session/session.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useUnsaved } from '../../../navigation/use-unsaved.tsx';
import { announce } from '../actions/announcements.store.ts';
import { lineMeant } from './line-fields.tsx';
import { lastLine, rememberLine } from './last-line.ts';
import { AgeAndSex, Known, Newcomer, PlaceFields, VisitFields } from './receive-fields.tsx';
import type { Receiving } from './receive-form.ts';
import {
  emergencyFields,
  emptyFields,
  isEmergency,
  type KnownPerson,
  type ReceiveFields,
} from './receive-values.ts';
import { isFullLine } from '../../../shared/limits/is-full-line.ts';
import { type Alike, useAlike } from './use-alike.ts';

/**
 * The dialog in which the desk adds a patient to a line: a known patient, or a patient with a new
 * record [ARR-2, DESK-7, DESK-8].
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
  asEmergency = false,
}: {
  doctors: readonly Colleague[];
  /** The doctor who is selected when the dialog opens. */
  doctorId?: string | undefined;
  /** The patient to add, if already chosen. */
  patient?: KnownPerson | undefined;
  onClose: () => void;
  onAdded: (entry: StaffEntry) => void;
  onFamily: () => void;
  onMerge: (found: readonly AlikePatient[], typed: Sought) => void;
  /**
   * The text that was typed before the user opened another dialog, such as the merge of records.
   */
  typed: Sought | undefined;
  /** Whether the dialog opens for an emergency: high urgency and the first place in line. */
  asEmergency?: boolean | undefined;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const formId = useId();
  const [known, setKnown] = useState(patient);
  const form = useReceiveForm({
    patient,
    typed,
    asEmergency,
    to: lineMeant(doctors, doctorId) || lastLine(doctors),
  });
  const [name, phone, urgency, first] = useWatch({
    control: form.control,
    name: ['name', 'phone', 'urgency', 'first'],
  });
  const { errors } = form.formState;
  const isUrgent = isEmergency({ urgency, first });
  const words = useHeadings(known, { urgency, first });
  const unknownName = useUnknownName(doctors);
  const mayMerge = useMayMerge();
  const alike = useAlike({ name, phone }, known === undefined && name !== unknownName);
  const write = useReceive(onAdded);
  const { isLooking, heading, send } = useSending(known, alike, write);
  const { cancel, question } = useUnsaved(form.formState.isDirty, onClose);

  function choose(next: KnownPerson | undefined): void {
    setKnown(next);
    form.setValue('kind', next === undefined ? 'new' : 'known');
    form.clearErrors();
  }

  /** Names an emergency who cannot say a name, so that the two keys of the dialog are enough. */
  function submit(event: FormEvent): void {
    const isNameless = known === undefined && isUrgent && form.getValues('name').trim() === '';
    if (isNameless) form.setValue('name', unknownName);
    void form.handleSubmit(send)(event);
  }

  return (
    <FormDialog
      formId={formId}
      size="large"
      {...words}
      onClose={cancel}
      submitLabel={known === undefined && alike.shown > 0 ? t.addAnew : t.add}
      busy={write.isPending || isLooking}
      busyLabel={isLooking ? t.looking : t.adding}
    >
      {question}
      <FormProvider {...form}>
        <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
          {write.error !== null && <ProblemNotice problem={write.error} fallback={t.addFailed} />}
          {errors.root?.message && <Notice tone="danger">{errors.root.message}</Notice>}
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
          <PlaceFields doctors={doctors} isFull={isFullLine(write.error)} />
          {known === undefined && <AgeAndSex />}
          <VisitFields />
        </form>
      </FormProvider>
    </FormDialog>
  );
}

const loadResolver = async () => (await import('./receive-form.ts')).receiveResolver;

/** The form, filled with what is known before the user types. */
function useReceiveForm({
  patient,
  typed,
  asEmergency,
  to,
}: {
  patient: KnownPerson | undefined;
  typed: Sought | undefined;
  asEmergency: boolean;
  to: string;
}) {
  return useForm<ReceiveFields, unknown, Receiving>({
    resolver: useLateResolver(loadResolver),
    defaultValues: {
      ...emptyFields,
      ...(asEmergency && emergencyFields),
      kind: patient === undefined ? 'new' : 'known',
      name: typed?.name ?? '',
      phone: typed?.phone ?? '',
      to,
    },
  });
}

/** The dialog's title and lead, which say whether the patient joins the end or comes first. */
function useHeadings(
  known: KnownPerson | undefined,
  fields: Pick<ReceiveFields, 'urgency' | 'first'>,
): { title: string; description: string } {
  const { receiving: t } = useMessages('receiving');
  const lead = known === undefined ? t.walkInLead : t.knownLead;
  const description = fields.first === '' ? lead : t.firstLead;
  if (known !== undefined) return { title: t.knownTitle(known.name), description };
  return { title: isEmergency(fields) ? t.emergencyTitle : t.walkInTitle, description };
}

/**
 * The name for an emergency who cannot say one: it contains the time at which the dialog opened, so
 * that staff can tell two such patients apart.
 */
function useUnknownName([doctor]: readonly Colleague[]): string {
  const { receiving: t } = useMessages('receiving');
  const format = useFormat();
  const [at] = useState(() => new Date(serverNow()).toISOString());
  return t.unknownName(format.time(at, doctor?.timeZone ?? 'UTC'));
}

/**
 * Sends the form. A new patient is sent only after similar known patients have been on screen, whose
 * heading then has the focus [DESK-7].
 */
function useSending(
  known: KnownPerson | undefined,
  alike: Alike,
  write: ReturnType<typeof useReceive>,
) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isLooking, setLooking] = useState(false);
  async function send(given: Receiving): Promise<void> {
    rememberLine(given.to.doctorId ?? '');
    if (known !== undefined || given.kind === 'known') return write.known(known?.id, given);
    setLooking(true);
    try {
      if (await alike.mayAdd()) return write.newcomer(given);
    } catch {
      // If the search for similar patients failed, the error is shown above the fields. The patient
      // can still be added.
      return write.newcomer(given);
    } finally {
      setLooking(false);
    }
    requestAnimationFrame(() => heading.current?.focus());
  }
  return { heading, isLooking, send };
}

function useMayMerge(): boolean {
  const role = useUser()?.role;
  return mergePatients.access.some((each) => each === role);
}

/** The requests that add a known or a new patient to a line. */
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
    known(id: string | undefined, given: Receiving) {
      if (id === undefined) return;
      const { to, urgency, symptoms, visitKind, beyond, first } = given;
      walkIn.reset();
      known.mutate({
        params: { id },
        body: { urgency, symptoms, visitKind, beyond, first, ...to },
      });
    },
  };
}
