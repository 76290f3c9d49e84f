import {
  addVitals,
  vitalBounds,
  type VitalSettings,
  vitalValues,
  type VitalValue,
} from '@baari/contract/visit/vitals.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useFieldProblems, useFocusOnWrong } from '../../api/forms/use-field-problems.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { Measurements } from './measurements.tsx';
import { useVitalWords } from './use-vital-words.ts';
import { askedValues, readVitals, type TypedVitals, type VitalFault } from './vitals-form.ts';
import { vitalSettingsQuery, vitalsQuery } from './vitals-queries.ts';

/**
 * The dialog in which staff type vital signs. Enter goes on to the next field, and saves from the
 * last one.
 */
export function VitalsDialog({
  entry,
  onClose,
}: {
  entry: StaffEntry;
  onClose: () => void;
}): ReactNode {
  // The button is shown only once the settings are known.
  const { data: settings } = useQuery(vitalSettingsQuery());
  return settings && <Form entry={entry} settings={settings} onClose={onClose} />;
}

function Form({
  entry,
  settings,
  onClose,
}: {
  entry: StaffEntry;
  settings: VitalSettings;
  onClose: () => void;
}): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const formId = useId();
  const client = useQueryClient();
  const faultText = useFaultText();
  const { unitOf } = useVitalWords(settings);
  const [typed, setTyped] = useState<TypedVitals>({});
  /** Faults are shown once the user tried to save, not while a number is half typed. */
  const [wasTried, setTried] = useState(false);
  const save = useWrite(addVitals, {
    onSuccess: ({ vitals }) => {
      client.setQueryData(vitalsQuery(entry.id).queryKey, vitals);
      toast({ type: 'success', title: t.saved, message: entry.patient.fullName });
      onClose();
    },
    // An administrator may have changed what is asked.
    onError: () => void client.invalidateQueries(vitalSettingsQuery()),
  });
  const { at, isElsewhere } = useFieldProblems(save.error, vitalValues);
  const form = useFocusOnWrong(save.error);
  const { body, faults, isEmpty } = readVitals(typed, settings);

  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const wrong = askedValues(settings).find((value) => faults[value] !== undefined);
    if (wrong !== undefined) focusOn(form.current, wrong);
    else if (isEmpty) focusOn(form.current, askedValues(settings)[0]);
    else save.mutate({ params: { id: entry.id }, body });
  }

  function errorOf(value: VitalValue): string | undefined {
    const fault = wasTried ? faults[value] : undefined;
    return fault === undefined ? at[value] : faultText(fault);
  }

  return (
    <FormDialog
      formId={formId}
      title={t.title}
      description={
        <>
          <bdi className="font-semibold">{entry.patient.fullName}</bdi>
          {entry.token !== null && ` · ${entry.token}`}
        </>
      }
      onClose={onClose}
      submitLabel={t.save}
      busy={save.isPending}
      busyLabel={t.saving}
    >
      <div className="flex flex-col gap-5">
        <form id={formId} ref={form} noValidate className="flex flex-col gap-4" onSubmit={send}>
          <p className="text-sm text-ink-soft">{t.hint}</p>
          <div className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2">
            {askedValues(settings).map((value) => (
              <TextField
                key={value}
                name={value}
                label={t.values[value]}
                labelNote={unitOf(value)}
                value={typed[value] ?? ''}
                inputMode={vitalBounds[value].isWhole ? 'numeric' : 'decimal'}
                enterKeyHint="next"
                autoComplete="off"
                maxLength={8}
                error={errorOf(value)}
                onKeyDown={goOnWithEnter}
                onChange={({ target }) => setTyped({ ...typed, [value]: target.value })}
              />
            ))}
          </div>
          {wasTried && isEmpty && <Notice tone="danger">{t.empty}</Notice>}
          {isElsewhere && (
            <ProblemNotice title={t.saveFailed} problem={save.error} fallback={t.saveFailed} />
          )}
        </form>
        <Measurements entryId={entry.id} zone={entry.hospital.timeZone} />
      </div>
    </FormDialog>
  );
}

function useFaultText(): (fault: VitalFault) => string {
  const { vitals: t } = useMessages('vitals');
  const format = useFormat();
  return (fault) => {
    switch (fault.is) {
      case 'notNumber':
        return t.notNumber;
      case 'notWhole':
        return t.notWhole;
      case 'noUpper':
        return t.noUpper;
      case 'pair':
        return t.pair;
      case 'outside':
        return t.outside(format.number(fault.least), format.number(fault.most));
    }
  };
}

function focusOn(form: HTMLFormElement | null, value: VitalValue | undefined): void {
  if (value !== undefined) form?.querySelector<HTMLElement>(`[name="${value}"]`)?.focus();
}

/** Moves from a field to the next one. In the last field Enter submits the form. */
function goOnWithEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  const field = event.currentTarget;
  const fields = [...(field.form?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(field) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}
