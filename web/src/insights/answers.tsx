import { textIn } from '@baari/contract/in-languages.ts';
import { acknowledgeAlert, type ListedAssessment } from '@baari/contract/assessment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCheck, ClipboardPen, Eye, Siren } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { watchQuery } from '../api/assessment-queries.ts';
import { useSubmit } from '../api/use-submit.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { useListed } from '../i18n/use-listed.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { Insights } from './insights.tsx';
import { useAssessments, useWatch } from './use-assessments.ts';

/** That a patient's answers are there, and the way to them; nothing where there are none [ASSESS-3]. */
export function AnswersMark({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useAssessments();
  const found = data.find(
    ({ entryId, appointmentId }) => entryId === visitId || appointmentId === visitId,
  );
  if (found === undefined) return null;
  const { icon: Icon, text } = lookOf();
  return (
    <>
      <Button
        size="small"
        className="w-fit"
        variant={found.alert === null ? 'secondary' : 'danger'}
        icon={<Icon aria-hidden="true" />}
        aria-label={`${text}: ${t.open(found.patient.name)}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t.open(found.patient.name)}>
        {isOpen && <Insights visitId={found.visitId} />}
      </Dialog>
    </>
  );

  function lookOf() {
    if (found?.alert) return { icon: Siren, text: t.alertMark };
    return found?.state === 'ready'
      ? { icon: ClipboardCheck, text: t.ready }
      : { icon: ClipboardPen, text: t.begun };
  }
}

/** Patients who said yes to a sign that cannot wait, until somebody has seen it [ASSESS-2]. */
export function AlertBand(): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const watch = useWatch();
  const { data } = useAssessments();
  const open = (data ?? []).filter(({ alert }) => alert !== null && alert.acknowledgedAt === null);
  // Until the list is there, or while it cannot be read, the count tells that there are any.
  const count = data === undefined ? (watch.data?.alerts ?? 0) : open.length;
  if (count === 0) return null;
  return (
    <Notice tone="danger" title={t.alerts(count)} className="mb-4 print:hidden">
      <p>{t.alertLead}</p>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {open.map((each) => (
          <AlertLine key={each.visitId} assessment={each} />
        ))}
      </ul>
    </Notice>
  );
}

function AlertLine({ assessment }: { assessment: ListedAssessment }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const listed = useListed();
  const { language } = useLanguage();
  const client = useQueryClient();
  const now = useNow();
  const { visitId, patient, token, doctorName, alert } = assessment;
  const acknowledge = useSubmit(acknowledgeAlert, {
    failed: t.seenFailed,
    onSettled: () => client.invalidateQueries({ queryKey: watchQuery().queryKey }),
  });
  if (alert === null) return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <div className="flex min-w-0 flex-col">
        <Facts className="font-semibold wrap-anywhere text-ink">
          <bdi>{patient.name}</bdi>
          {token}
          {doctorName}
        </Facts>
        <p className="wrap-anywhere">
          {listed(
            alert.signs.map((sign) => textIn(sign, language)),
            ';',
          )}
        </p>
        {now >= Date.parse(alert.dueAt) && (
          <p className="font-semibold text-danger-ink">{t.overdue}</p>
        )}
      </div>
      <Button
        icon={<Eye aria-hidden="true" />}
        busy={acknowledge.isPending}
        busyLabel={t.seeing}
        aria-label={`${t.seen}: ${patient.name}`}
        onClick={() =>
          acknowledge.mutate({ params: { id: visitId }, query: { language, seen: alert.raisedAt } })
        }
      >
        {t.seen}
      </Button>
    </li>
  );
}
