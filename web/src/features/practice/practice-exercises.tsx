import {
  type Exercise,
  type ExerciseName,
  startExercise,
} from '@baari/contract/hospital/practice.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { Fold } from '../../ui/layout/fold.tsx';
import { exercisesQuery, useFreshExercises } from './exercises-query.ts';

/**
 * The exercises at the desk of a practice hospital: each brings a situation about, and its steps
 * tick themselves while the trainee does them at the desk [ADM-1].
 */
export function PracticeExercises({ hospitalId }: { hospitalId: string }): ReactNode {
  const { practice: t } = useMessages('practice');
  const client = useQueryClient();
  const query = exercisesQuery(hospitalId);
  const { data: exercises = [] } = useQuery(query);
  useFreshExercises(hospitalId);
  const isWide = useMedia('(min-width: 48rem)');
  const begin = useSubmit(startExercise, {
    failed: t.exercises.failed,
    onSuccess: ({ exercises: now }) => {
      client.setQueryData(query.queryKey, now);
    },
  });
  if (exercises.length === 0) return null;
  const begun = begin.isPending ? begin.variables.body.exercise : undefined;
  return (
    <div className="mb-6 print:hidden">
      <Fold title={t.exercises.title} isOpen={isWide}>
        <p className="mb-3 text-sm text-ink-soft">{t.exercises.lead}</p>
        <ul className="grid gap-x-6 gap-y-4 lg:grid-cols-3">
          {exercises.map((exercise) => (
            <ExerciseItem
              key={exercise.name}
              exercise={exercise}
              isStarting={begun === exercise.name}
              isHeld={begun !== undefined}
              onStart={() => begin.mutate({ body: { exercise: exercise.name } })}
            />
          ))}
        </ul>
      </Fold>
    </div>
  );
}

function ExerciseItem({
  exercise,
  isStarting,
  isHeld,
  onStart,
}: {
  exercise: Exercise;
  isStarting: boolean;
  isHeld: boolean;
  onStart: () => void;
}): ReactNode {
  const { practice: t } = useMessages('practice');
  const steps = useSteps(exercise);
  const { title, what } = t.exercises[exercise.name];
  const wasStarted = exercise.startedAt !== null;
  const label = wasStarted ? t.exercises.again : t.exercises.start;
  const isDone = wasStarted && exercise.stepsDone.every(Boolean);
  return (
    <li className="flex min-w-0 flex-col items-start gap-2">
      <h3 className="font-semibold">{title}</h3>
      {wasStarted ? (
        <ol className="flex flex-col gap-1.5">
          {steps.map((step, index) => (
            <Step key={step} text={step} isDone={exercise.stepsDone[index] === true} />
          ))}
        </ol>
      ) : (
        <p className="text-sm text-ink-soft">{what}</p>
      )}
      <p role="status" className="text-sm font-medium text-success-ink empty:hidden">
        {isDone ? t.exercises.allDone : ''}
      </p>
      <Button
        size="small"
        variant={wasStarted && !isDone ? 'quiet' : 'secondary'}
        className={classNames('mt-auto', wasStarted && !isDone && '-ms-3')}
        busy={isStarting}
        held={isHeld}
        aria-label={`${label}: ${title}`}
        onClick={onStart}
      >
        {label}
      </Button>
    </li>
  );
}

function Step({ text, isDone }: { text: string; isDone: boolean }): ReactNode {
  const { practice: t } = useMessages('practice');
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon
        role="img"
        aria-label={isDone ? t.exercises.stepDone : t.exercises.stepOpen}
        className={classNames(
          'mt-0.5 size-4 shrink-0',
          isDone ? 'text-success-ink' : 'text-ink-soft',
        )}
      />
      <span className={isDone ? 'text-ink-soft' : ''}>{text}</span>
    </li>
  );
}

/** The steps of an exercise, with the names of its invented patients and doctor. */
function useSteps({ name, patientNames, doctorName }: Exercise): readonly string[] {
  const { practice } = useMessages('practice');
  const { two_at_once: two, undo, doctor_leaves: leaves } = practice.exercises;
  const [first = '', second = ''] = patientNames;
  const doctor = doctorName ?? '';
  const steps: Record<ExerciseName, readonly string[]> = {
    two_at_once: [two.first(first), two.second(second), two.third(first, second)],
    undo: [undo.first(first, doctor), undo.second(first)],
    doctor_leaves: [leaves.first(doctor), leaves.second(doctor)],
  };
  return steps[name];
}
