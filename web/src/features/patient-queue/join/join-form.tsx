import {
  defaultUrgency,
  toastMs,
  urgencies,
  type VisitKind,
  visitKinds,
} from '@baari/contract/constants.ts';
import { joinRequest, requestPlace } from '@baari/contract/queue/queue.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiProblem } from '../../../api/problems/problem.ts';
import { doctorLists, openEntriesQuery } from '../../../api/queries/queries.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useDraft } from '../../../api/forms/use-draft.ts';
import { useFailureToast } from '../../../api/problems/use-failure-toast.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { homeLines } from '../../../api/queries/visit-keys.ts';
import { draftPlaces, forgetDraft, readDraft, textsOf } from '../../../device/draft.ts';
import { useOutsideHours } from '../../../shared/hospital/use-opening.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { currentPlace } from '../../../navigation/places.ts';
import { takeIn } from '../../../live/queue-cache.ts';
import { readBookAgain } from '../../../shared/patient/book-again-address.ts';
import { usePeople } from '../../../shared/patient/use-people.ts';
import { type VisitKindChosen, visitKindChosen } from '../../../shared/patient/visit-kind.ts';
import { VisitKindField } from '../../../shared/patient/visit-kind-field.tsx';
import { WhomField } from '../../../shared/patient/whom-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { VerificationNotice } from '../../../ui/standing-mark.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Joinable } from './joinable.ts';
import { useFullText } from './use-full-text.ts';

const formSchema = joinRequest.omit({ doctorId: true }).extend({ visitKind: visitKindChosen });

export interface JoinDialogProps {
  doctor: Joinable;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog to request a place in line. It closes when the request was sent [PAT-9, PAT-10]. */
export function JoinDialog({ doctor, open, onOpenChange }: JoinDialogProps): ReactNode {
  const { patientQueue: t, asking } = useMessages('patientQueue', 'asking');
  const problemText = useProblemText();
  const formId = useId();
  const join = useJoin(doctor);
  /**
   * Returns the text for a refusal. The server's sentence addresses staff, so the patient gets a
   * different sentence.
   */
  const problem = (failure: ApiProblem) =>
    failure.code === 'already_in_queue'
      ? asking.inQueueAlready
      : problemText(failure, asking.joinFailed);
  const outsideHours = useOutsideHours(doctor.opening, doctor.timeZone);
  const fullText = useFullText(doctor);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => onOpenChange(next || join.isPending)}
      title={
        doctor.kind === undefined
          ? asking.joinTitle(doctor.name)
          : asking.joinLineTitle(doctor.name)
      }
      description={asking.joinLead}
      footer={
        <FormButtons
          formId={formId}
          busy={join.isPending}
          onCancel={() => {
            forgetDraft(draftPlaces.request);
            onOpenChange(false);
          }}
        />
      }
    >
      <VerificationNotice standing={doctor.hospitalStanding} className="mt-1 mb-4" />
      {fullText !== undefined && (
        <Notice tone="warning" className="mt-1 mb-4">
          {fullText}
        </Notice>
      )}
      {outsideHours && (
        <Notice className="mt-1 mb-4">
          {doctor.takesRequestsShut
            ? t.shutAsk(outsideHours.opens)
            : asking.shutReason(outsideHours.opens)}
        </Notice>
      )}
      <JoinForm
        formId={formId}
        problem={join.isError ? problem(join.error) : undefined}
        onSubmit={(wish) =>
          join.mutate(
            { body: { ...wish, doctorId: doctor.id } },
            {
              onSuccess: () => {
                forgetDraft(draftPlaces.request);
                onOpenChange(false);
              },
            },
          )
        }
      />
    </Dialog>
  );
}

interface JoinWish {
  readonly symptoms?: string | undefined;
  readonly urgency?: (typeof urgencies)[number] | undefined;
  readonly patientId?: string | undefined;
  readonly visitKind?: VisitKindChosen;
}

