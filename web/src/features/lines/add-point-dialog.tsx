import { addPoint, type SharedLine } from '@baari/contract/lines/shared-line.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { WithTokens } from '../../ui/text/with-tokens.tsx';
import { NamesFields } from './names-fields.tsx';
import { freePointName, namesSent, pointNameLength, type TypedNames } from './line-form.ts';

/** The dialog to add a counter or a doctor to a shared line [LINE-1]. */
export function AddPointDialog({
  line,
  onClose,
}: {
  line: SharedLine;
  onClose: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  const isDoctors = line.kind === 'any_doctor';
  const taken = line.points.map(({ name }) => name);
  const [name, setName] = useState(() => (isDoctors ? '' : freePointName(taken, t.pointName)));
  const [names, setNames] = useState<TypedNames>({});
  const [doctorId, setDoctorId] = useState('');
  const doctors = useQuery({ ...colleaguesQuery(), enabled: isDoctors });
  const write = useWrite(addPoint, {
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const there = new Set(line.points.map(({ doctor }) => doctor?.id));
  const others = (doctors.data ?? []).filter(({ id }) => !there.has(id));
  const isReady = name.trim() !== '' && (!isDoctors || doctorId !== '');
  function chooseDoctor(id: string): void {
    const before = others.find((each) => each.id === doctorId);
    const chosen = others.find((each) => each.id === id);
    const isUntouched = name === '' || name === before?.room || name === before?.name;
    if (isUntouched) setName((chosen?.room ?? chosen?.name ?? '').slice(0, pointNameLength));
    setDoctorId(id);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || write.isPending) return;
    write.mutate({
      params: { id: line.id },
      body: { name: name.trim(), names: namesSent(names), doctorId: isDoctors ? doctorId : null },
    });
  }
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={isDoctors ? t.addDoctorTo(line.name) : t.addPointTo(line.name)}
      onClose={onClose}
      submitLabel={isDoctors ? t.addDoctor : t.addPoint}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error && <ProblemNotice problem={write.error} fallback={t.addPointFailed} />}
        {doctors.isError && !doctors.data && (
          <ProblemNotice problem={doctors.error} fallback={t.doctorsFailed} />
        )}
        {isDoctors && (
          <Select
            label={t.doctor}
            placeholder={doctors.isPending ? t.doctorsLoading : t.chooseDoctor}
            required
            value={doctorId}
            options={others.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={({ target }) => chooseDoctor(target.value)}
          />
        )}
        <TextField
          label={t.calledAs}
          hint={<WithTokens>{t.calledAsHint}</WithTokens>}
          required
          maxLength={pointNameLength}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <NamesFields names={names} maxLength={pointNameLength} onNames={setNames} />
      </form>
    </FormDialog>
  );
}
