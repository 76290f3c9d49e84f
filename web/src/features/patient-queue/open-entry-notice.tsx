import type { PatientEntry } from '@baari/contract/queue.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../people/use-whose.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { myQueuePath, useOpenEntries } from './use-open-entries.ts';

/** Says once, above what is shown, that there is a place already, and leads to it; `awayFrom` a hospital: elsewhere. */
export function OpenEntryNotice({ awayFrom }: { awayFrom?: string }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const entries = useOpenEntries().filter(({ hospital }) => hospital.id !== awayFrom);
  const { people } = useMessages('people');
  const whose = useWhose();
  const [entry] = entries;
  if (!entry) return null;
  const name = whose(entry.patient);
  const called = entry.status === 'in_progress';
  return (
    <Notice
      tone={called ? 'turn' : 'info'}
      title={titleOf(entry.status)}
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
      {textOf(entry.doctor.name)}
    </Notice>
  );

  function textOf(doctor: string): string {
    if (called) return name === undefined ? t.turnGoIn(doctor) : t.turnGoInFor(name, doctor);
    if (entries.length === 1 && entry && name === undefined) {
      return t.haveEntryWith(doctor, entry.hospital.name);
    }
    return entries
      .map((one) =>
        t.haveEntryFor(whose(one.patient) ?? people.you, one.doctor.name, one.hospital.name),
      )
      .join(' ');
  }

  function titleOf(status: PatientEntry['status']): string {
    if (status === 'in_progress') return name === undefined ? t.turnHeadline : t.turnOf(name);
    if (entries.length > 1) return t.haveEntriesTitle(entries.length);
    if (name !== undefined) return people.forPerson(name);
    return status === 'pending_approval' ? t.haveRequestTitle : t.haveEntryTitle;
  }
}
