import { ClipboardCheck, ClipboardPen, Siren } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AnswerSummary } from './answer-summary.tsx';
import { useVisitAnswers } from './use-assessments.ts';

/**
 * A link to a patient's questionnaire answers. Renders nothing if the patient has given none
 * [ASSESS-3].
 */
export function AnswersMark({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const [isOpen, setOpen] = useState(false);
  const found = useVisitAnswers(visitId);
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
        {isOpen && <AnswerSummary visitId={found.visitId} />}
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

/**
 * The icon of an emergency sign in a compact list item. The icon stays after staff acknowledged the
 * sign [ASSESS-2].
 */
export function AlertMark({ visitId }: { visitId: string }): ReactNode {
  const { assessment: t } = useMessages('assessment');
  const found = useVisitAnswers(visitId);
  if (!found?.alert) return null;
  return (
    <span title={t.alertMark} className="shrink-0 text-danger-ink">
      <Siren aria-hidden="true" className="size-4" />
      <span className="sr-only">{t.alertMark}</span>
    </span>
  );
}
