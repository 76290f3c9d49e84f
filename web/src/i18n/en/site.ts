import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** The installation's own texts and its contact form [ROUTE-26, ROUTE-27]. */
export const site = {
  otherLanguage: 'There is no English version of this text yet. You see the original.',
  emptyTitle: 'Nothing is written here yet',
  empty: 'The people who run this installation have left this page empty.',
  failedTitle: 'This text could not be loaded',

  contactTitle: 'Contact',
  contactLead: 'A question, a problem, or a hospital that wants to start? Write to us.',
  contactDescription: 'Write to the people who run this installation of Baari.',
  name: 'Your name',
  email: 'Your email address',
  emailHint: 'Our answer goes there.',
  hospital: 'Hospital',
  message: 'Message',
  messageHint: 'Please leave out details of your health: this form is not read by a doctor.',
  emergency: 'In an emergency call 112. Nobody watches this form around the clock.',
  send: 'Send message',
  sending: 'Sending…',
  sentTitle: 'Your message has arrived',
  sent: (address: string) =>
    `Somebody will read it and answer to ${address}. You get no automatic mail.`,
  writeAnother: 'Write another message',
  tooMany: (minutes: number, mailbox: string | null) =>
    plural(minutes, {
      one: 'Several messages came from your network within the hour. Please wait a minute',
      other: `Several messages came from your network within the hour. Please wait ${minutes} minutes`,
    }) + (mailbox === null ? '.' : `, or write to ${mailbox}.`),
  notSent: 'The message could not be sent. Nothing of it is lost; try again.',
  orByMail: 'Or by mail:',
};

export type Site = typeof site;
