import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** The people of an account, in its profile. */
export const household = {
  title: 'People',
  lead: 'Queue and book for a child, a parent or somebody else you look after. Hospitals see their name and your contact.',
  nobody: 'Nobody else yet.',
  loading: 'Loading people...',
  loadFailed: 'Your people could not be fetched',
  add: 'Add someone',
  full: (most: number) => `${most} people is the most one account can have.`,
  addTitle: 'Add someone',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Full name',
  relation: 'Relation',
  chooseRelation: 'Choose the relation',
  relations: { child: 'Child', parent: 'Parent', spouse: 'Spouse', other: 'Other' },
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  notTold: 'Not told',
  years: (count: number) => plural(count, { one: '1 year old', other: `${count} years old` }),
  underOne: 'Under 1 year old',
  edit: 'Edit',
  remove: 'Remove',
  addedTitle: 'Added',
  savedTitle: 'Saved',
  saveFailed: 'This person could not be saved',
  removeQuestion: (name: string) => `Remove ${name} from your account?`,
  removeConsequence:
    'You can no longer queue or book for them. Past visits and reports stay in your history.',
  removeConfirm: 'Remove',
  removedTitle: (name: string) => `${name} was removed`,
  removeFailed: 'This person could not be removed',
};

export type Household = typeof household;
