/**
 * The names that rows of the trail bear, and the actions they mean. Refused tries of before this list
 * was closed bear a method and a path; whatever else is there means nothing that has words.
 */
import {
  type AuditAction,
  type AuditView,
  auditActions,
  auditActionsByKind,
} from '@baari/contract/audit.ts';
import { auditActionOf } from '@baari/contract/audited-endpoints.ts';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';

const actionOfName = new Map<string, AuditAction>(
  auditActions.map((action): [string, AuditAction] => [action, action]),
);
const namesOfAction = new Map<AuditAction, string[]>(
  auditActions.map((action): [AuditAction, string[]] => [action, [action]]),
);
for (const name of Object.keys(endpoints) as EndpointName[]) {
  const { method, path } = endpoints[name];
  const action = auditActionOf(name, undefined) ?? 'make another call';
  const former = `${method} ${path}`;
  actionOfName.set(former, action);
  namesOfAction.get(action)?.push(former);
}

/** null for a name that means no action of today. */
export function actionRecordedAs(name: string): AuditAction | null {
  return actionOfName.get(name) ?? null;
}

/** Refused calls are tries to change or see something that is not theirs, so they stand with the changes. */
const shownIn: Record<Exclude<AuditView, 'everything'>, readonly AuditAction[]> = {
  changes: [...auditActionsByKind.change, ...auditActionsByKind.refused],
  reads: auditActionsByKind.read,
  'sign-ins': auditActionsByKind['sign-in'],
};

/** The names of rows that a view and an action let through; undefined for every name. */
export function namesWanted(
  view: AuditView,
  action: AuditAction | undefined,
): readonly string[] | undefined {
  if (view === 'everything' && action === undefined) return undefined;
  const inView = view === 'everything' ? auditActions : shownIn[view];
  const wanted = action === undefined ? inView : inView.filter((each) => each === action);
  return wanted.flatMap((each) => namesOfAction.get(each) ?? []);
}
