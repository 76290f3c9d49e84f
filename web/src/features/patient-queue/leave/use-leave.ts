import { leaveQueue } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { openEntriesQuery } from '../../../api/queries/queries.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { takeIn } from '../../../live/queue-cache.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { focusHeading } from '../focus-heading.ts';

/**
 * Leaves a line without an optimistic update. The place stays on screen until the server confirms;
 * a failure shows an error.
 */
export function useLeave({ left, failed }: { left: string; failed: string }) {
  const client = useQueryClient();
  const open = openEntriesQuery().queryKey;
  return useSubmit(leaveQueue, {
    networkMode: 'always',
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_left', data: queue });
      toast({ type: 'info', title: left });
      focusHeading();
    },
    failed,
    fallback: failed,
    onError: () => void client.invalidateQueries({ queryKey: open }),
  });
}
