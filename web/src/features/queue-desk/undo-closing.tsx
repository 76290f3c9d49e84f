import { type DayEnd, undoCloseDay } from '@baari/contract/hospital/day-end.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayEndQuery } from '../../api/queries/day-end-query.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useRefresh } from './lists/use-queues.ts';

/**
 * Shown for ten minutes after a user closed the day: who closed it, and a button to open the day
 * again [DAY-1].
 */
export function UndoClosing({ day, className }: { day: DayEnd; className?: string }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  const format = useFormat();
  const now = useNow();
  const client = useQueryClient();
  const { refresh } = useRefresh();
  const { closing, timeZone } = day;
  const undo = useSubmit(undoCloseDay, {
    failed: t.undoFailed,
    onSuccess: ({ reopened, elsewhere, dayEnd }) => {
      client.setQueryData(dayEndQuery().queryKey, dayEnd);
      toast({
        type: 'success',
        title: t.undone(reopened),
        ...(elsewhere > 0 && { message: t.undoneElsewhere(elsewhere) }),
      });
      refresh();
    },
  });
  if (closing === null || now > Date.parse(closing.undoUntil)) return null;
  return (
    <Notice
      tone="warning"
      {...(className !== undefined && { className })}
      title={t.closedBy(closing.byName, format.time(closing.closedAt, timeZone), closing.patients)}
      action={
        <Button
          size="small"
          icon={<Undo2 aria-hidden="true" />}
          busy={undo.isPending}
          busyLabel={t.undoing}
          onClick={() => undo.mutate({ body: { closingId: closing.id } })}
        >
          {t.undo}
        </Button>
      }
    >
      {t.undoUntil(format.time(closing.undoUntil, timeZone))}
    </Notice>
  );
}
