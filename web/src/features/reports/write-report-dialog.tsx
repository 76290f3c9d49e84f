import {
  createReport,
  type ReportGiven,
  reportFileMaxBytes,
  reportFileTypes,
  reportGiven,
  reportStatuses,
  reportTypes,
  uploadReportFile,
} from '@baari/contract/visit/report.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { uploadFile } from '../../api/files.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { hospitalPatientsQuery, reportRoot } from '../../api/queries/report-queries.ts';
import { useOneAtATime } from '../../api/use-one-at-a-time.ts';
import { useFieldText, useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SearchField, TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useEntered, useSettledText } from '../../ui/form/use-settled-text.ts';

type Typed = z.input<typeof reportGiven>;

interface KnownPatient {
  readonly id: string;
  readonly name: string;
}

/** Writes a report for a patient of the hospital, with or without a file [RPT-1]. */
export function WriteReportDialog({
  open,
  onOpenChange,
  patient,
  doctorId,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * The patient of the report, if already known; otherwise the user chooses the patient in the
   * dialog.
   */
  patient?: KnownPatient;
  doctorId?: string;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const formId = useId();
  const [file, setFile] = useState<File | null>(null);
  const write = useWriting();
  const isTooLarge = file !== null && file.size > reportFileMaxBytes;
  const hasOnlyFileLeft = write.createdId !== undefined;

  function close(): void {
    setFile(null);
    write.forget();
    onOpenChange(false);
  }

  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.write}
      description={t.writeLead}
      size="large"
      onClose={close}
      submitLabel={hasOnlyFileLeft ? t.sendFile : t.save}
      busy={write.isPending}
      busyLabel={t.saving}
    >
      <ReportForm
        formId={formId}
        isFileOnly={hasOnlyFileLeft}
        patient={patient}
        doctorId={doctorId}
        onSubmit={(given) => {
          if (!isTooLarge) write.mutate({ given, file }, { onSuccess: close });
        }}
        fileField={
          <TextField
            type="file"
            label={t.file}
            hint={t.fileHint}
            error={isTooLarge ? t.fileTooLarge : undefined}
            accept={reportFileTypes.join(',')}
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            className="*:file:me-3 *:file:h-full"
          />
        }
        problem={
          write.isError ? (
            <Notice tone="danger" title={hasOnlyFileLeft ? t.fileLeft : t.saveFailed}>
              <WriteProblem failure={write.error} />
            </Notice>
          ) : undefined
        }
      />
    </FormDialog>
  );
}

function WriteProblem({ failure }: { failure: unknown }): ReactNode {
  const { reports: t } = useMessages('reports');
  return useProblemText()(failure, t.saveFailed);
}

/**
 * Saves the report, then uploads the report's file. If the upload fails, the file can be sent again
 * without creating a second report.
 */
function useWriting() {
  const { reports: t } = useMessages('reports');
  const client = useQueryClient();
  const [createdId, setCreatedId] = useState<string>();
  const tried = useRef({ what: '', key: '' });

  /**
   * The idempotency key of a report. A report that is sent again after a lost response has the same
   * key, so the server saves it only once.
   */
  function keyOf(given: ReportGiven): string {
    const what = JSON.stringify(given);
    if (tried.current.what !== what) tried.current = { what, key: newIdempotencyKey() };
    return tried.current.key;
  }

  async function create(body: ReportGiven): Promise<string> {
    const { report } = await call(createReport, { body, idempotencyKey: keyOf(body) });
    tried.current = { what: '', key: '' };
    return report.id;
  }

  const writing = useOneAtATime({
    mutationFn: async ({ given, file }: { given: ReportGiven; file: File | null }) => {
      const id = createdId ?? (await create(given));
      if (file === null) return;
      setCreatedId(id);
      await uploadFile(uploadReportFile, id, file);
    },
    onSettled: () => client.invalidateQueries({ queryKey: reportRoot }),
    onSuccess: () => toast({ type: 'success', title: t.saved }),
  });
  return {
    ...writing,
    createdId,
    forget() {
      setCreatedId(undefined);
      writing.reset();
    },
  };
}

