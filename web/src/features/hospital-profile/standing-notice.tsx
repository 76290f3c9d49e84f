import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hospitalVerificationQuery } from '../../api/queries/staff-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx';

type NoticeKind = 'unconfirmed' | 'waiting' | 'held' | 'closed';

const tones: Readonly<Record<NoticeKind, NoticeTone>> = {
  unconfirmed: 'info',
  waiting: 'warning',
  held: 'warning',
  closed: 'danger',
};

/**
 * Warns that patients cannot find the hospital, or that they see it as not verified [SEC-20]. The
 * first warning is shown above every staff page, the second on the profile page.
 */
export function OwnVerificationNotice({ where }: { where: 'everywhere' | 'profile' }): ReactNode {
  const { standing: t } = useMessages('standing');
  const { data } = useQuery(hospitalVerificationQuery());
  if (data === undefined || data.state === 'confirmed') return null;
  if ((data.state === 'unconfirmed') !== (where === 'profile')) return null;
  return (
    <Notice
      tone={tones[data.state]}
      title={t.title[data.state]}
      className="mb-6 print:hidden"
      action={
        <ButtonLink size="small" href="/contact">
          {t.write}
        </ButtonLink>
      }
    >
      <p>{t.text[data.state]}</p>
      {data.closeReason !== null && (
        <p className="mt-1 font-medium wrap-anywhere">{t.reason(data.closeReason)}</p>
      )}
    </Notice>
  );
}
