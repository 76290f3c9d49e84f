/** Maps the endpoints of practice hospitals to use cases [ADM-1]. */
import * as practice from '@baari/contract/hospital/practice.ts';
import type { Route } from '../platform/http/route.ts';
import { listExercises } from './exercises.query.ts';
import { endPractice, practise, restartPractice } from './practise.use-case.ts';
import { startExercise } from './start-exercise.use-case.ts';

export function mountPractice(route: Route): void {
  route(practice.practise, ({ context }) => practise(context));
  route(practice.restartPractice, ({ context }) => restartPractice(context));
  route(practice.endPractice, ({ context }) => endPractice(context));
  route(practice.listExercises, ({ context }) => listExercises(context));
  route(practice.startExercise, ({ context, body }) => startExercise(context, body));
}
