/** Saying "I'm here" in doubt, taking it back, and a booked time in the line. */
export const checkingIn = {
  hereTitle: 'You are at the hospital',
  hereChecking: 'Checking you in...',
  hereDone: 'You are checked in',
  hereOf: (name: string) => `Welcome to ${name}`,
  hereFailedTitle: 'Checking in did not work',
  hereNobodyTitle: 'You have no visit here today',
  hereNobody: 'Choose a doctor to ask for a place in the queue.',
  hereChoose: 'See the doctors',
  hereQueue: 'My Queue',
  hereNoCode: 'Please scan the code at the entrance again.',
  herePending: 'The desk still has to approve your request.',
  hereRefused: (doctor: string) => `Your appointment with ${doctor} cannot be checked in now.`,

  askTitle: 'Are you at the hospital now?',
  askFar: (kilometres: string, hospital: string) =>
    `Your phone is about ${kilometres} km from ${hospital}. Whoever checks in may be called at any moment.`,
  askTime: (time: string) =>
    `You are expected about ${time}. Whoever checks in may be called at any moment.`,
  askYes: 'Yes, I’m here',
  askNo: 'Not yet',

  notHere: 'I’m not here yet',
  notHereFailed: 'It could not be taken back',
  takenBack: 'You are not checked in any more',
  takenBackBooked: (time: string) => `You left the line. Your appointment at ${time} stands.`,
  notHereQuestion: 'Take your check-in back?',
  notHereBooked: (time: string) =>
    `You leave the line. Your appointment at ${time} stands, and you check in again when you are here.`,
  notHereConfirm: 'Take it back',
  notHereStay: 'Stay in the line',

  yourTime: (time: string) => `Your time is ${time}.`,
  onTime: 'We are on time.',
  behind: (minutes: number) => `We are about ${minutes} minutes behind.`,
  cameLate: (time: string, due: string) =>
    `Your time was ${time}. As you came later, you are due about ${due}.`,
  rule: 'You are called at your time or next after it: before those without an appointment, behind urgent cases and sooner times.',

  leaveQuestionBooked: (time: string) => `Do you give up your appointment at ${time} as well?`,
  leaveKeeps: 'Keep it to come back and check in again. Given up, somebody else can take the time.',
  leaveKeep: 'Leave, keep the appointment',
  leaveGiveUp: 'Leave and give it up',
  leaveStay: 'Stay',
};

export type CheckingIn = typeof checkingIn;