function JoinForm({
  formId,
  problem,
  onSubmit,
}: {
  formId: string;
  /** The reason of the server's refusal. It stays visible after the toast has gone. */
  problem: string | undefined;
  onSubmit: (wish: {
    symptoms?: string;
    urgency?: (typeof urgencies)[number];
    patientId?: string;
    visitKind?: VisitKind;
  }) => void;
}): ReactNode {
  const { patientQueue: t, asking, common } = useMessages('patientQueue', 'asking');
  const [drafted] = useState(draftedWish);
  const [again] = useState(() => readBookAgain(currentPlace().search));
  const form = useForm<JoinWish, unknown, JoinWish>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      symptoms: '',
      urgency: defaultUrgency,
      visitKind: again.visitKind ?? '',
      ...drafted,
    },
  });
  useDraft(form, draftPlaces.request);
  const { register, handleSubmit } = form;
  const bind = useBoundField(form);
  const people = usePeople();
  const { data: open = [] } = useQuery(openEntriesQuery());
  const inLine = new Set(open.map(({ patient }) => patient.id));
  const free = people.filter(({ id }) => !inLine.has(id));
  const firstFree = free.find(({ id }) => id === again.patientId) ?? free[0];

  function submit({
    symptoms = '',
    urgency = defaultUrgency,
    patientId,
    visitKind,
  }: JoinWish): void {
    onSubmit({
      urgency,
      ...(symptoms === '' ? {} : { symptoms }),
      ...(patientId === undefined ? {} : { patientId }),
      ...(visitKind === undefined || visitKind === '' ? {} : { visitKind }),
    });
  }

  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-5 pt-1"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      {firstFree && (
        <WhomField
          people={people}
          isTaken={({ id }) => inLine.has(id)}
          {...register('patientId', { value: firstFree.id })}
        />
      )}
      <TextArea
        label={t.symptoms}
        labelNote={common.optional}
        hint={asking.symptomsHint}
        autoCapitalize="sentences"
        {...bind('symptoms')}
      />
      <VisitKindField {...bind('visitKind')} />
      <RadioGroup
        label={t.urgency}
        layout="boxes"
        options={urgencies.map((urgency) => ({
          value: urgency,
          label: t.urgencyNames[urgency],
          description: asking.urgencyHints[urgency],
        }))}
        {...bind('urgency')}
      />
      <p className="flex items-start gap-2 text-sm text-ink-soft">
        <Siren aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-ink" />
        {asking.emergency}
      </p>
      {problem && <Notice tone="warning">{problem}</Notice>}
    </form>
  );
}

/**
 * Returns the values that were typed before the page was reloaded. It does not restore for which
 * person of the account the user typed them.
 */
function draftedWish(): Pick<JoinWish, 'symptoms' | 'urgency' | 'visitKind'> {
  const fields = ['symptoms', 'urgency', 'visitKind'] as const;
  const { symptoms, urgency, visitKind } = textsOf(readDraft(draftPlaces.request), fields);
  const kind = visitKinds.find((each) => each === visitKind);
  const known = urgencies.find((each) => each === urgency);
  return {
    ...(symptoms === undefined ? {} : { symptoms }),
    ...(known === undefined ? {} : { urgency: known }),
    ...(kind === undefined ? {} : { visitKind: kind }),
  };
}

function FormButtons({
  formId,
  busy,
  onCancel,
}: {
  formId: string;
  busy: boolean;
  onCancel: () => void;
}): ReactNode {
  const { asking, common } = useMessages('asking');
  return (
    <>
      <Button onClick={onCancel} disabled={busy}>
        {common.cancel}
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={asking.sending}>
        {asking.sendRequest}
      </Button>
    </>
  );
}

/** Error codes which show that the page has old data about the doctor or line. */
const closed: ReadonlySet<string> = new Set([
  'hospital_shut',
  'line_full_today',
  'line_requests_over',
  'line_full_now',
]);

function useJoin(doctor: Joinable) {
  const { asking } = useMessages('asking');
  const client = useQueryClient();
  const showFailure = useFailureToast();
  return useWrite(requestPlace, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_requested', data: queue });
      toast({
        type: 'success',
        title: asking.sentTitle,
        message: asking.sentMessage(doctor.name),
        duration: toastMs.joined,
      });
    },
    onError: (failure) => {
      // The server's sentence addresses staff, so the patient gets a different sentence.
      if (failure.code === 'already_in_queue') {
        toast({
          type: 'error',
          title: asking.failedTitle,
          message: asking.inQueueAlready,
        });
      } else {
        showFailure(failure, asking.failedTitle, asking.failedFallback);
      }
      // The page showed old data, so the patient's places in line are fetched again.
      if (failure.code === 'already_in_queue') {
        void client.invalidateQueries({ queryKey: openEntriesQuery().queryKey });
      }
      if (failure.code === 'doctor_not_available' || closed.has(failure.code ?? '')) {
        void client.invalidateQueries({ queryKey: doctorLists });
      }
      if (failure.code === 'line_closed' || closed.has(failure.code ?? '')) {
        void client.invalidateQueries({ queryKey: homeLines });
      }
    },
  });
}
