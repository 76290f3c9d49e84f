import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownApplicationQuery } from '../../api/queries/team-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/**
 * Tells a person that their request to join a hospital is being reviewed. Renders nothing without a
 * pending request [JOINH-2].
 */
export function WaitingNotice(): ReactNode {
  const { joining: t } = useMessages('joining');
  const { data: request } = useQuery(ownApplicationQuery());
  if (request?.status !== 'pending') return null;
  return (
    <Notice
      className="mb-4"
      title={t.waitingFor(request.hospital.name)}
      action={
        <ButtonLink size="small" href="/signup/hospital/join">
          {t.seeRequest}
        </ButtonLink>
      }
    >
      {t.waitingForText}
    </Notice>
  );
}
