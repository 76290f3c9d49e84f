/**
 * The data that the page My Queue shows beside each of the patient's open places in line, in one
 * small API response [ASSESS-2, LAND-2, QST-12].
 */
import { z } from 'zod';
import { listShown } from '../constants.ts';
import { heldTimes } from '../doctor/doctor.ts';
import { endpoint } from '../endpoint.ts';
import { uuid } from '../fields.ts';
import { assessmentStates, mostEmergencyNumbers, mostQuestions } from './assessment.ts';

const openVisit = z.object({
  entryId: uuid,
  /** The state of the patient's answers to the questions before the visit. */
  answers: z.enum(assessmentStates),
  /** How many questions the patient answered or skipped. */
  answered: z.int().min(0).max(mostQuestions),
  /** The most questions that the patient could get. The number never grows with an answer. */
  atMost: z.int().min(1).max(mostQuestions),
  /**
   * Emergency phone numbers, while staff have not acknowledged an emergency sign of the patient;
   * null otherwise.
   */
  alertNumbers: z.array(z.string()).min(1).max(mostEmergencyNumbers).nullable(),
  /** How often this doctor's wait forecasts were right; null if there are too few forecasts. */
  promises: heldTimes.nullable(),
});
export type OpenVisit = z.infer<typeof openVisit>;

export const listOpenVisits = endpoint({
  method: 'GET',
  path: '/visits/open',
  summary:
    "List, for the open entries of the account's people, how far the questions are answered and how often the doctor's ranges were right",
  rows: ['ASSESS-2', 'LAND-2', 'QST-12'],
  access: ['patient'],
  reply: z.object({ visits: z.array(openVisit).max(listShown) }),
  problems: ['forbidden'],
});
