import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { slotsQuery } from '../../../api/queries/appointment-queries.ts';
import { colleaguesQuery } from '../../../api/queries/queries.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { NewTime } from './rebooking-draft.ts';

/**
 * The form in which the desk chooses another doctor of the department, a day and a free time for
 * one booking.
 */
export function ChooseTime({
  appointment,
  chosen,
  onTime,
}: {
  appointment: Appointment;
  chosen: NewTime | null;
  onTime: (time: NewTime) => void;
}): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  const format = useFormat();
  const { data: colleagues = [] } = useQuery(colleaguesQuery());
  const { department } = appointment.doctor;
  const doctors = colleagues.filter(
    (each) => each.department === department || each.id === appointment.doctor.id,
  );
  const [wished, setWished] = useState(chosen?.doctor.id ?? appointment.doctor.id);
  // A doctor who no longer works at the hospital cannot be chosen.
  const isThere = doctors.some(({ id }) => id === wished);
  const doctorId = isThere ? wished : (doctors[0]?.id ?? '');
  const [date, setDate] = useState(chosen?.date ?? appointment.date);
  const day = useQuery({ ...slotsQuery(doctorId, date), enabled: date !== '' && doctorId !== '' });
  const free = (day.data?.slots ?? []).filter(({ isFree }) => isFree);
  return (
    <div className="grid items-start gap-3 rounded-control bg-sunken p-3 sm:grid-cols-3">
      <Select
        label={t.doctor}
        value={doctorId}
        options={doctors.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => setWished(target.value)}
      />
      <TextField
        type="date"
        label={t.date}
        min={day.data?.today}
        max={day.data?.lastDay}
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      <Select
        label={t.time}
        hint={day.isSuccess && free.length === 0 ? t.noTimes : undefined}
        placeholder={day.isLoading ? t.timesLoading : t.chooseTime}
        value=""
        disabled={free.length === 0}
        options={free.map(({ time, startsAt }) => ({
          value: time,
          label: format.time(startsAt, appointment.hospital.timeZone),
        }))}
        onChange={({ target }) => {
          const slot = free.find(({ time }) => time === target.value);
          const doctor = doctors.find(({ id }) => id === doctorId);
          if (slot === undefined || doctor === undefined) return;
          const { time, startsAt } = slot;
          onTime({ doctor: { id: doctor.id, name: doctor.name }, date, time, startsAt });
        }}
      />
    </div>
  );
}
