/** A report as a printed page under the hospital's head; every text is drawn, none is interpreted. */
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import type { Report } from '@baari/contract/report.ts';
import PdfDocument from 'pdfkit';
import { medicalName } from '../texts/medical-name.ts';
import { textsOf } from '../texts/texts.ts';
import { type Fonts, loadFonts, type Weight } from './report-fonts.thread.ts';
import type { HospitalHeadRow } from './reports.store.ts';
import { type Line, linesOf } from './text-lines.rules.ts';

const teal = '#0f5f5c';
const ink = '#16211f';
const soft = '#51605d';
const margin = 56;
const bandHeight = 10;
const columnGap = 24;
const footHeight = 24;
/** A name over two lines, what of and where. */
const signatureHeight = 64;
/** Of 'Page 10 of 12'. */
const pageWidth = 80;

let fonts: Promise<Fonts> | undefined;

/**
 * The PDF's bytes: A4, as many pages as the summary needs. What stands around the report's own words is in the
 * language asked for where the fonts have its letters and a line begins on the left, else in English.
 */
export async function drawReport(
  head: HospitalHeadRow,
  report: Report,
  asked: Language,
): Promise<Uint8Array> {
  fonts ??= loadFonts();
  const isSaid = asked === fallbackLanguage || canSay(await fonts, asked);
  const language = isSaid ? asked : fallbackLanguage;
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footHeight },
    bufferPages: true,
    info: { Title: report.title, Author: head.name, Producer: 'Baari', Creator: 'Baari' },
    lang: language,
  });
  const whole = collect(pdf);
  const paper = { pdf, fonts: await fonts, language };
  for (const { name, bytes } of paper.fonts.files) pdf.registerFont(name, bytes);
  drawHead(paper, head);
  drawFacts(paper, report);
  write(paper, withoutEmptyPages(report.summary), { size: 11, color: ink });
  drawSignature(paper, report);
  drawFeet(paper, report);
  pdf.end();
  return whole;
}

const emptyLinesKept = 2;

/** Of many empty lines two are left: a summary does not print a book of nothing. */
function withoutEmptyPages(summary: string): string {
  let empty = 0;
  const kept = summary.split(/\r\n?|\n/u).filter((line) => {
    empty = line.trim() === '' ? empty + 1 : 0;
    return empty <= emptyLinesKept;
  });
  return kept.join('\n');
}

/** Whether each of our own words can be drawn. */
function canSay(fonts: Fonts, language: Language): boolean {
  const { types, statuses, patient, doctor, date } = textsOf('reports', language);
  const { kind, records, page } = textsOf('reportPdf', language);
  const { fields } = textsOf('medical', language);
  const said = [
    ...[types, statuses, fields].flatMap((texts) => Object.values(texts)),
    patient,
    doctor,
    date,
    kind,
    records(''),
    page(1, 10),
    longDate('2026-11-20', language),
  ];
  return said.every((text) => !fromTheRight.test(text) && fonts.have(text));
}

/** Letters of lines that begin on the right, which are not laid out here. */
const fromTheRight = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

type Pdf = InstanceType<typeof PdfDocument>;

interface Paper {
  readonly pdf: Pdf;
  readonly fonts: Fonts;
  /** Of our own words. */
  readonly language: Language;
}

function collect(pdf: Pdf): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

