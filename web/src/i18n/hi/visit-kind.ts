import type { VisitKindTexts } from '../en/visit-kind.ts';

export const visitKind = {
  label: 'पहली बार या फ़ॉलो-अप',
  unsaid: 'पता नहीं',
  hint: 'इससे बताया गया समय ज़्यादा सही होता है। इससे किसी की बारी नहीं बदलती।',
  asked: {
    new: 'इसके लिए पहली बार',
    follow_up: 'पहले दिखाया है, फ़ॉलो-अप',
  },
  kinds: { new: 'पहली बार', follow_up: 'फ़ॉलो-अप' },
  by: {
    patient: 'मरीज़ ने बताया',
    staff: 'रिसेप्शन ने लिखा',
    record: 'पिछले 90 दिनों में इन्हीं डॉक्टर को दिखाया',
  },
} satisfies VisitKindTexts;
