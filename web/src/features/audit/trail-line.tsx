import type { AuditAction, AuditEntry } from '@baari/contract/account/audit.ts';
import { refusals, type RefusalCode } from '@baari/contract/refusals.ts';
import { CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRefusals } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { TrailLine as Line } from './group-reads.ts';

/**
 * One change, or one read with its repetitions: the action, the person who did it, and the patients
 * concerned.
 */
export function TrailLine({ line, zone }: { line: Line; zone: string }): ReactNode {
  const { audit: t } = useMessages('audit');
  const format = useFormat();
  const { newest, others } = line;
  const oldest = others.at(-1);
  const day = `${format.date(newest.at, zone)}, `;
  const time = format.time(newest.at, zone);
  const since = oldest ? format.time(oldest.at, zone) : time;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
      <time
        dateTime={newest.at}
        title={format.exact(newest.at, zone)}
        className="w-full shrink-0 text-sm text-ink-soft tabular-nums sm:w-44"
      >
        {since === time ? `${day}${time}` : `${day}${since} – ${time}`}
      </time>
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="font-medium wrap-anywhere text-ink">
          <ActionText entry={newest} />
          {others.length > 0 && (
            <span className="font-normal text-ink-soft">{` · ${t.times(others.length + 1)}`}</span>
          )}
        </p>
        <By entry={newest} />
        {others.length === 0 ? <About entry={newest} /> : <Each line={line} zone={zone} />}
      </div>
      <Outcome entry={newest} />
    </li>
  );
}

/**
 * The text of an audited action. For a refused action, the text says so in addition to the badge.
 */
function ActionText({ entry }: { entry: AuditEntry }): ReactNode {
  const { audit: t } = useMessages('audit');
  const text = useActionText()(entry.action, entry.recordedAs);
  return entry.outcome === 'ok' ? text : t.notDone(text);
}

/**
 * Returns `text(action, recordedAs)`: a known action in the reader's language. An action name from
 * an old release is shown unchanged.
 */
export function useActionText(): (action: AuditAction | null, recordedAs: string) => string {
  const { audit: t } = useMessages('audit');
  return (action, recordedAs) => (action === null ? recordedAs : t.actions[action]);
}

function By({ entry: { person, role, address } }: { entry: AuditEntry }): ReactNode {
  const { audit: t } = useMessages('audit');
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      {[
        // The operator of the installation has a role but no name.
        ...(role === 'operator' || role === 'abdm' ? [] : [person.name || t.nameless]),
        t.roles[role],
        address,
      ].join(' · ')}
    </p>
  );
}

/**
 * The details of a row in the audit trail: which patients and things it concerns, and whose data
 * were seen.
 */
function About({ entry }: { entry: AuditEntry }): ReactNode {
  const { audit: t, limits } = useMessages('audit', 'limits');
  const format = useFormat();
  const { about, patients, patientCount } = entry;
  const names = [
    about.person && (about.person.name || t.nameless),
    about.doctor && (about.doctor.name || t.goneDoctor),
    about.screen && (about.screen.name || t.goneScreen),
    about.key && (about.key.name || t.nameless),
  ];
  const parts = [
    ...names,
    changeText(),
    about.way && t.ways[about.way],
    fieldsText(),
    beyondText(),
    about.overHold && t.overHold(limits.reasons[about.overHold]),
    about.call && t.call(about.call),
    about.isReplay && t.replayed,
    patientsText(),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : (
    <p className="text-sm wrap-anywhere text-ink">{parts.join(' · ')}</p>
  );

  /** Returns the reason why a patient was put in a line beyond the line's limit. */
  function beyondText(): string | null {
    if (about.beyond === null) return null;
    const { reason, number, most } = about.beyond;
    const why = limits.reasons[reason];
    if (number === null || most === null) return t.beyond(why);
    return t.beyondBy(format.number(number), format.number(most), why);
  }

  function changeText(): string | null {
    if (about.from === null || about.to === null) return null;
    if (about.from === about.to) return t.unchanged;
    return t.change(valueText(about.from), valueText(about.to));
  }

  /** Returns the text of a recorded value. A department's name is shown as recorded. */
  function valueText(value: string): string {
    if (entry.action === 'change time without use') return t.minutes(Number(value));
    if (entry.action === 'change retention') return retention(value);
    return isKey(value, t.values) ? t.values[value] : value;
  }

  /**
   * Returns the retention time in years. A plus sign in the recorded value means that older data is
   * deleted.
   */
  function retention(value: string): string {
    const years = t.years(Number.parseInt(value, 10));
    return value.endsWith('+') ? t.thenDeleted(years) : years;
  }

  function fieldsText(): string | null {
    if (about.fields.length > 0) {
      return t.changed(format.list(about.fields.map((field) => t.fields[field])));
    }
    return entry.action !== null && savesFields.has(entry.action) ? t.unchanged : null;
  }

  function patientsText(): string | null {
    if (patientCount === 0) return null;
    const shown = format.list(patients.map(({ name }) => name || t.nameless));
    const more = patientCount - patients.length;
    return t.patients(more > 0 ? t.andMore(shown, more) : shown, patientCount);
  }
}

/** Audit actions that save form fields. For these, a save without changes is marked. */
const savesFields = new Set<AuditAction>([
  'edit doctor',
  'save hospital',
  'save doctor profile',
  'save doctor settings',
  'edit screen',
]);

function isKey<Texts extends object>(name: PropertyKey, texts: Texts): name is keyof Texts {
  return Object.hasOwn(texts, name);
}

/** Lists each row of the audit trail that is grouped into one item. */
function Each({ line, zone }: { line: Line; zone: string }): ReactNode {
  const { audit: t } = useMessages('audit');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-semibold text-primary-ink md:pointer-fine:min-h-8">
        {t.each}
      </summary>
      {open && (
        <ul className="flex flex-col gap-1 border-s-2 border-line ps-3">
          {[line.newest, ...line.others].map((entry) => (
            <li key={entry.id} className="flex flex-wrap gap-x-3 text-sm">
              <time dateTime={entry.at} className="text-ink-soft tabular-nums">
                {format.time(entry.at, zone)}
              </time>
              <About entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Outcome({ entry: { outcome } }: { entry: AuditEntry }): ReactNode {
  const { audit: t } = useMessages('audit');
  const texts = useRefusals();
  if (outcome === 'ok') return null;
  const sentence = isKey(outcome, refusals) ? refusalText(outcome) : outcome;
  return (
    <div className="flex max-w-full flex-col gap-0.5 sm:w-56 sm:items-end sm:text-end">
      <Badge tone="danger" icon={CircleX}>
        {t.refused}
      </Badge>
      <p className="text-sm wrap-anywhere text-ink-soft">{sentence}</p>
    </div>
  );

  function refusalText(code: RefusalCode): string {
    return texts?.codes[code] ?? refusals[code].error;
  }
}
