/** Asking for a place in a doctor's line. */
export const asking = {
  joinOf: (doctor: string) => `of ${doctor}`,
  busyReason: 'Busy: not taking new patients right now.',
  offlineReason: 'Offline: not at work right now.',
  closedLineReason: 'Closed: nobody new is taken now.',
  shutReason: (opens: string | undefined) =>
    opens === undefined
      ? 'Closed now: requests are taken when the hospital is open.'
      : `Closed now, opens ${opens}: requests are taken from then on.`,
  alreadyHere: 'You are in this line.',
  requestedHere: 'Your request is with the staff.',
  alreadyHereOf: (name: string) => `${name} is in this line.`,
  requestedHereOf: (name: string) => `The request for ${name} is with the staff.`,
  alreadyElsewhere: 'One queue at a time.',
  joinForAnother: 'Join for someone else',
  seeMyPlace: 'See my place',
  joinTitle: (doctor: string) => `Join the line of ${doctor}`,
  joinLineTitle: (line: string) => `Join the line ${line}`,
  joinLead: 'The staff look at your request first. You can leave the line at any time.',
  symptomsHint: 'What troubles you, and since when. Only the hospital reads it.',
  urgencyHints: {
    low: 'It can wait',
    medium: 'I would like to be seen today',
    high: 'It is getting worse',
  },
  emergency: 'In an emergency do not wait in a line: call 112 or go to the nearest emergency room.',
  sendRequest: 'Send Request',
  sending: 'Sending…',
  sentTitle: 'Queue Request Sent!',
  sentMessage: (doctor: string) => `Your request for ${doctor} went to the staff for approval.`,
  failedTitle: 'Request Failed',
  failedFallback: 'Failed to send queue request. Please try again.',
  joinFailed: 'Failed to join queue',
  inQueueAlready:
    'There is a place or a request in a queue already. One queue at a time: leave that one first.',
};

export type Asking = typeof asking;
