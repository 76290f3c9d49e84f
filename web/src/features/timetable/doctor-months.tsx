import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Select } from '../../ui/form/select.tsx';
import { MonthMap } from './month-map.tsx';

/**
 * Shows the calendar month of a doctor or a shared line that the desk chooses. The month loads only
 * when the user opens this part of the page [APPT-1].
 */
export function DoctorMonths({ dayHref }: { dayHref: (date: string) => string }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card padding="none">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center rounded-card px-4 font-semibold text-primary-ink">
          {t.monthOfDoctor}
        </summary>
        {isOpen && <Chooser dayHref={dayHref} />}
      </details>
    </Card>
  );
}

function Chooser({ dayHref }: { dayHref: (date: string) => string }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const { data: doctors } = useQuery(colleaguesQuery());
  const { data: lines = [] } = useQuery(linesQuery());
  const options = [...(doctors ?? []), ...lines.filter((line) => line.takesBookings)];
  const [chosen, setChosen] = useState('');
  const doctorId = chosen === '' ? (options[0]?.id ?? '') : chosen;
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      <Select
        label={t.doctor}
        className="sm:max-w-80"
        value={doctorId}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      {doctorId !== '' && <MonthMap key={doctorId} doctorId={doctorId} dayHref={dayHref} />}
    </div>
  );
}
