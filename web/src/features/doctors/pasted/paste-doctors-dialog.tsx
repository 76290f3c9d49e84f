import { addDoctor } from '@baari/contract/doctor/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, FileUp } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useFieldText, useProblemText } from '../../../api/problems/use-problem-text.ts';
import { doctorLists, ownHospitalQuery } from '../../../api/queries/queries.ts';
import { teamQuery } from '../../../api/queries/team-queries.ts';
import { type CallInput } from '../../../api/client.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName } from '../../../i18n/use-medical-name.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import {
  type DoctorColumn,
  doctorColumns,
  type ListedDoctor,
  maxListedDoctors,
  readDoctorList,
  writeDoctorList,
} from './doctor-list.ts';

/** After these refusals the remaining rows would be refused too, so the sending stops. */
const endsSending: ReadonlySet<string> = new Set([
  'network',
  'too_many_messages',
  'too_many_requests',
  'hospital_closed',
  'forbidden',
  'not_authenticated',
]);

/**
 * The dialog in which an administrator adds several doctors from a spreadsheet or a CSV file. Every
 * row is shown before it is sent; the rows that the server refused stay in the text, each with its
 * reason [VAL-3].
 */
export function PasteDoctorsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const formId = useId();
  const [text, setText] = useState('');
  const rows = useDoctorList(text);
  const { add, isSending, refused, problem } = useAddRows();
  const ready = rows.filter((row) => row.doctor && !row.isTwice && !refused.has(row.key));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending || ready.length === 0) return;
    const added = await add(ready);
    if (added.size > 0) {
      toast({ type: 'success', title: t.pasted.added(added.size), message: t.addedNote });
    }
    const left = rows.filter((row) => !added.has(row));
    if (left.length === 0) onClose();
    else setText(writeDoctorList(left));
  }

  return (
    <FormDialog
      formId={formId}
      title={t.pasted.title}
      description={t.pasted.lead}
      onClose={onClose}
      submitLabel={t.pasted.submit(ready.length)}
      busy={isSending}
      busyLabel={t.adding}
      disabled={ready.length === 0}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        {problem !== undefined && <ProblemNotice problem={problem} fallback={t.failed} />}
        <TextArea
          label={t.pasted.list}
          hint={t.pasted.hint(maxListedDoctors)}
          rows={5}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          readOnly={isSending}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FileButton onText={setText} disabled={isSending} />
        <Rows rows={rows} refused={refused} />
      </form>
    </FormDialog>
  );
}

function useDoctorList(text: string): ListedDoctor[] {
  const headings = useHeadings();
  const specialtyName = useMedicalName();
  return readDoctorList(text, { headings, specialtyName });
}

function useHeadings(): Readonly<Record<DoctorColumn, string>> {
  const { doctors: t } = useMessages('doctors');
  const { name, email, phone, specialty, department, visitMinutes } = t;
  return { name, email, phone, specialty, department, visitMinutes };
}

/** Sends rows one after the other, so that each row has an answer of its own. */
function useAddRows() {
  const client = useQueryClient();
  const problemText = useProblemText();
  const { doctors: t } = useMessages('doctors');
  const { mutateAsync } = useWrite(addDoctor);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  // A row that is sent again after a lost answer is the same write, so it has the same input.
  const inputs = useRef(new Map<string, CallInput<typeof addDoctor>>());

  async function add(ready: readonly ListedDoctor[]): Promise<ReadonlySet<ListedDoctor>> {
    setSending(true);
    setProblem(undefined);
    const added = new Set<ListedDoctor>();
    for (const row of ready) {
      if (row.doctor === undefined) continue;
      const input = inputs.current.get(row.key) ?? { body: row.doctor };
      inputs.current.set(row.key, input);
      try {
        await mutateAsync(input);
        added.add(row);
      } catch (failure) {
        if (!(failure instanceof ApiProblem)) throw failure;
        if (endsSending.has(failure.code) || failure.status >= 500) {
          setProblem(failure);
          break;
        }
        setRefused((before) => new Map(before).set(row.key, problemText(failure, t.failed)));
      }
    }
    void client.invalidateQueries({ queryKey: doctorLists });
    void client.invalidateQueries({ queryKey: ownHospitalQuery().queryKey });
    void client.invalidateQueries({ queryKey: teamQuery().queryKey });
    setSending(false);
    return added;
  }
  return { add, isSending, problem, refused };
}

function FileButton({
  onText,
  disabled,
}: {
  onText: (text: string) => void;
  disabled: boolean;
}): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        size="small"
        icon={<FileUp aria-hidden="true" />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {t.pasted.file}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t.pasted.file}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void file.text().then(onText);
          // The file input is cleared, so that the user can choose the same file again.
          target.value = '';
        }}
      />
    </div>
  );
}

function Rows({
  rows,
  refused,
}: {
  rows: readonly ListedDoctor[];
  refused: ReadonlyMap<string, string>;
}): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const specialtyName = useMedicalName();
  const faultsOf = useFaults();
  if (rows.length === 0) return null;
  return (
    <ol aria-label={t.pasted.rows} className="flex flex-col divide-y divide-line">
      {rows.map((row) => {
        const faults = faultsOf(row, refused.get(row.key));
        const isReady = faults.length === 0;
        const Icon = isReady ? CircleCheck : CircleAlert;
        const { doctor, cells } = row;
        const fields = [
          doctor?.email,
          doctor && specialtyName(doctor.specialty),
          doctor?.department,
        ];
        return (
          <li key={row.number} className="flex items-start gap-3 py-2">
            <Icon
              aria-hidden="true"
              className={classNames(
                'mt-0.5 size-5 shrink-0',
                isReady ? 'text-success-ink' : 'text-danger-ink',
              )}
            />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">
                <bdi>{cells.name || cells.email || t.pasted.row(row.number)}</bdi>
                <span className="sr-only"> ({isReady ? t.pasted.ready : t.pasted.notReady})</span>
              </p>
              {doctor && (
                <p className="text-sm text-ink-soft">
                  {[...new Set(fields)].filter(Boolean).join(' · ')}
                </p>
              )}
              {faults.map((fault) => (
                <p key={fault} className="text-sm text-danger-ink">
                  {fault}
                </p>
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** A function for the sentences on what keeps a row from being added. */
function useFaults(): (row: ListedDoctor, refusal: string | undefined) => string[] {
  const { doctors: t } = useMessages('doctors');
  const fieldText = useFieldText();
  const headings = useHeadings();
  return ({ faults, isTwice }, refusal) => [
    ...doctorColumns.flatMap((column) => {
      const fault = faults.find((each) => each.column === column);
      if (fault === undefined) return [];
      return [t.pasted.fault(headings[column], fieldText(fault.message) ?? fault.message)];
    }),
    ...(isTwice ? [t.pasted.twice] : []),
    ...(refusal === undefined ? [] : [refusal]),
  ];
}
