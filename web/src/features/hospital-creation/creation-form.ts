/** The form fields of the hospital creation wizard, by step [WIZ-5, WIZ-9]. */
import { defaultOperatingHours, hospitalTypes } from '@baari/contract/constants.ts';
import { fieldMessages, password } from '@baari/contract/fields.ts';
import { type HospitalCreation, hospitalCreation } from '@baari/contract/hospital/hospital.ts';
import { z } from 'zod';
import { type Draft, textsOf } from '../../device/draft.ts';

const fields = hospitalCreation.extend({ password: z.string(), confirmPassword: z.string() });

/** The form of the hospital creation wizard for a signed-in person, who needs no password. */
export const signedInForm = fields;

/**
 * The form of the hospital creation wizard for a new administrator, whose two passwords must match.
 */
export const newAccountForm = fields
  .extend({ password, confirmPassword: z.string().min(1, { error: fieldMessages.required }) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: fieldMessages.passwordsDiffer,
    // The passwords are compared even while other fields are invalid, because the second step is
    // validated alone.
    when: ({ value }) => passwordPair.safeParse(value).success,
  });

const passwordPair = z.object({ password: z.string(), confirmPassword: z.string().min(1) });

export type CreationInput = z.input<typeof fields>;
export type CreationOutput = z.output<typeof fields>;
export type CreationField = keyof CreationInput;

export const steps = ['hospital', 'admin', 'customize'] as const;
export type Step = (typeof steps)[number];

const hospitalTexts = [
  'hospitalName',
  'hospitalType',
  'address',
  'city',
  'state',
  'zipCode',
  'email',
  'phone',
  'website',
] as const;
const adminTexts = ['adminFirstName', 'adminLastName', 'adminEmail', 'adminPhone'] as const;

export const stepFields: Record<Step, readonly CreationField[]> = {
  hospital: hospitalTexts,
  admin: [...adminTexts, 'password', 'confirmPassword'],
  customize: ['departments', 'operatingHours'],
};

/** The form fields that the browser stores as a draft. Passwords are never stored. */
const drafted = [...hospitalTexts, ...adminTexts] as const;

/**
 * Returns the initial values of the wizard's form. The hospital's type is empty until chosen, and
 * the schema refuses an empty type.
 */
export function startingValues(saved?: HospitalCreation, draft?: Draft): Partial<CreationInput> {
  return {
    hospitalName: '',
    address: '',
    city: '',
    state: '',
    zipCode: '',
    phone: '',
    email: '',
    website: '',
    departments: [],
    operatingHours: defaultOperatingHours,
    adminFirstName: '',
    adminLastName: '',
    adminEmail: '',
    adminPhone: '',
    ...draftValues(draft),
    ...saved,
    password: '',
    confirmPassword: '',
  };
}

/** Returns the valid values of an earlier draft of the form. */
function draftValues(draft: Draft | undefined): Partial<CreationInput> {
  const { hospitalType, ...texts } = textsOf(draft, drafted);
  const type = hospitalTypes.find((known) => known === hospitalType);
  const departments = z.array(z.string()).safeParse(draft?.['departments']);
  return {
    ...texts,
    ...(type === undefined ? {} : { hospitalType: type }),
    ...(departments.success ? { departments: departments.data } : {}),
  };
}

/** Returns the request body that creates the hospital. It never contains the password [WIZ-5]. */
export function payloadOf(form: CreationOutput): HospitalCreation {
  const { password: _, confirmPassword: __, ...creation } = form;
  return creation;
}

export function isCreationField(name: string): name is CreationField {
  return Object.hasOwn(fields.shape, name);
}

export function stepOf(field: CreationField): Step {
  return steps.find((step) => stepFields[step].includes(field)) ?? 'hospital';
}
