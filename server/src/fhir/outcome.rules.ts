/** Refusals as FHIR OperationOutcomes [API-33]. */
import type { OperationOutcome, OperationOutcomeIssue } from './r4.rules.ts';

type IssueCode = OperationOutcomeIssue['code'];

const codes: Readonly<Record<number, IssueCode>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  410: 'deleted',
  413: 'too-long',
  415: 'not-supported',
  422: 'business-rule',
  429: 'throttled',
  431: 'too-long',
  503: 'transient',
};

/** The issue code for an HTTP status; `exception` for a fault of the server. */
function issueCode(status: number): IssueCode {
  return codes[status] ?? (status < 500 ? 'processing' : 'exception');
}

export interface OutcomeGiven {
  readonly status: number;
  /** The sentence that people read. */
  readonly text: string;
  /** What engineers read of each problem. */
  readonly diagnostics?: readonly string[] | undefined;
}

export function outcomeOf({ status, text, diagnostics = [] }: OutcomeGiven): OperationOutcome {
  const issue = (more: { readonly diagnostics?: string }): OperationOutcomeIssue => ({
    severity: 'error',
    code: issueCode(status),
    details: { text },
    ...more,
  });
  return {
    resourceType: 'OperationOutcome',
    issue:
      diagnostics.length === 0
        ? [issue({})]
        : diagnostics.map((each) => issue({ diagnostics: each })),
  };
}
