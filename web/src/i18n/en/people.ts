/** Choosing one of the people of an account, and saying whose something is. */
export const people = {
  forWhom: 'Who is it for?',
  me: (name: string) => `Me (${name})`,
  inLineAlready: (name: string) => `${name}: already in a queue`,
  addSomeone: 'Add someone else',
  through: (name: string) => `Through ${name}`,
  unproved: 'Contact not confirmed',
  forPerson: (name: string) => `For ${name}`,
  movedFrom: (doctor: string) =>
    `The staff moved this place here from ${doctor}. The time of arrival counts on.`,
  forYou: 'For you',
  you: 'You',
  everybody: 'Everybody',
  show: 'Whose visits',
};

export type People = typeof people;
