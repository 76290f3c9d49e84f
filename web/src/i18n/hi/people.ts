import type { People } from '../en/people.ts';

export const people = {
  forWhom: 'किसके लिए?',
  me: (name: string) => `मेरे लिए (${name})`,
  inLineAlready: (name: string) => `${name}: पहले से कतार में`,
  addSomeone: 'किसी और को जोड़ें',
  through: (name: string) => `${name} के खाते से`,
  unproved: 'संपर्क की पुष्टि नहीं हुई',
  forPerson: (name: string) => `${name} के लिए`,
  movedFrom: (doctor) => `कर्मचारियों ने यह जगह ${doctor} से यहाँ रखी है। आने का समय वही माना जाएगा।`,
  forYou: 'आपके लिए',
  you: 'आप',
  everybody: 'सभी',
  show: 'किसकी मुलाक़ातें',
} satisfies People;
