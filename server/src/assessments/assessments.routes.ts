/** Endpoint ↔ use case, one line each [ASSESS-1…3]. */
import * as assessment from '@baari/contract/assessment.ts';
import type { Route } from '../platform/route.ts';
import { acknowledgeAlert } from './acknowledge-alert.use-case.ts';
import { answerAssessment } from './answer-assessment.use-case.ts';
import {
  getAssessment,
  getInsights,
  listAssessments,
  watchAssessments,
} from './assessments.query.ts';
import type { QuestionBank } from '@baari/contract/question-bank.ts';

export function mountAssessments(route: Route, bank: QuestionBank): void {
  route(assessment.getAssessment, ({ context, params, query }) =>
    getAssessment(context, bank, params.id, query.language),
  );
  route(assessment.answerAssessment, ({ context, params, query, body }) =>
    answerAssessment(context, bank, params.id, { ...body, language: query.language }),
  );
  route(assessment.getInsights, ({ context, params }) => getInsights(context, bank, params.id));
  route(assessment.listAssessments, ({ context }) => listAssessments(context));
  route(assessment.watchAssessments, ({ context }) => watchAssessments(context));
  route(assessment.acknowledgeAlert, ({ context, params }) =>
    acknowledgeAlert(context, bank, params.id),
  );
}
