import { type NextStop, sendOn } from '@baari/contract/lines/journey.ts';
import type { HandOffTyped } from '@baari/contract/visit/hand-offs.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { nextStopsQuery } from '../../api/queries/line-queries.ts';
import { queueRoot } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { newLine, type TypedLine } from '../hand-offs/hand-off-form.ts';
import { NoteButtons, NoteForm } from './note-form.tsx';
import { offerSentOn } from './sent-on.store.ts';
import { StopChoices } from './stop-choices.tsx';

/**
 * The dialog in which staff forward a patient with one tap on a line. Planned and usual next lines
 * come first [LINE-3].
 */
export function SendOnDialog({
  entry,
  onClose,
  onPlan,
  onSent,
}: {
  entry: StaffEntry;
  onClose: () => void;
  /** Switches to the dialog that plans the visit. */
  onPlan: () => void;
  /** Called after the patient was forwarded, before any data is fetched again. */
  onSent?: (() => void) | undefined;
}): ReactNode {
  const { counter, handOffs } = useMessages('counter', 'handOffs');
  const t = counter.sendingOn;
  const client = useQueryClient();
  const query = useQuery(nextStopsQuery(entry.id));
  const [comesBack, setComesBack] = useState(false);
  const [noted, setNoted] = useState<NextStop>();
  const [lines, setLines] = useState<readonly TypedLine[]>(() => [newLine()]);
  const formId = useId();
  const isServed = entry.status === 'in_progress';
  const write = useWrite(sendOn, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_updated', data: queue });
      onSent?.();
      offerSentOn({ to: queue, hasWaited: !isServed });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: queueRoot }),
  });
  function send(lineId: string, handOff?: HandOffTyped[]): void {
    if (write.isPending) return;
    write.mutate({
      params: { id: entry.id },
      // A patient in consultation can be forwarded only once. For a waiting patient, the server
      // compares the version to detect a colleague's change.
      query: isServed ? {} : { seen: entry.queueVersion },
      body: {
        lineId,
        comesBack: isServed && comesBack,
        ...(handOff && { handOff: { lines: handOff } }),
      },
    });
  }
  const problem = write.error && <ProblemNotice problem={write.error} fallback={t.refused} />;
  const isNoting = noted !== undefined;
  // One dialog for both steps, because a closing dialog would take the focus from the next one.
  return (
    <Dialog
      open
      keepsOnTapBeside={isNoting}
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={isNoting ? handOffs.titleFor(noted.name) : t.title(entry.patient.fullName)}
      description={isNoting ? entry.patient.fullName : t.lead}
      footer={
        isNoting ? (
          <NoteButtons
            formId={formId}
            isBusy={write.isPending}
            onBack={() => setNoted(undefined)}
          />
        ) : (
          <ChoiceButtons isBusy={write.isPending} onPlan={onPlan} onCancel={onClose} />
        )
      }
    >
      <div className="flex flex-col gap-4">
        {problem}
        {isServed && !isNoting && (
          <Checkbox
            label={t.comesBack}
            hint={t.comesBackHint}
            checked={comesBack}
            onChange={({ target }) => setComesBack(target.checked)}
          />
        )}
        {isNoting ? (
          <NoteForm
            formId={formId}
            stop={noted}
            lines={lines}
            onChange={setLines}
            onSend={(given) => send(noted.lineId, given)}
          />
        ) : (
          <Stops
            query={query}
            busyWith={write.isPending ? write.variables.body.lineId : undefined}
            onChoose={({ lineId }) => send(lineId)}
            onNote={(stop) => !write.isPending && setNoted(stop)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The buttons below the lines to choose from. */
function ChoiceButtons({
  isBusy,
  onPlan,
  onCancel,
}: {
  isBusy: boolean;
  onPlan: () => void;
  onCancel: () => void;
}): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Route aria-hidden="true" />}
        disabled={isBusy}
        onClick={onPlan}
      >
        {t.plan}
      </Button>
      <Button onClick={onCancel} disabled={isBusy}>
        {t.cancel}
      </Button>
    </>
  );
}

/** The lines to choose from, or why they are not there. */
function Stops({
  query,
  ...choices
}: {
  query: UseQueryResult<readonly NextStop[]>;
} & Pick<ComponentProps<typeof StopChoices>, 'busyWith' | 'onChoose' | 'onNote'>): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const problemText = useProblemText();
  if (query.isPending) {
    return (
      <LoadingRegion label={t.loading} className="flex flex-col gap-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </LoadingRegion>
    );
  }
  if (query.data) return <StopChoices stops={query.data} {...choices} />;
  return (
    <Notice tone="danger" title={t.failed} action={<TryAgain query={query} />}>
      {problemText(query.error, t.failed)}
    </Notice>
  );
}
