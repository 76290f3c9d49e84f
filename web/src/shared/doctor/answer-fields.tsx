import { maxLength } from '@baari/contract/constants.ts';
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';

const kept = ['keep', 'move', 'close'] as const;
const gone = ['move', 'close'] as const;

/**
 * Asks what happens to a doctor's patients when the doctor leaves: those who wait, or those who
 * plan to come later. Every page asks in the same way [DAY-2].
 */
export function AnswerFields({
  doctorId,
  answer,
  onAnswer,
  mayKeep = false,
  keptMeans,
  arePlanned = false,
}: {
  doctorId: string;
  answer: PatientsAnswer;
  onAnswer: (answer: PatientsAnswer) => void;
  /** Whether the form offers that the waiting patients stay in line. */
  mayKeep?: boolean;
  /**
   * A text that says what happens to patients who stay in line if the doctor does not come back.
   */
  keptMeans?: string;
  /** True if no patient waits now but some patients plan to come later. */
  arePlanned?: boolean;
}): ReactNode {
  const { doctors: t, common } = useMessages('doctors');
  const { data: colleagues } = useQuery(colleaguesQuery());
  const others = (colleagues ?? []).filter(
    ({ id, status }) => id !== doctorId && status !== 'Offline',
  );
  return (
    <>
      <RadioGroup
        label={arePlanned ? t.plannedQuestion : t.goesQuestion}
        value={answer.what}
        options={(mayKeep ? kept : gone).map((what) => ({
          value: what,
          ...t.goesAnswers[what],
          ...(arePlanned && what !== 'keep' && t.plannedAnswers[what]),
          ...(what === 'keep' && keptMeans !== undefined && { description: keptMeans }),
        }))}
        onChange={({ target }) =>
          onAnswer({ what: kept.find((each) => each === target.value) ?? 'keep' })
        }
      />
      {answer.what === 'move' && (
        <Select
          label={t.moveTo}
          value={answer.doctorId ?? ''}
          options={[
            { value: '', label: t.moveFirstFree },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ target: { value } }) =>
            onAnswer(value === '' ? { what: 'move' } : { what: 'move', doctorId: value })
          }
        />
      )}
      {answer.what === 'close' && !arePlanned && (
        <TextArea
          label={t.closeWord}
          labelNote={common.optional}
          hint={t.closeWordHint}
          rows={2}
          maxLength={maxLength.note}
          value={answer.word ?? ''}
          onChange={({ target }) => onAnswer({ what: 'close', word: target.value })}
        />
      )}
    </>
  );
}
