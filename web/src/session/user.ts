/**
 * The data of the signed-in user on the client, and how stored or received data is parsed [ENT-6].
 */
import { type Role, roles } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';

/** The data of an account at the identity provider, for a user of any role. */
export interface IdentityUser {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export interface Claims {
  readonly role: Role;
  readonly hospitalId: string | null;
  readonly doctorId: string | null;
}

const noClaims: Claims = { role: 'patient', hospitalId: null, doctorId: null };

/**
 * Reads the claims of an identity token. They are not verified, because only the server's checks
 * count; without claims the user counts as a patient.
 */
export function readClaims(token: string): Claims {
  const payload = readPayload(token);
  const role = roles.find((known) => known === payload['role']);
  if (!role) return noClaims;
  return {
    role,
    hospitalId: textOrNull(payload['hospitalId']),
    doctorId: textOrNull(payload['doctorId']),
  };
}

/** Returns the user id in an identity token. Null if the token cannot be parsed. */
export function ownerOf(token: string): string | null {
  return textOrNull(readPayload(token)['sub']);
}

/**
 * Builds the user from the identity provider's data and the token's claims, when the server's data
 * is unavailable.
 */
export function userFromIdentity(identity: IdentityUser, claims: Claims): SignedInUser {
  return { ...identity, ...claims, phone: null };
}

/** Parses the user stored in the browser. Returns undefined if the value is not a valid user. */
export function readUser(value: unknown): SignedInUser | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name } = value;
  const role = roles.find((known) => known === value['role']);
  if (typeof id !== 'string' || typeof name !== 'string' || !role) return undefined;
  return {
    id,
    name,
    role,
    email: textOrNull(value['email']),
    emailVerified: value['emailVerified'] === true,
    phone: textOrNull(value['phone']),
    hospitalId: textOrNull(value['hospitalId']),
    doctorId: textOrNull(value['doctorId']),
    ...(value['worksAtSeveral'] === true && { worksAtSeveral: true }),
    ...readPractice(value['practice']),
  };
}

function readPractice(value: unknown): Pick<SignedInUser, 'practice'> {
  if (!isRecord(value)) return {};
  const { homeId, endsAt, timeZone } = value;
  if (typeof homeId !== 'string' || typeof endsAt !== 'string' || typeof timeZone !== 'string') {
    return {};
  }
  return { practice: { homeId, endsAt, timeZone } };
}

/** The role names that are shown in place of a missing user name. */
const roleNames = {
  patient: 'Patient',
  doctor: 'Doctor',
  hospital_admin: 'Hospital Admin',
  receptionist: 'User',
} as const satisfies Record<Role, string>;

const placeholders: readonly string[] = Object.values(roleNames);

/**
 * Returns the name to show for a user. `names` are the role names in the page's language, used if
 * the user has no name [ENT-6].
 */
export function displayName(
  user: Pick<SignedInUser, 'name' | 'role'>,
  names: Readonly<Record<Role, string>> = roleNames,
): string {
  const name = user.name.trim();
  return name === '' || placeholders.includes(name) ? names[user.role] : name;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function readPayload(token: string): Readonly<Record<string, unknown>> {
  const [, middle = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(
      atob(middle.replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.codePointAt(0) ?? 0,
    );
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(payload) ? payload : {};
  } catch {
    return {}; // Not a readable token: the role patient has the fewest rights.
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
