/** The signed-in user in the API's form [ENT-6]. */
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import type { PersonActor, Practice } from '../../platform/actor.ts';

/** The name of a person who never gave one [ENT-6]. */
export const namelessPatient = 'Patient';

export function signedInUserView(actor: PersonActor): SignedInUser {
  const { userId, name, email, emailVerified, phone, role, hospitalId, doctorId } = actor;
  return {
    id: userId,
    name: name === '' ? namelessPatient : name,
    email,
    emailVerified,
    phone,
    role,
    hospitalId,
    doctorId,
    ...(actor.isAtSeveral && { worksAtSeveral: true }),
    ...(actor.practice && { practice: practiceView(actor.practice) }),
  };
}

function practiceView({ homeId, endsAt, timeZone }: Practice) {
  return { homeId, endsAt: endsAt.toISOString(), timeZone };
}
