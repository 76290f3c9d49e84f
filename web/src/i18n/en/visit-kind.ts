/** What a visit is for: new or follow-up, as it is asked and as staff read it. */
export const visitKind = {
  label: 'First visit or follow-up',
  unsaid: 'Not sure',
  hint: 'Makes the times that are told better. Nobody’s turn changes by it.',
  asked: {
    new: 'First visit for this',
    follow_up: 'Follow-up of an earlier visit',
  },
  kinds: { new: 'First visit', follow_up: 'Follow-up' },
  by: {
    patient: 'the patient says',
    staff: 'the desk says',
    record: 'seen by this doctor in the last 90 days',
  },
};

export type VisitKindTexts = typeof visitKind;
