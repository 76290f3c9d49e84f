import { saidOverWords } from '@baari/contract/constants.ts';
import { type PatientEntry, sayOver } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openEntriesQuery } from '../../api/queries/queries.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { useWhose } from '../../shared/patient/use-whose.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/**
 * Shown when the patient was called in long ago. The patient can report that the visit is over, but
 * only staff can end the visit [PAT-11, QST-5].
 */
export function AfterCall({ entry }: { entry: PatientEntry }): ReactNode {
  const { afterCall: t } = useMessages('afterCall');
  const name = useWhose()(entry.patient);
  const say = useSayOver();
  const words =
    name === undefined
      ? { seen: t.seen, left: t.left }
      : { seen: t.seenOf(name), left: t.leftOf(name) };
  const { saidOver } = entry;
  const buttons = saidOverWords
    .filter((word) => word !== saidOver?.word)
    .map((word) => (
      <Button
        key={word}
        busy={say.isPending && say.variables.body.word === word}
        busyLabel={t.sending}
        disabled={say.isPending}
        onClick={() => say.mutate({ params: { id: entry.id }, body: { word } })}
      >
        {words[word]}
      </Button>
    ));
  const action = <div className="flex flex-wrap gap-2">{buttons}</div>;
  if (!saidOver) {
    return (
      <Notice title={t.question} action={action}>
        {t.lead}
      </Notice>
    );
  }
  return (
    <Notice
      tone="success"
      title={saidOver.word === 'seen' ? t.saidSeen : t.saidLeft}
      action={action}
    >
      {t.saidNext}
    </Notice>
  );
}

function useSayOver() {
  const { afterCall: t } = useMessages('afterCall');
  const client = useQueryClient();
  const { queryKey } = openEntriesQuery();
  return useSubmit(sayOver, {
    onSuccess: ({ queue }) => takeIn(client, { type: 'queue_updated', data: queue }),
    failed: t.failed,
    fallback: t.failed,
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
