import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { memo, type ReactNode, Suspense } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { AbdmButton } from './abdm/abdm-button.tsx';
import { TodayButton } from './day/today-button.tsx';
import { DeskHeader } from './desk-header.tsx';
import { ViewButton } from './view/view-button.tsx';
import { WalkInButton } from './walk-in-button.tsx';

/** Lazily loaded after the lists, because it is rarely needed. */
const DayEndNotice = fetchedPart(
  async () => (await import('./day/day-end-notice.tsx')).DayEndNotice,
);

const ClosedPointsNotice = fetchedPart(
  async () =>
    (await import('../../shared/doctor-points/closed-points-notice.tsx')).ClosedPointsNotice,
);

/** The desk's page title and the buttons beside the title. */
export const BoardHeader = memo(function BoardHeader({
  hospitalId,
  doctorId,
  onDoctor,
  listLabel,
  hasLines,
  onHelp,
  todaySought,
  onShow,
  ...header
}: {
  hospitalId: string;
  /** The doctor who is preselected when the desk adds a patient. */
  doctorId: string | undefined;
  onDoctor: (doctorId: string) => void;
  /** The label of the other layout, which the user can choose instead of lines side by side. */
  listLabel: string;
  hasLines: boolean;
  refresh: () => void;
  refreshing: boolean;
  onFind: () => void;
  onHelp: () => void;
  todaySought: string;
  onShow: (entry: StaffEntry) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const role = useUser()?.role;
  const runsDesk = role === 'receptionist' || role === 'hospital_admin';
  return (
    <>
      <DeskHeader
        title={queueDesk.title}
        {...header}
        actions={
          <>
            <TodayButton hospitalId={hospitalId} sought={todaySought} onShow={onShow} />
            <WalkInButton doctorId={doctorId} />
            {runsDesk && <AbdmButton />}
            <ViewButton
              hasRequests
              hasLines={hasLines}
              columns={{ listLabel, onSideBySide: () => onDoctor('') }}
              onHelp={onHelp}
            />
          </>
        }
      />
      {runsDesk && (
        <Suspense fallback={null}>
          <DayEndNotice mayConsult={role === 'hospital_admin'} />
          <ClosedPointsNotice />
        </Suspense>
      )}
    </>
  );
});
