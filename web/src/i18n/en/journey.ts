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
  left: {
    minutes: (minutes: string) => `${minutes} minutes`,
    hours: (hours: string, isOne: boolean) => (isOne ? '1 hour' : `${hours} hours`),
    to: (from: string, to: string) => `${from} to ${to}`,
    about: (range: string) => `About ${range} until you are done.`,
    atMost: (to: string) => `At most about ${to} until you are done.`,
  },
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
