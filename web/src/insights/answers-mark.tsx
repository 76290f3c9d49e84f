import { ClipboardCheck, ClipboardPen, Siren } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Insights } from './insights.tsx';
import { useAssessments } from './use-assessments.ts';

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
        onClick={() => setOpen(true)}
      >
        {text}
        <span className="sr-only">{`: ${t.open(found.patient.name)}`}</span>
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
