import type { ReactNode } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { OwnProfile } from '../../features/doctor-work/profile.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';

/** The doctor's own profile [ROUTE-20, DOC-4]. */
export function Page(): ReactNode {
  const { doctorWork } = useMessages('doctorWork');
  const doctorId = useUser()?.doctorId ?? null;
  usePageTitle(doctorWork.profileTitle);
  return doctorId === null ? null : <OwnProfile doctorId={doctorId} />;
}
