/** What staff are told of how their hospital stands with the operator [SEC-20]. */
export const standing = {
  title: {
    unconfirmed: 'Your hospital is not confirmed yet',
    waiting: 'Your hospital is not listed yet',
    held: 'Your hospital is not shown to patients yet',
    closed: 'Your hospital is closed on Baari',
  },
  text: {
    unconfirmed:
      'Patients find it, below confirmed hospitals and marked as not confirmed, until the people who run this site have looked at it.',
    waiting:
      'This site lists confirmed hospitals only. The people who run it have been told. You can go on setting up: add doctors, departments and hours.',
    held: 'It resembles a hospital that is confirmed here, by its name, phone, mail or place. The people who run this site have been told and will look. Until then patients do not find it and cannot join; you can go on setting up. If you work for that hospital, join it instead.',
    closed:
      'Patients do not find it, and nobody can be put in a line or booked. What is on record stays.',
  },
  reason: (reason: string) => `Reason: ${reason}`,
  write: 'Write to them',
};

export type Standing = typeof standing;
