/**
 * Maps the action names recorded in audit rows to today's actions. Older rows name a refused API
 * call by its method and path, and an account event by the event's name. Any other name belongs to
 * no action of today.
 */
import {
  type AuditAction,
  type AuditView,
  auditActions,
  auditActionsByKind,
} from '@baari/contract/account/audit.ts';
import { auditActionOf } from '@baari/contract/audited-endpoints.ts';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import { type SecurityEventKind, securityEventKinds } from '@baari/contract/account/identity.ts';
import { actionOfEvent } from '../identity/security-events/security-event-actions.rules.ts';

const actionOfName = new Map<string, AuditAction>(
  auditActions.map((action): [string, AuditAction] => [action, action]),
);
const namesOfAction = new Map<AuditAction, string[]>(
  auditActions.map((action): [AuditAction, string[]] => [action, [action]]),
);
for (const name of Object.keys(endpoints) as EndpointName[]) {
  const { method, path } = endpoints[name];
  const action = auditActionOf(name, undefined) ?? 'make another call';
  addFormer(`${method} ${path}`, action);
}
for (const kind of securityEventKinds) addFormer(nameOfEvent(kind), actionOfEvent[kind]);
addFormer('set time without use', 'change time without use');

function addFormer(name: string, action: AuditAction): void {
  actionOfName.set(name, action);
  namesOfAction.get(action)?.push(name);
}

function nameOfEvent(kind: SecurityEventKind): string {
  return kind.replaceAll('_', ' ');
}

/** The audit action for a recorded name; null if no action has that name today. */
export function actionRecordedAs(name: string): AuditAction | null {
  return actionOfName.get(name) ?? null;
}

/**
 * The audit actions that each view of the audit trail shows. A refused API call is shown with the
 * changes, whether it was a change or a read.
 */
const shownIn: Record<Exclude<AuditView, 'everything'>, readonly AuditAction[]> = {
  changes: [...auditActionsByKind.change, ...auditActionsByKind.refused],
  reads: auditActionsByKind.read,
  'sign-ins': auditActionsByKind['sign-in'],
};

/** The recorded action names that match a view and an action; undefined means all names. */
export function namesWanted(
  view: AuditView,
  action: AuditAction | undefined,
): readonly string[] | undefined {
  if (view === 'everything' && action === undefined) return undefined;
  const inView = view === 'everything' ? auditActions : shownIn[view];
  const wanted = action === undefined ? inView : inView.filter((each) => each === action);
  return wanted.flatMap((each) => namesOfAction.get(each) ?? []);
}
