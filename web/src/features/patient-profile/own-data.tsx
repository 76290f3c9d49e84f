import { exportOwnData } from '@baari/contract/patient/profile.ts';
import { Download, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { useOneAtATime } from '../../api/use-one-at-a-time.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { dayOf } from '../../device/day-of.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataLine } from './data-line.tsx';
import { ErasureLine } from './erasure-line.tsx';
import { saveFile } from './save-file.ts';
import { Section } from './section.tsx';

/** The patient's sign-in methods, and the patient's rights concerning their own data [PROF-1]. */
export function OwnData(): ReactNode {
  const { profile: t } = useMessages('profile');
  return (
    <Section title={t.account} className="print:hidden">
      <ul className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        <li>
          <DataLine
            lead={t.securityLead}
            action={
              <ButtonLink href="/profile" icon={<ShieldCheck aria-hidden="true" />}>
                {t.security}
              </ButtonLink>
            }
          />
        </li>
        <li>
          <ExportLine />
        </li>
        <li>
          <ErasureLine />
        </li>
      </ul>
    </Section>
  );
}

function ExportLine(): ReactNode {
  const { profile: t } = useMessages('profile');
  const problemText = useProblemText();
  const load = useOneAtATime({
    mutationFn: () => call(exportOwnData),
    onSuccess: (held) => {
      const name = t.fileName(dayOf(new Date(held.exportedAt)));
      saveFile(name, 'application/json', JSON.stringify(held, null, 2));
    },
  });
  return (
    <DataLine
      lead={t.downloadLead}
      action={
        <Button
          icon={<Download aria-hidden="true" />}
          busy={load.isPending}
          busyLabel={t.downloading}
          onClick={() => load.mutate()}
        >
          {t.download}
        </Button>
      }
      problem={load.isError ? problemText(load.error, t.downloadFailed) : undefined}
    />
  );
}
