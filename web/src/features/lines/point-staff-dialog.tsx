import {
  maxPointStaff,
  type ServicePoint,
  setPointStaff,
} from '@baari/contract/lines/shared-line.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';

/**
 * The dialog to choose the receptionists who may work at a counter. If none is chosen, every
 * receptionist may work there [LINE-2].
 */
export function PointStaffDialog({
  point,
  onClose,
}: {
  point: ServicePoint;
  onClose: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  // The assigned staff when the dialog opened. This list is sent to the server, so that a
  // colleague's later change is not overwritten.
  const [before] = useState(() => point.staff.map(({ id }) => id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const write = useWrite(setPointStaff, {
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const isTooMany = chosen.size > maxPointStaff;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isTooMany || write.isPending) return;
    const body = { staffIds: [...chosen], seen: { staffIds: before } };
    write.mutate({ params: { id: point.id }, body });
  }
  function choose(id: string, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  }
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={t.staffOf(point.name)}
      description={t.staffLead}
      onClose={onClose}
      submitLabel={t.save}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={isTooMany}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error && <ProblemNotice problem={write.error} fallback={t.staffFailed} />}
        <Receptionists point={point} chosen={chosen} onChoose={choose} />
        <p role="status" className="text-sm text-ink-soft">
          {chosen.size === 0 ? t.anyone : t.onlyChosen(chosen.size)}
        </p>
        {isTooMany && <Notice tone="danger">{t.tooManyStaff(maxPointStaff)}</Notice>}
      </form>
    </FormDialog>
  );
}

function Receptionists({
  point,
  chosen,
  onChoose,
}: {
  point: ServicePoint;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const problemText = useProblemText();
  const team = useQuery(teamQuery());
  if (team.data === undefined) {
    if (!team.error) return <DetailSkeleton label={t.staffLoading} />;
    return (
      <ErrorState
        title={t.staffUnread}
        description={problemText(team.error)}
        action={<TryAgain query={team} />}
      />
    );
  }
  const receptionists = team.data.members.filter(({ role }) => role === 'receptionist');
  const known = new Set(receptionists.map(({ userId }) => userId));
  // A person who is assigned to the counter but is no longer a receptionist can still be removed.
  const others = point.staff.filter(({ id }) => !known.has(id));
  const offered = [...receptionists.map(({ userId, name }) => ({ id: userId, name })), ...others];
  if (offered.length === 0) return <p className="text-ink-soft">{t.noReceptionists}</p>;
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">{t.staffOf(point.name)}</legend>
      {offered.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.has(id)}
          onChange={({ target }) => onChoose(id, target.checked)}
        />
      ))}
    </fieldset>
  );
}
