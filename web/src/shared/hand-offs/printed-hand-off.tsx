import type { HandOff } from '@baari/contract/visit/hand-offs.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { PrintSheet } from '../../ui/layout/print-sheet.tsx';

/** Of whom a note is, as paper names the patient. */
export interface Whose {
  /** The name of the hospital. */
  readonly hospital: string;
  readonly zone: string;
  /** The patient's name. */
  readonly patient: string;
  readonly token: string | null;
  /** The step of the visit to which the author may add a new note. */
  readonly addTo?: string | undefined;
}

/**
 * A hand-off note on paper: A5 or A4, and narrower on an 80 mm roll. Prints as soon as it is
 * mounted, and calls `onPrinted` when the browser's print window closes.
 */
export function PrintedHandOff({
  whose: { hospital, patient, token, zone },
  note: { at, by, fromName, lines, to },
  onPrinted,
}: {
  whose: Whose;
  note: HandOff;
  onPrinted: () => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const format = useFormat();
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    const leave = () => printed();
    addEventListener('afterprint', leave);
    print();
    return () => removeEventListener('afterprint', leave);
  }, []);
  const when = new Date(at);
  return (
    <PrintSheet paper="hand-off">
      <p className="font-semibold">
        <bdi>{hospital}</bdi>
      </p>
      <p className="mt-[2mm] text-[1.3em] font-bold">
        {token !== null && <span className="me-[3mm] whitespace-nowrap tabular-nums">{token}</span>}
        <bdi>{patient}</bdi>
      </p>
      <p className="mt-[1mm]">
        <bdi>{t.paperFor(to.name)}</bdi>
      </p>
      <ul className="mt-[3mm] border-y border-black py-[2mm]">
        {lines.map(({ id, asks, detail, isUrgent, taken }) => (
          <li key={id} className="flex items-start gap-[2mm] py-[1mm]">
            <span className="mt-[0.5mm] grid size-[4mm] shrink-0 place-items-center border border-black leading-none">
              {taken !== null && '✓'}
            </span>
            <span className="wrap-anywhere">
              {isUrgent && <b>{`${t.urgent}: `}</b>}
              <bdi className="font-semibold">{asks}</bdi>
              {detail !== '' && (
                <>
                  {' · '}
                  <bdi>{detail}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-[2mm]">
        <bdi>{fromName}</bdi>
        {by !== null && by !== fromName && (
          <>
            {' · '}
            <bdi>{t.paperBy(by)}</bdi>
          </>
        )}
      </p>
      <p className="tabular-nums">{format.dayAndTime(format.date(when, zone), when, zone)}</p>
    </PrintSheet>
  );
}
