import { ApiProblem } from '../../api/problems/problem.ts';

const codes: ReadonlySet<string> = new Set([
  'line_full_today',
  'line_requests_over',
  'line_full_now',
]);

/** Whether a refusal's code is that of a limit of a line. */
export function isFullRefusal(code: string | undefined): boolean {
  return code !== undefined && codes.has(code);
}

/** Whether a call was refused for a limit of a line. */
export function isFullLine(failure: unknown): boolean {
  return failure instanceof ApiProblem && isFullRefusal(failure.code);
}
