/** The fields of the join form, and the request body made from them [JOINH-1]. */
import { fieldMessages, password, uuid } from '@baari/contract/fields.ts';
import {
  joinableTitles,
  type JoinApplication,
  joinApplication,
} from '@baari/contract/account/team.ts';
import { z } from 'zod';
import { type Draft, textsOf } from '../../device/draft.ts';

const fields = joinApplication.extend({
  hospitalId: z.string().min(1, { error: fieldMessages.required }).pipe(uuid),
  password: z.string(),
  confirmPassword: z.string(),
});

/** The form for a signed-in person, who needs no password. */
export const signedInJoin = fields;

/** The form for a new account, whose two passwords must match. */
export const newAccountJoin = fields
  .extend({ password, confirmPassword: z.string().min(1, { error: fieldMessages.required }) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: fieldMessages.passwordsDiffer,
    // The passwords are compared even while other fields are invalid.
    when: ({ value }) => passwordPair.safeParse(value).success,
  });

const passwordPair = z.object({ password: z.string(), confirmPassword: z.string().min(1) });

export type JoinInput = z.input<typeof fields>;
export type JoinOutput = z.output<typeof fields>;
export type JoinField = keyof JoinInput;

export function isJoinField(name: string): name is JoinField {
  return Object.hasOwn(fields.shape, name);
}

/**
 * Returns the request body without the password, because only the identity provider gets the
 * password [JOINH-2].
 */
export function applicationOf(form: JoinOutput): JoinApplication {
  const { password: _, confirmPassword: __, ...application } = form;
  return application;
}

const drafted = ['hospitalId', 'firstName', 'lastName', 'phone', 'department'] as const;

/** Returns the valid values of an earlier draft of the form. */
export function draftValues(draft: Draft | undefined): Partial<JoinInput> {
  const title = joinableTitles.find((known) => known === draft?.['role']);
  return { ...textsOf(draft, drafted), ...(title === undefined ? {} : { role: title }) };
}

export function draftEmail(draft: Draft | undefined): string {
  return textsOf(draft, ['email']).email ?? '';
}

/** Returns the hospital id if the search text is a hospital id. Otherwise returns undefined. */
export function typedId(typed: string): string | undefined {
  const { success, data } = uuid.safeParse(typed.trim().toLowerCase());
  return success ? data : undefined;
}
