import type { ReactNode } from 'react';
import { Notice } from '../../ui/feedback/notice.tsx';

/** One right that patients have concerning their own data, with its button. */
export function DataLine({
  lead,
  action,
  problem,
}: {
  lead: string;
  action: ReactNode;
  problem?: string | undefined;
}): ReactNode {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="min-w-0 text-[0.9375rem] text-ink-soft">{lead}</p>
        <div className="shrink-0 max-sm:grid">{action}</div>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </div>
  );
}
