/** A visit of several stops, as its patient follows it. */
export const journey = {
  title: 'Your visit',
  titleOf: (name: string) => `The visit of ${name}`,
  token: (token: string) => `Token ${token} stays the same at every stop.`,
  loading: 'Loading the stops of your visit...',
  failed: 'The stops of your visit could not be read',
  now: {
    waitAt: (room: string) => `Wait at ${room} until the token is called.`,
    wait: 'Wait until the token is called.',
    goTo: (room: string) => `Go to ${room} now.`,
    go: 'It is your turn now.',
  },
  left: (lower: string, upper: string) =>
    `The whole visit takes about ${lower}–${upper} more minutes.`,
  stops: {
    done: (time: string) => `Done at ${time}`,
    ended: (time: string) => `Ended at ${time}`,
    inside: 'You are here now',
    waiting: (place: string) => `You wait here, place ${place}`,
    asked: 'Asked for a place',
    toCome: 'Comes after this',
    back: 'You come back here',
  },
  past: 'Past',
  present: 'Now',
  planned: 'Later',
};

export type Journey = typeof journey;