/** The hospital's name and where it is, over the whole width, as on its paper. */
function drawHead(paper: Paper, head: HospitalHeadRow): void {
  const { pdf } = paper;
  pdf.rect(0, 0, pdf.page.width, bandHeight).fill(teal);
  pdf.y = margin;
  write(paper, head.name, { size: 21, weight: 700, color: teal });
  const place = [head.address, head.city, head.state, head.zip_code].filter(isGiven).join(', ');
  write(paper, place, { size: 9, color: soft });
  write(paper, [head.phone, head.email].filter(isGiven).join('  ·  '), { size: 9, color: soft });
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
function drawFacts(paper: Paper, report: Report): void {
  const { pdf, language } = paper;
  const { types, statuses, patient, doctor, date } = textsOf('reports', language);
  write(paper, report.title, { size: 17, weight: 700, color: ink });
  pdf.y += 10;
  const field = [...new Set([report.specialty, report.department])]
    .filter(isGiven)
    .map((name) => medicalName(name, language))
    .join(', ');
  const rows = [
    [
      [patient, report.patient.name],
      [date, longDate(report.date, language)],
    ],
    [
      [doctor, [report.doctorName, field].filter(isGiven).join('\n')],
      [textsOf('reportPdf', language).kind, `${types[report.type]}\n${statuses[report.status]}`],
    ],
  ] as const;
  const width = (pdf.page.width - 2 * margin - columnGap) / 2;
  for (const row of rows) {
    const top = pdf.y;
    let bottom = top;
    for (const [column, [label, value]] of row.entries()) {
      const place = { x: margin + column * (width + columnGap), width };
      pdf.y = top;
      write(paper, label, { size: 8, color: soft, ...place });
      write(paper, value, { size: 11, weight: 700, color: ink, ...place });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 8;
  }
  drawLine(pdf, '#c9d3d1');
}

/** 20 November 2026, from YYYY-MM-DD. */
function longDate(date: string, language: Language): string {
  return Temporal.PlainDate.from(date).toLocaleString(aboutLanguages[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/** A line to sign on: printed, it is signed by hand; on a screen it says who answers for it. */
function drawSignature(paper: Paper, report: Report): void {
  const { pdf } = paper;
  const left = pdf.page.height - margin - footHeight - pdf.y - signatureHeight;
  if (left < 20) pdf.addPage();
  // Room to sign in: less of it, rather than a sheet with nothing but a name.
  pdf.y += left < 20 ? 56 : Math.min(56, left);
  const width = 220;
  const x = pdf.page.width - margin - width;
  pdf
    .moveTo(x, pdf.y)
    .lineTo(x + width, pdf.y)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke();
  pdf.y += 6;
  write(paper, report.doctorName, { size: 11, weight: 700, color: ink, x, width });
  const specialty = medicalName(report.specialty, paper.language);
  write(paper, specialty, { size: 9, color: soft, x, width });
  write(paper, report.hospitalName, { size: 9, color: soft, x, width });
}

/** Which report a loose sheet belongs to, and whether one is missing. */
function drawFeet(paper: Paper, report: Report): void {
  const { pdf, language } = paper;
  const texts = textsOf('reportPdf', language);
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    pdf.y = pdf.page.height - margin + 4;
    const width = pdf.page.width - 2 * margin - pageWidth;
    const look = { size: 8, color: soft, isOneLine: true } as const;
    const top = pdf.y;
    write(paper, `${report.patient.name}  ·  ${report.title}`, { ...look, width });
    const origin = texts.records(report.hospitalName);
    write(paper, `${origin}  ·  ${report.id}`, { ...look, width });
    pdf.y = top;
    write(paper, texts.page(page - start + 1, count), {
      ...look,
      x: pdf.page.width - margin - pageWidth,
      width: pageWidth,
      align: 'right',
    });
  }
}

interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color: string;
  /** Where a column begins and how wide it is; the whole page unless told. */
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'right';
  /** In a margin: one line, ended by … where the text is longer. */
  readonly isOneLine?: boolean;
}

/** Of a line, by its letters' size; room for what stands above and below a line of Devanagari. */
const leading = 1.45;
const ascent = 1.07;

/** Draws a text with each letter in a font that has it, line by line as it was written. */
function write(paper: Paper, text: string, look: Look): void {
  const { pdf } = paper;
  const { size, isOneLine = false, width = pdf.page.width - 2 * margin } = look;
  const height = size * leading;
  pdf.fontSize(size);
  for (const line of isOneLine
    ? [oneLine(paper, text, look, width)]
    : lay(paper, text, look, width)) {
    if (!isOneLine && pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
    pdf.fillColor(look.color);
    drawLineOfText(pdf, line, look, width);
    pdf.y += height;
  }
}

function lay({ pdf, fonts }: Paper, text: string, look: Look, width: number): Line[] {
  const { weight = 400 } = look;
  return linesOf(fonts.spelled(text), width, {
    fontOf: (letter, before) => fonts.nameFor(letter, weight, before),
    widthOf: (part, font) => pdf.font(font).widthOfString(part),
  });
}

function oneLine(paper: Paper, text: string, look: Look, width: number): Line {
  const [first, ...more] = lay(paper, text, look, width);
  if (first === undefined || more.length === 0) return first ?? { runs: [], width: 0 };
  const shown = first.runs.map((run) => run.text).join('');
  return lay(paper, `${shown}\u2026`, look, Number.POSITIVE_INFINITY)[0] ?? first;
}

function drawLineOfText(pdf: Pdf, line: Line, look: Look, width: number): void {
  const { size, x = margin, align } = look;
  let at = align === 'right' ? x + width - line.width : x;
  const top = pdf.y;
  for (const { font, text } of line.runs) {
    const textWidth = pdf.font(font).widthOfString(text);
    // Told how wide it is, it is neither wrapped nor measured again.
    const place = { lineBreak: false, baseline: 'alphabetic', textWidth, wordCount: 1 } as const;
    pdf.text(text, at, top + size * ascent, place);
    at += textWidth;
  }
  pdf.x = margin;
  pdf.y = top;
}
