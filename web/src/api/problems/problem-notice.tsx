import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { HelpLink } from '../../navigation/help-link.tsx';
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx';
import { useProblemText } from './use-problem-text.ts';
import { useWhy } from './use-why.ts';

/** A notice with the reason of a failed call, and a link to the page of help that explains it. */
export function ProblemNotice({
  problem,
  fallback,
  tone = 'danger',
  title,
  action,
}: {
  problem: unknown;
  /** The text for a failure without a message. */
  fallback?: string;
  tone?: NoticeTone;
  title?: string;
  action?: ReactNode;
}): ReactNode {
  const { common } = useMessages();
  const problemText = useProblemText();
  const why = useWhy()(problem);
  return (
    <Notice tone={tone} {...(title !== undefined && { title })} action={action}>
      {problemText(problem, fallback)}
      {why !== undefined && (
        <>
          {' '}
          <HelpLink
            address={why}
            className="inline-block font-semibold text-primary-ink underline underline-offset-2"
          >
            {common.why}
          </HelpLink>
        </>
      )}
    </Notice>
  );
}
