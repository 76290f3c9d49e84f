import type { ReactNode } from 'react';
import { OwnProfile } from '../../features/doctor-work/profile.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useUser } from '../../session/session.ts';

/** The page with the signed-in doctor's profile [ROUTE-20, DOC-4]. */
export function Page(): ReactNode {
  const { doctorWork } = useMessages('doctorWork');
  const doctorId = useUser()?.doctorId ?? null;
  usePageTitle(doctorWork.profileTitle);
  return doctorId === null ? null : <OwnProfile doctorId={doctorId} />;
}
