import type { EarlierGap } from '@baari/contract/visit/earlier.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/link.tsx';
import { DeskRows, DeskSection, rowLook } from './desk-section.tsx';

/**
 * Unused times of the next two hours, and the patients at the hospital who could be seen now
 * instead.
 */
export function Gaps({
  gaps,
  zone,
  lineHref,
}: {
  gaps: readonly EarlierGap[];
  zone: string;
  lineHref: (doctorId: string) => string;
}): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const format = useFormat();
  return (
    <DeskSection title={t.gaps} lead={gaps.length === 0 ? undefined : t.gapsLead}>
      {gaps.length === 0 ? (
        <p className="text-ink-soft">{t.noneGaps}</p>
      ) : (
        <DeskRows>
          {gaps.map(({ doctor, startsAt, why, onSite }) => (
            <li key={`${doctor.id} ${startsAt}`} className={rowLook}>
              <time
                dateTime={startsAt}
                title={format.exact(startsAt, zone)}
                className="w-20 shrink-0 font-semibold text-ink tabular-nums"
              >
                {format.time(startsAt, zone)}
              </time>
              <div className="flex min-w-48 flex-1 flex-col">
                <p className="font-medium text-ink">
                  <bdi>{doctor.name}</bdi>
                </p>
                {onSite.length === 0 ? (
                  <p className="text-sm text-ink-soft">{t.nobodyOnSite}</p>
                ) : (
                  <ul className="text-sm text-ink">
                    {onSite.map((each) => (
                      <li key={each.appointmentId} className="wrap-anywhere tabular-nums">
                        {t.mayGoIn(
                          each.token === null
                            ? each.patient.name
                            : `${each.patient.name} (${each.token})`,
                          format.time(each.startsAt, zone),
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
              <Badge tone={why === 'free' ? 'neutral' : 'warning'}>{t.why[why]}</Badge>
              <TextLink
                href={lineHref(doctor.id)}
                className="inline-flex min-h-11 items-center text-sm md:pointer-fine:min-h-8"
              >
                {t.toLine}
                <span className="sr-only">{` ${doctor.name}`}</span>
              </TextLink>
            </li>
          ))}
        </DeskRows>
      )}
    </DeskSection>
  );
}
