import { bookForPatient } from '@baari/contract/visit/appointment.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { linesQuery } from '../../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../../api/queries/queries.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useSpecialty } from '../../../i18n/use-medical-name.ts';
import type { DeskWishTarget } from '../../../shared/earlier/desk-wish-dialog.tsx';
import { useHeldTimes } from '../../../shared/earlier/over-hold.tsx';
import { useUser } from '../../../session/session.ts';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { DayAndTime } from '../day-and-time-fields.tsx';
import { type DeskBookingFields, deskBookingSchema } from './desk-booking-fields.ts';
import { OverHold, WishWhenFull } from './held-time.tsx';
import { KnownPatientField } from './known-patient-field.tsx';
import { type OpenState, useAfterChange } from '../slot-dialog.tsx';

/**
 * The dialog in which the desk books a free time for a registered patient, or for a person without
 * an account [APPT-1].
 */
export function DeskBookingDialog({
  doctorId,
  onWish,
  open,
  onOpenChange,
}: OpenState & {
  /** The doctor or shared line that is selected when the dialog opens. */
  doctorId: string | undefined;
  /**
   * Called when the desk records a request for an earlier time instead of a booking, because the
   * doctor has no free time.
   */
  onWish: (target: DeskWishTarget) => void;
}): ReactNode {
  const { appointments: own } = useMessages('appointments');
  const { deskBookings: t } = useMessages('deskBookings');
  const user = useUser();
  const formId = useId();
  const after = useAfterChange();
  const form = useForm<DeskBookingFields, unknown, z.output<typeof deskBookingSchema>>({
    resolver: zodResolver(deskBookingSchema),
    defaultValues: {
      patient: { kind: 'known', id: null, name: '', phone: '' },
      doctorId: doctorId ?? user?.doctorId ?? '',
      visitKind: '',
      date: '',
      time: null,
    },
  });
  const book = useWrite(bookForPatient, {
    onSuccess: ({ appointment }) => {
      after.done(own.bookedTitle, appointment, appointment.patient.name);
      onOpenChange(false);
    },
    onError: after.refused,
  });
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.bookTitle}
      description={t.bookLead}
      size="large"
      onClose={() => onOpenChange(false)}
      submitLabel={own.confirmBooking}
      busy={book.isPending}
      busyLabel={own.booking}
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-5 pt-1"
          onSubmit={(event) => void form.handleSubmit((body) => book.mutate({ body }))(event)}
        >
          <PatientFields />
          <DoctorField />
          <Times onWish={onWish} />
          {book.error && (
            <ProblemNotice problem={book.error} fallback={own.bookFailed} tone="warning" />
          )}
        </form>
      </FormProvider>
    </FormDialog>
  );
}

function PatientFields(): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const { register, control } = useFormContext<DeskBookingFields>();
  const kind = useWatch({ control, name: 'patient.kind' });
  return (
    <>
      <RadioGroup
        label={t.whom}
        layout="boxes"
        options={[
          { value: 'known', label: t.known },
          { value: 'new', label: t.newcomer },
        ]}
        {...register('patient.kind')}
      />
      {kind === 'known' ? <KnownPatientField /> : <NewcomerFields />}
    </>
  );
}

function NewcomerFields(): ReactNode {
  const { deskBookings: t, common } = useMessages('deskBookings');
  const bind = useBoundField(useFormContext<DeskBookingFields>());
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={t.name} autoComplete="off" required {...bind('patient.name')} />
        <TextField
          label={t.phone}
          labelNote={common.optional}
          type="tel"
          autoComplete="off"
          hint={t.phoneHint}
          {...bind('patient.phone')}
        />
      </div>
      <Notice tone="info">{t.newcomerHint}</Notice>
    </>
  );
}

function DoctorField(): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const specialtyOf = useSpecialty();
  const form = useFormContext<DeskBookingFields>();
  const bind = useBoundField(form);
  const { data: doctors } = useQuery(colleaguesQuery());
  const { data: all } = useQuery(linesQuery());
  const lines = (all ?? []).filter(({ takesBookings }) => takesBookings);
  return (
    <Select
      // The changed key remounts the field once the doctors have loaded. Only then can the field
      // show the chosen doctor.
      key={doctors === undefined || all === undefined ? 'waiting' : 'here'}
      label={lines.length > 0 ? t.doctorOrLine : t.doctor}
      placeholder={lines.length > 0 ? t.chooseDoctorOrLine : t.chooseDoctor}
      required
      options={[
        ...(doctors ?? []).map((doctor) => ({
          value: doctor.id,
          label: `${doctor.name} – ${specialtyOf(doctor)}`,
        })),
        ...lines.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      hint={doctors?.length === 0 && lines.length === 0 ? t.noDoctors : undefined}
      {...bind('doctorId', { onChange: () => form.resetField('time') })}
    />
  );
}

function Times({ onWish }: { onWish: (target: DeskWishTarget) => void }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const { control } = useFormContext<DeskBookingFields>();
  const doctorId = useWatch({ control, name: 'doctorId' });
  if (doctorId === '') return <p className="text-[0.9375rem] text-ink-soft">{t.pickDoctor}</p>;
  return <TimesOfDoctor key={doctorId} doctorId={doctorId} onWish={onWish} />;
}

function TimesOfDoctor({
  doctorId,
  onWish,
}: {
  doctorId: string;
  onWish: (target: DeskWishTarget) => void;
}): ReactNode {
  const { keptFree } = useMessages('deskBookings').deskBookings;
  const held = useHeldTimes(doctorId);
  return (
    <DayAndTime
      doctorId={doctorId}
      fixedKind={undefined}
      keptText={keptFree}
      extras={{
        held,
        heldField: <OverHold doctorId={doctorId} held={held} />,
        whenFull: <WishWhenFull doctorId={doctorId} onWish={onWish} />,
      }}
    />
  );
}
