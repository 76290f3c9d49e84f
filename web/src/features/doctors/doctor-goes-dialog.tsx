import type { Doctor, PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { AnswerFields } from '../../shared/doctor/answer-fields.tsx';

/** The choices for how long a doctor is away, in minutes. */
const returns = [15, 30, 60, 120, 240] as const;

/**
 * The dialog that asks what happens to waiting patients before a doctor becomes Offline [DAY-2].
 */
export function DoctorGoesDialog({
  doctor,
  onAnswer,
  onClose,
}: {
  doctor: Pick<Doctor, 'id' | 'name' | 'currentQueue'>;
  /**
   * Receives the desk's decision. If patients keep their places in line, `breakMinutes` is the time
   * until the doctor is back.
   */
  onAnswer: (answer: PatientsAnswer, breakMinutes: number | undefined) => void;
  onClose: () => void;
}): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const formId = useId();
  const [answer, setAnswer] = useState<PatientsAnswer>({ what: 'keep' });
  const [minutes, setMinutes] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isBack = answer.what === 'keep' && minutes !== '';
    // The server computes the time of return, because this device's clock may be wrong.
    onAnswer(answer, isBack ? Number(minutes) : undefined);
  }
  return (
    <FormDialog
      formId={formId}
      title={t.goesTitle}
      description={t.goesLead(doctor.currentQueue)}
      onClose={onClose}
      submitLabel={t.goOffline}
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={submit}>
        <AnswerFields doctorId={doctor.id} answer={answer} onAnswer={setAnswer} mayKeep />
        {answer.what === 'keep' && (
          <Select
            label={t.backIn}
            hint={t.backInHint}
            value={minutes}
            options={[
              { value: '', label: t.backUnknown },
              ...returns.map((length) => ({
                value: String(length),
                label: t.minutes(String(length)),
              })),
            ]}
            onChange={({ target }) => setMinutes(target.value)}
          />
        )}
      </form>
    </FormDialog>
  );
}
