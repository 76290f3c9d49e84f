import type { Analytics } from '@baari/contract/hospital/analytics.ts';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { type Advice, adviceFrom } from './advice.ts';
import { Section } from './section.tsx';
import { hourText } from './hour-text.ts';

/** Suggestions for the administrator, each with the statistics that support it [ADM-8]. */
export function AdviceSection({ figures }: { figures: Analytics }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const advised = adviceFrom(figures);
  if (advised.kind === 'too_few') {
    const { visits, needed } = advised;
    return (
      <Section title={t.advice.title}>
        <p className="text-ink-soft">
          {t.advice.tooFew(format.number(visits), format.number(needed))}
        </p>
      </Section>
    );
  }
  return (
    <Section title={t.advice.title}>
      {advised.list.length === 0 ? (
        <p className="text-ink-soft">{t.advice.none}</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {advised.list.map((advice) => (
            <Line key={advice.kind} advice={advice} />
          ))}
        </ul>
      )}
      <p className="max-w-prose text-sm text-ink-soft">{t.advice.method}</p>
    </Section>
  );
}

function Line({ advice }: { advice: Advice }): ReactNode {
  const [what, evidence] = useWords(advice);
  return (
    <li className="flex items-start gap-3">
      <Lightbulb aria-hidden="true" className="mt-1 size-5 shrink-0 text-primary-ink" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere text-ink">{what}</p>
        <p className="text-[0.9375rem] wrap-anywhere text-ink-soft tabular-nums">{evidence}</p>
      </div>
    </li>
  );
}

/** Returns a suggestion's text and the text of the statistics that support it. */
function useWords(advice: Advice): readonly [what: string, evidence: string] {
  const { administration } = useMessages('administration');
  const format = useFormat();
  const t = administration.advice;
  const minutes = (value: number) => format.number(Math.round(value));
  switch (advice.kind) {
    case 'slow_hours': {
      const { from, to, visits } = advice;
      return [
        t.slowHours(hourText(format, from), hourText(format, to)),
        t.waitEvidence(minutes(advice.minutes), minutes(advice.usual), format.number(visits)),
      ];
    }
    case 'busy_weekday': {
      // Used to get a weekday's name. 1 March 2026 was a Sunday; any other Sunday would do.
      const name = format.weekday(`2026-03-0${1 + advice.weekday}T12:00:00Z`, 'UTC');
      return [
        t.busyWeekday(name),
        `${t.busyEvidence(format.percent(advice.more))} ${t.waitEvidence(
          minutes(advice.minutes),
          minutes(advice.usual),
          format.number(advice.visits),
        )}`,
      ];
    }
    case 'long_line': {
      const { doctor, other, visits } = advice;
      return [
        other === null ? t.longLine(doctor) : t.longLineShared(doctor, other.name),
        [
          t.waitEvidence(minutes(advice.minutes), minutes(advice.usual), format.number(visits)),
          ...(other === null ? [] : [t.otherEvidence(other.name, minutes(other.minutes))]),
        ].join(' '),
      ];
    }
    case 'no_shows':
      return [
        t.noShows,
        t.noShowEvidence(format.percent(advice.share), format.number(advice.visits)),
      ];
    case 'times_missed':
      return [
        t.timesMissed,
        t.timesEvidence(format.percent(advice.share), format.number(advice.visits)),
      ];
  }
}
