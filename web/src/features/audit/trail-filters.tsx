import {
  abdmPersonId,
  type AuditAction,
  auditActionsByKind,
  auditViews,
  operatorPersonId,
} from '@baari/contract/account/audit.ts';
import type { AuditView } from '@baari/contract/account/audit.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useActionText } from './trail-line.tsx';
import { defaultView, type useAuditAddress } from './use-audit-address.ts';

type Address = ReturnType<typeof useAuditAddress>;

/** The filters of the audit trail: kind, person, action and days. */
export function TrailFilters({
  filter,
  change,
  people,
  actions,
}: Address & {
  people: readonly { id: string; name: string }[];
  actions: readonly AuditAction[];
}): ReactNode {
  const { audit: t, administration } = useMessages('audit', 'administration');
  const actionText = useActionText();
  const namelessAs = (id: string) => {
    if (id === abdmPersonId) return t.roles.abdm;
    return id === operatorPersonId ? t.roles.operator : t.nameless;
  };
  const offered = actions.filter((action) => isShownIn(filter.view, action));
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <SegmentedControl
        label={t.view}
        className="self-start"
        options={auditViews.map((view) => ({ value: view, label: t.views[view] }))}
        value={filter.view}
        // The action filter is reset, because an action of another kind would match no row of the
        // audit trail.
        onChange={(view) => change({ show: view === defaultView ? '' : view, action: '' })}
      />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <Select
          label={t.person}
          placeholder={t.everybody}
          value={filter.personId ?? ''}
          onChange={({ target }) => change({ personId: target.value })}
          options={people.map(({ id, name }) => ({ value: id, label: name || namelessAs(id) }))}
        />
        <Select
          label={t.action}
          placeholder={t.everyAction}
          value={filter.action ?? ''}
          onChange={({ target }) => change({ action: target.value })}
          options={offered.map((action) => ({ value: action, label: actionText(action, action) }))}
        />
        <TextField
          type="date"
          label={administration.from}
          value={filter.from ?? ''}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          type="date"
          label={administration.to}
          value={filter.to ?? ''}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
    </div>
  );
}

function isShownIn(view: AuditView, action: AuditAction): boolean {
  const { read, 'sign-in': signIn } = auditActionsByKind;
  const isRead = read.some((each) => each === action);
  const isSignIn = signIn.some((each) => each === action);
  switch (view) {
    case 'everything':
      return true;
    case 'reads':
      return isRead;
    case 'sign-ins':
      return isSignIn;
    case 'changes':
      return !isRead && !isSignIn;
  }
}
