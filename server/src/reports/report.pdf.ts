/** A report as a printed page under the hospital's head; every text is drawn, none is interpreted. */
import { readFile } from 'node:fs/promises';
import type { Report, ReportStatus, ReportType } from '@baari/contract/report.ts';
import PdfDocument from 'pdfkit';
import type { HospitalHeadRow } from './reports.store.ts';

const typeNames: Record<ReportType, string> = {
  consultation: 'Consultation',
  lab_result: 'Lab Results',
  prescription: 'Prescription',
  imaging: 'Imaging',
  discharge_summary: 'Discharge Summary',
};
const statusNames: Record<ReportStatus, string> = {
  completed: 'Completed',
  active: 'Active',
  pending: 'Pending',
};

const teal = '#0f5f5c';
const ink = '#16211f';
const soft = '#51605d';
const margin = 56;
const bandHeight = 10;
const columnGap = 24;
const footHeight = 24;
/** Of 'Page 10 of 12'. */
const pageWidth = 80;

type Weight = 400 | 700;

/** One font file a script: each is a subset of Noto Sans Devanagari. */
const fontNames = ['latin-400', 'latin-700', 'devanagari-400', 'devanagari-700'] as const;
let fonts: Promise<readonly (readonly [string, Buffer])[]> | undefined;

function loadFonts(): Promise<readonly (readonly [string, Buffer])[]> {
  return Promise.all(
    fontNames.map(async (name) => {
      const file = `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-${name}-normal.woff`;
      return [name, await readFile(new URL(import.meta.resolve(file)))] as const;
    }),
  );
}

/** The PDF's bytes: A4, as many pages as the summary needs. */
export async function drawReport(head: HospitalHeadRow, report: Report): Promise<Uint8Array> {
  fonts ??= loadFonts();
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footHeight },
    bufferPages: true,
    info: { Title: report.title, Author: head.name, Producer: 'Baari', Creator: 'Baari' },
    lang: 'en',
  });
  const whole = collect(pdf);
  for (const [name, bytes] of await fonts) pdf.registerFont(name, bytes);
  drawHead(pdf, head);
  drawFacts(pdf, report);
  write(pdf, report.summary, { size: 11, color: ink });
  drawSignature(pdf, report);
  drawFeet(pdf, report);
  pdf.end();
  return whole;
}

type Pdf = InstanceType<typeof PdfDocument>;

function collect(pdf: Pdf): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

/** The hospital's name and where it is, over the whole width, as on its paper. */
function drawHead(pdf: Pdf, head: HospitalHeadRow): void {
  pdf.rect(0, 0, pdf.page.width, bandHeight).fill(teal);
  pdf.y = margin;
  write(pdf, head.name, { size: 21, weight: 700, color: teal });
  const place = [head.address, head.city, head.state, head.zip_code].filter(isGiven).join(', ');
  write(pdf, place, { size: 9, color: soft });
  write(pdf, [head.phone, head.email].filter(isGiven).join('  ·  '), { size: 9, color: soft });
  drawLine(pdf, teal);
}

function isGiven(text: string): boolean {
  return text !== '';
}

function drawLine(pdf: Pdf, color: string): void {
  const y = pdf.y + 8;
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(1)
    .strokeColor(color)
    .stroke();
  pdf.y = y + 16;
}

/** Whom it is of and from, in two columns, so that it is found at a glance. */
function drawFacts(pdf: Pdf, report: Report): void {
  write(pdf, report.title, { size: 17, weight: 700, color: ink });
  pdf.y += 10;
  const field = [...new Set([report.specialty, report.department])].filter(isGiven).join(', ');
  const rows = [
    [
      ['Patient', report.patient.name],
      ['Date', longDate(report.date)],
    ],
    [
      ['Doctor', [report.doctorName, field].filter(isGiven).join('\n')],
      ['Kind', `${typeNames[report.type]}\n${statusNames[report.status]}`],
    ],
  ] as const;
  const width = (pdf.page.width - 2 * margin - columnGap) / 2;
  for (const row of rows) {
    const top = pdf.y;
    let bottom = top;
    for (const [column, [label, value]] of row.entries()) {
      const place = { x: margin + column * (width + columnGap), width };
      pdf.y = top;
      write(pdf, label, { size: 8, color: soft, ...place });
      write(pdf, value, { size: 11, weight: 700, color: ink, ...place });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 8;
  }
  drawLine(pdf, '#c9d3d1');
}

/** 20 November 2026, from YYYY-MM-DD. */
function longDate(date: string): string {
  return Temporal.PlainDate.from(date).toLocaleString('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/** A line to sign on: printed, it is signed by hand; on a screen it says who answers for it. */
function drawSignature(pdf: Pdf, report: Report): void {
  const height = 110;
  if (pdf.y + height > pdf.page.height - margin - footHeight) pdf.addPage();
  pdf.y += 56;
  const width = 220;
  const x = pdf.page.width - margin - width;
  pdf
    .moveTo(x, pdf.y)
    .lineTo(x + width, pdf.y)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke();
  pdf.y += 6;
  write(pdf, report.doctorName, { size: 11, weight: 700, color: ink, x, width });
  write(pdf, report.specialty, { size: 9, color: soft, x, width });
  write(pdf, report.hospitalName, { size: 9, color: soft, x, width });
}

/** Which report a loose sheet belongs to, and whether one is missing. */
function drawFeet(pdf: Pdf, report: Report): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // The foot stands in the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.y = pdf.page.height - margin + 4;
    const width = pdf.page.width - 2 * margin - pageWidth;
    const look = { size: 8, color: soft } as const;
    const top = pdf.y;
    write(pdf, `${report.patient.name}  ·  ${report.title}`.slice(0, 90), { ...look, width });
    write(pdf, `From the records of ${report.hospitalName}  ·  ${report.id}`, { ...look, width });
    pdf.y = top;
    write(pdf, `Page ${page - start + 1} of ${count}`, {
      ...look,
      x: pdf.page.width - margin - pageWidth,
      width: pageWidth,
      align: 'right',
    });
  }
}

/** What the Devanagari font file holds, joiners and the rupee sign included. */
const devanagari = String.raw`\u0900-\u097f\u200c\u200d\u20b9\ua8e0-\ua8ff`;
const runsOfOneScript = new RegExp(`[${devanagari}]+|[^${devanagari}]+`, 'gu');
const isDevanagari = new RegExp(`^[${devanagari}]`, 'u');

interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color: string;
  /** Where a column begins and how wide it is; the whole page unless told. */
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'right';
}

/** Draws a text with each script in its own font, line by line as it was written. */
function write(pdf: Pdf, text: string, look: Look): void {
  const { size, weight = 400, color, x = margin, width, align } = look;
  pdf.fontSize(size).fillColor(color);
  const place = {
    width: width ?? pdf.page.width - 2 * margin,
    ...(align === undefined ? {} : { align }),
  };
  for (const line of text.split(/\r\n?|\n/u)) {
    pdf.x = x;
    const runs = line.match(runsOfOneScript) ?? [' '];
    for (const [index, run] of runs.entries()) {
      const script = isDevanagari.test(run) ? 'devanagari' : 'latin';
      pdf.font(`${script}-${weight}`).text(run.replaceAll('\t', '    '), {
        ...place,
        continued: index < runs.length - 1,
        lineGap: 2,
      });
    }
  }
  pdf.x = margin;
}
