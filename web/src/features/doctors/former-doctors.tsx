import { type Colleague, reactivateDoctor } from '@baari/contract/doctor/doctor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { doctorLists } from '../../api/queries/queries.ts';
import { formerColleaguesQuery } from '../../api/queries/staff-queries.ts';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * Deactivated doctors, whom the administrator can reactivate. Renders nothing if no doctor is
 * deactivated [ADM-2].
 */
export function FormerDoctors(): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const format = useFormat();
  const specialtyOf = useSpecialty();
  const titleId = useId();
  const { data } = useQuery(formerColleaguesQuery());
  const [asked, setAsked] = useState<Colleague>();
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
              ref={goOnBeside}
              className="flex flex-wrap items-center justify-between gap-3 px-4 py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere text-ink">
                  <bdi>{doctor.name}</bdi>
                </p>
                <p className="text-sm text-ink-soft">{specialtyOf(doctor)}</p>
              </div>
              <Button size="small" onClick={() => setAsked(doctor)}>
                {t.reactivate}
                <span className="sr-only">{`${format.comma} ${doctor.name}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {asked && <ReactivateDoctor doctor={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

/**
 * The dialog to reactivate a doctor. It warns that nothing is restored and that the doctor must be
 * invited again [ROLE-8].
 */
function ReactivateDoctor({
  doctor,
  onClose,
}: {
  doctor: Colleague;
  onClose: () => void;
}): ReactNode {
  const { doctors: t, common } = useMessages('doctors');
  const client = useQueryClient();
  const write = useWrite(reactivateDoctor, {
    onSuccess: () => {
      toast({
        type: 'success',
        title: t.reactivated(doctor.name),
        message: t.invitationSent(doctor.email),
      });
      void client.invalidateQueries({ queryKey: doctorLists });
      void client.invalidateQueries({ queryKey: teamQuery().queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.reactivateTitle(doctor.name)}
      description={t.reactivateText(doctor.email)}
      tone="primary"
      confirmLabel={t.reactivateAndInvite}
      cancelLabel={common.cancel}
      busy={write.isPending}
      onConfirm={() => write.mutate({ params: { id: doctor.id } })}
    >
      {write.isError && <ProblemNotice problem={write.error} fallback={t.reactivateFailed} />}
    </ConfirmDialog>
  );
}
