/** A patient whom the hospital knows, as a key with the scope `patients:read` sees one [API-33]. */
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type { ContactPoint, Patient } from '../r4.rules.ts';
import {
  ageBandExtension,
  patientSystem,
  present,
  referenceTo,
  type Site,
} from './resource.rules.ts';

interface Known {
  readonly id: string;
  readonly name: string;
  /** The contact that the patient gave this hospital last. */
  readonly phone: string | null;
  readonly email: string | null;
  /** The holder of the account, if the patient is another person of it. */
  readonly through: string | null;
}

export function patientOf(site: Site, known: Known, ageBand: AgeBand | undefined): Patient {
  const { id, name, phone, email, through } = known;
  const telecom: ContactPoint[] = [];
  if (phone !== null) telecom.push({ system: 'phone', value: phone });
  if (email !== null) telecom.push({ system: 'email', value: email });
  return present<Patient>({
    resourceType: 'Patient',
    id,
    extension: ageBandExtension(site.base, ageBand),
    identifier: [{ system: patientSystem(site.base), value: id }],
    name: [{ text: name }],
    telecom,
    contact: through === null ? undefined : [{ name: { text: through } }],
    managingOrganization: referenceTo('Organization', site.hospitalId),
  });
}
