/**
 * The people of an account: its holder, and those for whom the holder books and joins lines
 * [PROF-1, decision 014].
 */
import { z } from 'zod';
import { maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { dateOfBirth, fieldMessages, idParams, requiredName, uuid } from '../fields.ts';
import { seen } from '../seen.ts';

export const genders = ['Male', 'Female', 'Other', 'Prefer not to say'] as const;

/** How a person of the account is related to the account holder. */
export const relations = ['child', 'parent', 'spouse', 'other'] as const;

/** How many people an account holder may add to the account. */
export const maxAddedPeople = 10;

/** The gender; empty if not given. */
export const gender = z
  .union([z.enum(genders, { error: fieldMessages.choice }), z.literal('')])
  .default('');

/** All fields of a person whom the account holder adds to the account. */
export const personGiven = z.object({
  name: requiredName(maxLength.name),
  relation: z.enum(relations, { error: fieldMessages.choice }),
  dateOfBirth: z.union([dateOfBirth, z.literal('')]).default(''),
  gender,
});
export type PersonGiven = z.infer<typeof personGiven>;

/**
 * One person of the account; `self` is the account holder, who edits these fields in the profile.
 */
export const person = personGiven.extend({
  id: uuid,
  relation: z.enum(['self', ...relations], { error: fieldMessages.choice }),
});
export type Person = z.infer<typeof person>;

/** The person who gets the place or visit; by default the account holder. */
export const forWhom = uuid.optional();

const personReply = z.object({ person });
const rows = ['PROF-1', 'API-26'] as const;

export const listPeople = endpoint({
  method: 'GET',
  path: '/people',
  summary: "List the people of the caller's account, the account's own person first",
  rows,
  access: ['patient'],
  reply: z.object({ people: z.array(person).max(1 + maxAddedPeople) }),
  problems: ['forbidden'],
});

export const addPerson = endpoint({
  method: 'POST',
  path: '/people',
  summary: 'Add a person to queue for, ten at most',
  rows,
  access: ['patient'],
  status: 201,
  body: personGiven,
  reply: personReply,
  problems: ['forbidden', 'too_many_people'],
});

export const savePerson = endpoint({
  method: 'PUT',
  path: '/people/:id',
  summary: 'Save a person of the account as a whole',
  rows,
  access: ['patient'],
  params: idParams,
  body: personGiven.extend({ seen: seen(person.omit({ id: true })) }),
  reply: personReply,
  problems: ['forbidden', 'not_found', 'own_person', 'changed_meanwhile'],
});

export const removePerson = endpoint({
  method: 'DELETE',
  path: '/people/:id',
  summary: 'Remove a person from the account; past visits stay in its history',
  rows,
  access: ['patient'],
  params: idParams,
  reply: personReply,
  problems: ['forbidden', 'not_found', 'own_person', 'person_in_queue', 'person_has_appointment'],
});
