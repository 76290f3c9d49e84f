/** Maps endpoints to use cases [ASSESS-1…4]. */
import * as assessment from '@baari/contract/visit/assessment.ts';
import { listOpenVisits as openVisitsCall } from '@baari/contract/visit/open-visits.ts';
import * as summary from '@baari/contract/visit/summary.ts';
import type { Route } from '../platform/http/route.ts';
import { acknowledgeAlert } from './acknowledge-alert.use-case.ts';
import { answerAssessment } from './answer-assessment.use-case.ts';
import { answerAtKiosk, leaveKiosk, openAtKiosk } from './answer-at-kiosk.use-case.ts';
import {
  getAssessment,
  getInsights,
  listAssessments,
  listOpenVisits,
  printAssessment,
  watchAssessments,
} from './assessments.query.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import { setSummaries } from './summary/set-summaries.use-case.ts';
import type { SummarySettings } from './summary/sum-up.ts';
import { getSummaries } from './summary/summaries.query.ts';

export function mountAssessments(
  route: Route,
  bank: QuestionBank,
  settings: SummarySettings | undefined,
): void {
  route(openVisitsCall, ({ context }) => listOpenVisits(context, bank));
  route(assessment.getAssessment, ({ context, params, query }) =>
    getAssessment(context, { bank, settings }, params.id, query.language),
  );
  route(assessment.answerAssessment, ({ context, params, query, body }) =>
    answerAssessment(context, { bank, settings }, params.id, {
      ...body,
      language: query.language,
    }),
  );
  route(assessment.printAssessment, ({ context, params }) =>
    printAssessment(context, bank, params.id),
  );
  route(assessment.openKioskQuestions, ({ context, body }) => openAtKiosk(context, bank, body));
  route(assessment.answerAtKiosk, ({ context, body }) => answerAtKiosk(context, bank, body));
  route(assessment.leaveKioskQuestions, ({ context, body }) => leaveKiosk(context, body));
  route(assessment.getInsights, ({ context, params, query }) =>
    getInsights(context, bank, params.id, query.language),
  );
  route(assessment.listAssessments, ({ context, query }) =>
    listAssessments(context, query.language),
  );
  route(assessment.watchAssessments, ({ context }) => watchAssessments(context));
  route(assessment.acknowledgeAlert, ({ context, params, query }) =>
    acknowledgeAlert(context, bank, params.id, query),
  );
  route(summary.getSummaries, ({ context }) => getSummaries(context, settings));
  route(summary.setSummaries, ({ context, body }) => setSummaries(context, body, settings));
}
