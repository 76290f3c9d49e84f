import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { MergedProfile, ProfileField, ProfileInput } from './profile-form.ts';

/** What somebody else saved while this form was open, and what became of it in the form. */
export function MergedNotice({
  of: { taken, kept },
  theirs,
}: {
  of: MergedProfile;
  theirs: ProfileInput;
}): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const labels: Record<ProfileField, string> = {
    name: t.name,
    type: t.type,
    address: t.address,
    city: t.city,
    state: t.state,
    zip_code: t.zipCode,
    phone: t.phone,
    email: t.email,
    website: t.website,
    departments: t.departments,
    operating_hours: t.hours,
    timeZone: t.timeZone,
    latitude: t.latitude,
    longitude: t.longitude,
    takesRequestsShut: t.takesRequestsShut,
    checkInMinutes: t.checkInMinutes,
  };
  return (
    <Notice tone="warning" title={t.changedMeanwhile}>
      {taken.length > 0 && <p>{t.takenOver(taken.map((field) => labels[field]).join(', '))}</p>}
      {kept.length > 0 && <p>{t.changedByBoth}</p>}
      <ul className="list-disc pl-5">
        {kept.map((field) => (
          <li key={field} className="wrap-anywhere">
            {theirsText(field)}
          </li>
        ))}
      </ul>
      <p>{t.saveAgain}</p>
    </Notice>
  );

  function theirsText(field: ProfileField): string {
    const value = theirs[field];
    if (Array.isArray(value)) return t.theirs(labels[field], value.join(', '));
    if (typeof value !== 'string') return labels[field];
    if (field === 'type' && theirs.type !== '')
      return t.theirs(labels[field], t.types[theirs.type]);
    return t.theirs(labels[field], value === '' ? t.notGiven : value);
  }
}
