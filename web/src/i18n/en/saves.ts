/** What was saved or decided elsewhere while a form or a question was open. */
export const saves = {
  title: 'This was saved elsewhere while you had it open',
  takenOver: (fields: string) => `Taken over into your form: ${fields}.`,
  changedByBoth: 'These were changed on both sides. Choose which shall be kept:',
  mine: 'What you typed',
  theirs: 'What was saved elsewhere',
  nothing: 'nothing',
  decidedElsewhere: 'Somebody else has changed this meanwhile. Nothing of yours was done.',
  saveAgain: 'Nothing of yours is saved yet. Look it over, then save again.',
};

export type Saves = typeof saves;
