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
    margin,
    info: { Title: report.title, Author: head.name, Producer: 'Baari', Creator: 'Baari' },
    lang: 'en',
  });
  const whole = collect(pdf);
  for (const [name, bytes] of await fonts) pdf.registerFont(name, bytes);
  drawHead(pdf, head);
  drawFacts(pdf, report);
  write(pdf, report.summary, { size: 11, color: ink });
  drawSignature(pdf, report);
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

function drawHead(pdf: Pdf, head: HospitalHeadRow): void {
  write(pdf, head.name, { size: 20, weight: 700, color: teal });
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
  pdf.y = y + 14;
}

function drawFacts(pdf: Pdf, report: Report): void {
  write(pdf, report.title, { size: 16, weight: 700, color: ink });
  pdf.y += 6;
  const facts = [
    ['Patient', report.patient.name],
    ['Date', report.date],
    ['Type', `${typeNames[report.type]} (${statusNames[report.status]})`],
    ['Doctor', `${report.doctorName}, ${report.specialty}, ${report.department}`],
  ] as const;
  for (const [label, value] of facts) {
    write(pdf, `${label}: ${value}`, { size: 10, color: soft });
  }
  drawLine(pdf, '#c9d3d1');
}

function drawSignature(pdf: Pdf, report: Report): void {
  const height = 90;
  if (pdf.y + height > pdf.page.height - margin) pdf.addPage();
  pdf.y += 40;
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + 200, pdf.y)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke();
  pdf.y += 6;
  write(pdf, report.doctorName, { size: 10, weight: 700, color: ink });
  write(pdf, `Printed from the records of ${report.hospitalName}. Report ${report.id}.`, {
    size: 8,
    color: soft,
  });
}

/** What the Devanagari font file holds, joiners and the rupee sign included. */
const devanagari = String.raw`\u0900-\u097f\u200c\u200d\u20b9\ua8e0-\ua8ff`;
const runsOfOneScript = new RegExp(`[${devanagari}]+|[^${devanagari}]+`, 'gu');
const isDevanagari = new RegExp(`^[${devanagari}]`, 'u');

interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color: string;
}

/** Draws a text with each script in its own font, line by line as it was written. */
function write(pdf: Pdf, text: string, { size, weight = 400, color }: Look): void {
  pdf.fontSize(size).fillColor(color);
  pdf.x = margin;
  for (const line of text.split(/\r\n?|\n/u)) {
    const runs = line.match(runsOfOneScript);
    if (runs === null) {
      pdf.font(`latin-${weight}`).text(' ');
      continue;
    }
    for (const [index, run] of runs.entries()) {
      const script = isDevanagari.test(run) ? 'devanagari' : 'latin';
      pdf
        .font(`${script}-${weight}`)
        .text(run.replaceAll('\t', '    '), { continued: index < runs.length - 1, lineGap: 2 });
    }
  }
}
