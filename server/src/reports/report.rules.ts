/**
 * Rules for report periods such as this week, for safe file names, and for recognising file types
 * by their bytes [RPT-1, ADM-7].
 */
import type { ReportFileType, ReportPeriod } from '@baari/contract/visit/report.ts';
import { trimBoth } from '../platform/trim.rules.ts';

/** The first day of a period as YYYY-MM-DD, given the hospital's today; null for all dates. */
export function periodStart(period: ReportPeriod, today: string): string | null {
  const day = Temporal.PlainDate.from(today);
  switch (period) {
    case 'all':
      return null;
    case 'today':
      return today;
    case 'week':
      return day.subtract({ days: day.dayOfWeek - 1 }).toString();
    case 'month':
      return day.with({ day: 1 }).toString();
  }
}

const signatures: readonly (readonly [ReportFileType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** Recognises the file type by the first bytes; undefined for any other type. */
export function fileTypeOf(bytes: Uint8Array): ReportFileType | undefined {
  return signatures.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  )?.[0];
}

const extensions: Record<ReportFileType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

const nameLength = 100;

/** The file name without folders, and with the extension of the actual type. */
export function safeFileName(given: string, type: ReportFileType): string {
  const last = given.split(/[/\\]/u).at(-1) ?? '';
  const base = last
    .normalize('NFC')
    // Control and direction marks can disguise a name; quotes and other signs are unsafe in shells.
    .replaceAll(/[\p{C}"'<>:|?*%;`$&]/gu, '');
  const bare = trimBoth(withoutExtensions(base), (character) => /[.\s]/u.test(character));
  const kept = Array.from(bare).slice(0, nameLength).join('');
  return `${kept === '' ? 'report' : kept}.${extensions[type]}`;
}

function withoutExtensions(name: string): string {
  let kept = name;
  for (let dot = kept.lastIndexOf('.'); dot >= 0; dot = kept.lastIndexOf('.')) {
    if (!/^\.[\da-z]{1,5}$/iu.test(kept.slice(dot))) break;
    kept = kept.slice(0, dot);
  }
  return kept;
}