function ReportForm({
  formId,
  isFileOnly,
  patient,
  doctorId,
  onSubmit,
  fileField,
  problem,
}: {
  formId: string;
  isFileOnly: boolean;
  patient: KnownPatient | undefined;
  doctorId: string | undefined;
  onSubmit: (given: ReportGiven) => void;
  fileField: ReactNode;
  problem: ReactNode;
}): ReactNode {
  const user = useUser();
  const { register, handleSubmit, formState, setValue } = useForm<Typed, unknown, ReportGiven>({
    resolver: zodResolver(reportGiven),
    defaultValues: {
      patientId: patient?.id ?? '',
      doctorId: doctorId ?? user?.doctorId ?? '',
      type: 'consultation',
      status: 'completed',
      title: '',
      summary: '',
    },
  });
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
    >
      {/* Still mounted, so that the typed text stays while the file is sent again. */}
      <fieldset hidden={isFileOnly} className="flex min-w-0 flex-col gap-4 [&[hidden]]:hidden">
        <ReportFields
          register={register}
          onPatient={(id) => setValue('patientId', id, { shouldValidate: true })}
          errors={formState.errors}
          isDoctor={user?.role === 'doctor'}
          patient={patient}
        />
      </fieldset>
      {fileField}
      {problem}
    </form>
  );
}

function ReportFields({
  register,
  onPatient,
  errors,
  isDoctor,
  patient,
}: {
  register: UseFormRegister<Typed>;
  onPatient: (id: string) => void;
  errors: FieldErrors<Typed>;
  /** Whether the user is a doctor. Doctors can write reports only in their own name. */
  isDoctor: boolean;
  patient: KnownPatient | undefined;
}): ReactNode {
  const { reports: t, common } = useMessages('reports');
  const fieldText = useFieldText();
  const doctors = useQuery({ ...colleaguesQuery(), enabled: !isDoctor });
  return (
    <>
      {patient ? (
        <p className="text-ink">
          <span className="text-ink-soft">{`${t.patient}: `}</span>
          <strong className="font-semibold wrap-anywhere">
            <bdi>{patient.name}</bdi>
          </strong>
        </p>
      ) : (
        <PatientFields
          register={register}
          onPatient={onPatient}
          isMissing={errors.patientId !== undefined}
        />
      )}
      {!isDoctor && (
        <Select
          // The changed key remounts the select field once the doctors have loaded, because only
          // then can the field show the chosen doctor.
          key={doctors.data === undefined ? 'waiting' : 'here'}
          label={t.doctor}
          placeholder={t.chooseDoctor}
          options={(doctors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.doctorId && t.chooseDoctor}
          {...register('doctorId')}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t.type}
          options={reportTypes.map((type) => ({ value: type, label: t.types[type] }))}
          {...register('type')}
        />
        <Select
          label={t.status}
          options={reportStatuses.map((status) => ({ value: status, label: t.statuses[status] }))}
          {...register('status')}
        />
      </div>
      <TextField
        label={t.titleField}
        error={fieldText(errors.title?.message)}
        {...register('title')}
      />
      <TextArea
        label={t.summary}
        rows={6}
        error={fieldText(errors.summary?.message)}
        {...register('summary')}
      />
      <TextField
        type="date"
        label={t.date}
        labelNote={common.optional}
        hint={t.dateHint}
        error={fieldText(errors.date?.message)}
        {...register('date', { setValueAs: (day: string) => (day === '' ? undefined : day) })}
      />
    </>
  );
}

function PatientFields({
  register,
  onPatient,
  isMissing,
}: {
  register: UseFormRegister<Typed>;
  onPatient: (id: string) => void;
  isMissing: boolean;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useSettledText(search, setSearch);
  const patients = useQuery(hospitalPatientsQuery(search));
  const found = patients.data ?? [];
  const enter = useEntered({
    typed,
    search,
    look: setSearch,
    found: patients.isPlaceholderData ? undefined : patients.data,
    onFound: ([only, ...others]) => {
      if (only !== undefined && others.length === 0) onPatient(only.id);
    },
  });
  return (
    <>
      <SearchField label={t.findPatient} value={typed} onChange={setTyped} onEnter={enter} />
      <Select
        label={t.patient}
        placeholder={t.choosePatient}
        options={found.map(({ id, name, phone }) => ({
          value: id,
          label: phone === null ? name : `${name} · ${phone}`,
        }))}
        hint={patients.isSuccess && found.length === 0 ? t.noPatients : undefined}
        error={isMissing ? t.choosePatient : undefined}
        {...register('patientId')}
      />
    </>
  );
}
