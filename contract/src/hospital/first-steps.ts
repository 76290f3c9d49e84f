/** The list of first steps that leads a new hospital to its first approved patient. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The steps in the order in which the page lists them. */
export const firstSteps = [
  'departments',
  'doctors',
  'available',
  'patient',
  'hours',
  'team',
  'screens',
  'languages',
  'message',
  'lines',
] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The steps without which no patient can be approved; all others are optional. */
export const neededSteps: readonly FirstStep[] = ['departments', 'doctors', 'available', 'patient'];

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/hospital/first-steps',
  summary: "Get which first steps the caller's hospital has done",
  rows: ['ADM-1', 'API-26'],
  access: ['hospital_admin'],
  reply: z.object({ done: z.array(z.enum(firstSteps)).max(firstSteps.length) }),
  problems: ['forbidden'],
});

export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/hospital/test-message',
  summary: 'Mail a test message to the caller',
  rows: ['ADM-1', 'API-26'],
  access: ['hospital_admin'],
  reply: z.object({ sentTo: z.string() }),
  reachesOutside: true,
  problems: ['forbidden', 'not_in_practice', 'email_not_verified', 'too_many_messages'],
});
