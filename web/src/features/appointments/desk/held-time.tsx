import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { appointmentRoot, slotsQuery } from '../../../api/queries/appointment-queries.ts';
import { colleaguesQuery } from '../../../api/queries/queries.ts';
import { useMessages } from '../../../i18n/language.tsx';
import type { DeskWishTarget } from '../../../shared/earlier/desk-wish-dialog.tsx';
import { type HeldTimes, OverHoldField } from '../../../shared/earlier/over-hold.tsx';
import { Button } from '../../../ui/button.tsx';
import type { DayAndTimeFields } from '../day-and-time.ts';
import type { DeskBookingFields } from './desk-booking-fields.ts';

interface HeldFields extends DayAndTimeFields {
  overHold?: string | undefined;
}

/** Asks the desk for a reason if the chosen time is reserved for another patient [APPT-1]. */
export function OverHold({ doctorId, held }: { doctorId: string; held: HeldTimes }): ReactNode {
  const form = useFormContext<HeldFields>();
  const { control, setValue } = form;
  const bind = useBoundField(form);
  const [date, time] = useWatch({ control, name: ['date', 'time'] });
  const { data } = useQuery({ ...slotsQuery(doctorId, date), enabled: date !== '' });
  const slot = data?.slots.find((each) => each.time === time);
  const isHeld = time !== null && slot?.isFree === false && held(date, time) !== undefined;
  useEffect(() => {
    // The reason is required for a time reserved for another patient, and must not be sent for
    // other times.
    setValue('overHold', isHeld ? '' : undefined);
  }, [isHeld, setValue]);
  if (!isHeld) return null;
  return <OverHoldField {...bind('overHold')} />;
}

/** If a day has no free time, offers to record the chosen patient's request for an earlier time. */
export function WishWhenFull({
  doctorId,
  onWish,
}: {
  doctorId: string;
  onWish: (target: DeskWishTarget) => void;
}): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const client = useQueryClient();
  const { control } = useFormContext<DeskBookingFields>();
  const [kind, id] = useWatch({ control, name: ['patient.kind', 'patient.id'] });
  const { data: doctors } = useQuery(colleaguesQuery());
  const doctor = doctors?.find((each) => each.id === doctorId);
  const patient = kind === 'known' ? foundPatient(id) : undefined;
  if (doctor === undefined) return null;
  if (patient === undefined) return <p className="text-sm text-ink-soft">{t.chooseKnown}</p>;
  const target = { doctor, patient, appointmentId: null };
  return (
    <Button icon={<BellPlus aria-hidden="true" />} onClick={() => onWish(target)}>
      {t.wishFull}
    </Button>
  );

  /**
   * Returns the chosen patient with name. The form stores only the patient's id, so the name comes
   * from the cached search results.
   */
  function foundPatient(wanted: string | null): { id: string; name: string } | undefined {
    return client
      .getQueriesData<{ id: string; name: string }[]>({
        queryKey: [...appointmentRoot, 'patients'],
      })
      .flatMap(([, found]) => found ?? [])
      .find((each) => each.id === wanted);
  }
}
