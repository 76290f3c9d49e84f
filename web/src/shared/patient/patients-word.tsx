import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';

type Said = NonNullable<StaffEntry['saidOver']>;

/**
 * For staff: says that the patient has reported that the visit is over. Staff can then end the
 * visit [QST-5, QST-6].
 */
export function PatientsWord({ entry }: { entry: StaffEntry }): ReactNode {
  const { saidOver, hospital } = entry;
  if (!saidOver) return null;
  return (
    <Suspense fallback={null}>
      <Word said={saidOver} zone={hospital.timeZone} />
    </Suspense>
  );
}

function Word({ said, zone }: { said: Said; zone: string }): ReactNode {
  const { afterCall: t } = useMessages('afterCall');
  const time = useFormat().time(said.at, zone);
  return (
    <p className="flex items-start gap-1.5 text-[0.9375rem] font-medium text-warning-ink">
      <MessageCircle aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span>{said.word === 'seen' ? t.staffSeen(time) : t.staffLeft(time)}</span>
    </p>
  );
}
