import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { WithTokens } from '../../../ui/text/with-tokens.tsx';

/** Facts that help staff to tell patients with the same name apart [DESK-7]. */
export function PatientFactsLine({ patient }: { patient: PatientFacts }): ReactNode {
  const { receiving: t, people } = useMessages('receiving', 'people');
  const format = useFormat();
  const { age, gender, phoneEnd, through, hasAccount, lastVisit, open } = patient;
  return (
    <Facts className="text-sm text-ink-soft tabular-nums">
      {age !== null && t.years(age)}
      {gender !== null && t.genders[gender]}
      {phoneEnd !== null && t.phoneEnds(phoneEnd)}
      {through !== null && people.through(through)}
      {!hasAccount && t.noAccount}
      {lastVisit === null
        ? t.noVisitYet
        : t.lastVisit(format.date(noonOf(lastVisit.day), 'UTC'), lastVisit.doctorName)}
      {open !== null && (
        <span className="font-medium text-warning-ink">
          {open.token === null ? (
            t.asksNow(open.doctorName)
          ) : (
            <WithTokens>{t.inLineNow(open.token, open.doctorName)}</WithTokens>
          )}
        </span>
      )}
    </Facts>
  );
}

/** Returns noon in UTC of a calendar day. */
function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}
