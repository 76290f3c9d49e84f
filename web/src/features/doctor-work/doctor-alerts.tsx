import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { doctorSettingsQuery } from '../../api/queries/doctor-work-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useLiveEvent } from '../../live/use-live.ts';
import { useUser } from '../../session/session.ts';
import { chime } from '../../ui/feedback/chime.ts';
import { toast } from '../../ui/feedback/toast.ts';

const notes = [
  { at: 0, hertz: 660 },
  { at: 0.2, hertz: 550 },
] as const;

/**
 * Shows alerts to a doctor about requests and arrivals of the doctor's own patients, according to
 * the doctor's settings [DOC-3].
 */
export function DoctorAlerts(): ReactNode {
  const doctorId = useUser()?.doctorId ?? null;
  return doctorId === null ? null : <Alerts doctorId={doctorId} />;
}

function Alerts({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const { data: settings } = useQuery(doctorSettingsQuery());
  useLiveEvent((event) => {
    if (event.type === 'doctor_updated' || !('data' in event) || !('lastChange' in event.data))
      return;
    const { doctor, patient, checkedInAt, lastChange } = event.data;
    if (doctor.id !== doctorId || !settings) return;
    if (event.type === 'queue_requested' && settings.tellRequests) {
      showAlert(t.newRequest, t.newRequestLead(patient.fullName));
    }
    const arrives =
      (event.type === 'queue_joined' && checkedInAt !== null && lastChange?.action === 'join') ||
      (event.type === 'queue_updated' && lastChange?.action === 'check_in');
    if (arrives && settings.tellCheckIns) showAlert(t.arrived, t.arrivedLead(patient.fullName));
  });
  return null;
}

function showAlert(title: string, message: string): void {
  toast({ type: 'info', title, message });
  void chime(notes);
}
