import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { timetableQuery } from '../../api/queries/doctor-work-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useSessionWords } from './session-words.ts';
import { weeklyOf } from './timetable-draft.ts';

/**
 * The dialog that replaces the weekly sessions of the edited timetable with those of another
 * doctor. Nothing is saved until the whole timetable is saved.
 */
export function CopyDoctorDialog({
  doctorId,
  onCopy,
  onClose,
}: {
  /** The doctor whose timetable is edited. */
  doctorId: string;
  onCopy: (sessions: TimetableSession[]) => void;
  onClose: () => void;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const formId = useId();
  const { data: colleagues } = useQuery(colleaguesQuery());
  const [chosen, setChosen] = useState('');
  const other = useQuery({ ...timetableQuery(chosen), enabled: chosen !== '' });
  const sessions = chosen === '' ? [] : weeklyOf(other.data?.sessions ?? []);
  return (
    <FormDialog
      formId={formId}
      title={t.copyDoctor}
      description={t.copyDoctorLead}
      onClose={onClose}
      submitLabel={t.copy}
      disabled={sessions.length === 0}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (sessions.length > 0) onCopy(structuredClone(sessions));
        }}
      >
        <Select
          label={t.doctor}
          placeholder={t.chooseDoctor}
          value={chosen}
          options={(colleagues ?? [])
            .filter(({ id }) => id !== doctorId)
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setChosen(target.value)}
        />
        {chosen !== '' && <TheirSessions query={other} sessions={sessions} />}
      </form>
    </FormDialog>
  );
}

function TheirSessions({
  query,
  sessions,
}: {
  query: Pick<ReturnType<typeof useQuery>, 'isPending' | 'isError' | 'error' | 'isFetching'> & {
    refetch: () => Promise<unknown>;
  };
  sessions: readonly TimetableSession[];
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const words = useSessionWords();
  if (query.isPending) {
    return (
      <LoadingRegion label={t.loading} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-1/2" />
      </LoadingRegion>
    );
  }
  if (query.isError) {
    return (
      <ProblemNotice
        title={t.failed}
        problem={query.error}
        fallback={t.failed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (sessions.length === 0) return <Notice tone="info">{t.otherHasNone}</Notice>;
  return (
    <ul className="flex flex-col gap-1 text-sm text-ink tabular-nums">
      {sessions.map((session) => (
        <li key={words.line(session)}>{words.line(session)}</li>
      ))}
    </ul>
  );
}
