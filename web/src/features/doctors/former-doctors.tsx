import { reactivateDoctor } from '@baari/contract/doctor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { doctorLists, formerColleaguesQuery } from '../../api/queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';

/** Deactivated doctors, who can practise again; nothing without any [ADM-2]. */
export function FormerDoctors(): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const medicalName = useMedicalName();
  const problemText = useProblemText();
  const client = useQueryClient();
  const titleId = useId();
  const { data } = useQuery(formerColleaguesQuery());
  const write = useWrite(reactivateDoctor, {
    networkMode: 'always',
    onSuccess: ({ doctor }) => {
      toast({ type: 'success', title: t.reactivated(doctor.name) });
      void client.invalidateQueries({ queryKey: doctorLists });
    },
    onError: (failure) =>
      toast({ type: 'error', title: t.reactivateFailed, message: problemText(failure) }),
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-8 flex flex-col gap-3">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.former}
      </h2>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {data.map((doctor) => (
            <li
              key={doctor.id}
              className="flex flex-wrap items-center justify-between gap-3 px-4 py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere text-ink">{doctor.name}</p>
                <p className="text-sm text-ink-soft">{medicalName(doctor.specialty)}</p>
              </div>
              <Button
                size="small"
                busy={write.isPending && write.variables?.params.id === doctor.id}
                onClick={() => write.mutate({ params: { id: doctor.id } })}
              >
                {t.reactivate}
                <span className="sr-only">{`, ${doctor.name}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
