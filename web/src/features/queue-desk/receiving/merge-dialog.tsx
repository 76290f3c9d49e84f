import { mergePatients, undoMerge, type PatientMerge } from '@baari/contract/patient/merge.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appointmentRoot } from '../../../api/queries/appointment-queries.ts';
import { mergePreviewQuery, patientRoot, visitRoot } from '../../../api/queries/patient-queries.ts';
import { queueRoot } from '../../../api/queries/queries.ts';
import { reportRoot } from '../../../api/queries/report-queries.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { announce } from '../actions/announcements.store.ts';
import { MergesBefore } from './merges-before.tsx';
import { PatientFactsLine } from '../entry/patient-facts.tsx';

/**
 * The dialog to merge two records of one person. It asks which record stays, shows what moves over,
 * and offers an undo [DESK-10].
 */
export function MergeDialog({
  candidates,
  onClose,
}: {
  candidates: readonly PatientFacts[];
  onClose: () => void;
}): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const records = useMerge();
  const { keptId, goneId, preview, merged, merge, undo } = records;
  const canMerge = preview.data?.refused === null && merged === undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !merge.isPending && onClose()}
      size="large"
      title={t.mergeTitle}
      description={t.mergeLead}
      footer={
        <>
          <Button onClick={onClose}>{merged === undefined ? common.cancel : common.close}</Button>
          {merged === undefined && (
            <Button
              variant="primary"
              disabled={!canMerge}
              busy={merge.isPending}
              busyLabel={t.merging}
              onClick={() => merge.mutate({ params: { id: keptId }, body: { goneId } })}
            >
              {t.mergeConfirm}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {merge.error && <ProblemNotice problem={merge.error} fallback={t.mergeFailed} />}
        {undo.error && <ProblemNotice problem={undo.error} fallback={t.mergeFailed} />}
        {merged === undefined ? (
          <RecordsToMerge candidates={candidates} records={records} />
        ) : (
          <Notice
            tone="success"
            title={t.merged(merged.gone.name, merged.kept.name)}
            action={
              <Button
                size="small"
                busy={undo.isPending}
                busyLabel={t.undoing}
                onClick={() => undo.mutate({ params: { id: merged.id } })}
              >
                {t.undoMerge}
              </Button>
            }
          >
            {t.mergeUndoLead}
          </Notice>
        )}
        <MergesBefore onUndone={records.undoneBelow} />
      </div>
    </Dialog>
  );
}

/** The two patient records chosen for merging, the merge, and its undo. */
function useMerge() {
  const { receiving: t } = useMessages('receiving');
  const [keptId, setKept] = useState('');
  const [goneId, setGone] = useState('');
  const [merged, setMerged] = useState<PatientMerge>();
  const preview = useQuery(mergePreviewQuery(keptId, goneId));
  const refresh = useRefreshAll();
  const merge = useWrite(mergePatients, {
    onSuccess: (reply) => {
      setMerged(reply.merge);
      announce(t.merged(reply.merge.gone.name, reply.merge.kept.name));
      refresh();
    },
  });
  const undo = useWrite(undoMerge, {
    onSuccess: (reply) => {
      askAnew();
      announce(t.mergeUndone(reply.merge.gone.name));
      refresh();
    },
  });
  /**
   * Resets the form so that no record is selected. Otherwise an earlier selection could be merged
   * by mistake.
   */
  function askAnew(): void {
    setMerged(undefined);
    setKept('');
    setGone('');
  }
  return {
    keptId,
    goneId,
    preview,
    merged,
    merge,
    undo,
    setGone,
    keep(id: string) {
      setKept(id);
      if (id === goneId) setGone('');
    },
    /** Called after the user undid a merge in the list of earlier merges. */
    undoneBelow({ id }: Pick<PatientMerge, 'id'>) {
      if (id === merged?.id) askAnew();
      refresh();
    },
  };
}

/** Asks which patient record stays and which is removed, and shows which data moves. */
function RecordsToMerge({
  candidates,
  records: { keptId, goneId, preview, keep, setGone },
}: {
  candidates: readonly PatientFacts[];
  records: ReturnType<typeof useMerge>;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const choice = (patient: PatientFacts) => ({
    value: patient.id,
    label: patient.name,
    description: <PatientFactsLine patient={patient} />,
  });
  return (
    <>
      <RadioGroup
        label={t.mergeKept}
        name="kept"
        options={candidates.map(choice)}
        onChange={({ target }) => keep(target.value)}
      />
      {keptId !== '' && (
        <RadioGroup
          key={keptId}
          label={t.mergeGone}
          name="gone"
          options={candidates.filter(({ id }) => id !== keptId).map(choice)}
          onChange={({ target }) => setGone(target.value)}
        />
      )}
      {goneId !== '' && preview.isPending && (
        <LoadingRegion label={t.loading}>
          <Skeleton className="h-12" />
        </LoadingRegion>
      )}
      {preview.isError && !preview.data && (
        <ProblemNotice
          title={t.mergePreviewFailed}
          problem={preview.error}
          fallback={t.mergePreviewFailed}
          action={<TryAgain query={preview} part />}
        />
      )}
      {preview.data && goneId !== '' && <Preview {...preview.data} />}
    </>
  );
}

function Preview({
  kept,
  gone,
  moves,
  refused,
}: {
  kept: PatientFacts;
  gone: PatientFacts;
  moves: PatientMerge['moves'];
  refused: string | null;
}): ReactNode {
  const { receiving: t } = useMessages('receiving');
  if (refused !== null) {
    const words: Readonly<Record<string, string>> = t.mergeRefused;
    return <Notice tone="warning">{words[refused] ?? t.mergeRefused.other}</Notice>;
  }
  return (
    <Notice tone="info" title={t.mergeMoves(gone.name, kept.name)}>
      <ul className="list-disc ps-5">
        <li>{t.movesVisits(moves.visits)}</li>
        <li>{t.movesAppointments(moves.appointments)}</li>
        <li>{t.movesReports(moves.reports)}</li>
      </ul>
      {kept.hasAccount && <p className="pt-2 font-semibold">{t.mergeShowsAccount(kept.name)}</p>}
    </Notice>
  );
}

/** Returns a function that fetches all data with patients again. */
function useRefreshAll(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [patientRoot, visitRoot, queueRoot, appointmentRoot, reportRoot]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}
