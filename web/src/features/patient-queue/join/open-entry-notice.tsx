import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { openEntryWords } from './open-entry-words.ts';
import { myQueuePath, useOpenEntries } from './use-open-entries.ts';

/**
 * A notice at the top of the page about the user's place in line, with a link to it. With
 * `awayFrom`, only places at other hospitals are shown.
 */
export function OpenEntryNotice({ awayFrom }: { awayFrom?: string }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const entries = useOpenEntries().filter(({ hospital }) => hospital.id !== awayFrom);
  const { people } = useMessages('people');
  const whose = useWhose();
  const format = useFormat();
  const [entry, ...others] = entries;
  if (!entry) return null;
  const { title, text } = openEntryWords([entry, ...others], whose, { t, people, format });
  const called = entry.status === 'in_progress';
  return (
    <Notice
      tone={called ? 'turn' : 'info'}
      title={title}
      action={
        <ButtonLink
          size="small"
          variant={called ? 'turn' : 'secondary'}
          href={myQueuePath}
          iconAfter={<ArrowRight aria-hidden="true" />}
        >
          {t.goToMyQueue}
        </ButtonLink>
      }
    >
      {text}
    </Notice>
  );
}
