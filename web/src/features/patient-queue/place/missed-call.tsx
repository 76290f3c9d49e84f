import { comeBack, type PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { openEntriesQuery } from '../../../api/queries/queries.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';

/**
 * Shown after the patient missed a call. The place is kept, and the button 'I'm here' makes the
 * patient the next one [PAT-11].
 */
export function MissedCall({ entry }: { entry: PatientEntry }): ReactNode {
  const { missedCall: t } = useMessages('missedCall');
  const format = useFormat();
  const back = useComeBack();
  const { hold } = entry;
  if (hold === null) return null;
  if (hold.backAt !== null) {
    return (
      <Notice tone="success" title={t.backTitle}>
        {t.backText}
      </Notice>
    );
  }
  return (
    <Notice
      tone="turn"
      title={t.missed(format.time(hold.calledAt, entry.hospital.timeZone))}
      action={
        <Button
          variant="turn"
          size="large"
          icon={<DoorOpen aria-hidden="true" />}
          busy={back.isPending}
          busyLabel={t.hereSending}
          onClick={() => back.mutate({ params: { id: entry.id } })}
        >
          {t.here}
        </Button>
      }
    >
      <p>{t.missedNext}</p>
      {hold.calls > 1 && <p className="text-sm">{t.missedAgain(hold.calls)}</p>}
    </Notice>
  );
}

function useComeBack() {
  const { missedCall: t } = useMessages('missedCall');
  const client = useQueryClient();
  const { queryKey } = openEntriesQuery();
  return useSubmit(comeBack, {
    onSuccess: ({ queue }) => takeIn(client, { type: 'position_changed', data: queue }),
    failed: t.hereFailed,
    fallback: t.hereFailed,
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
