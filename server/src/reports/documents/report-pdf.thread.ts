/**
 * Draws a report as a printed page with the hospital's letterhead. Texts are only drawn, never
 * interpreted.
 */
import { listed, placeOf } from '@baari/contract/text/commas.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { groupPhone } from '@baari/contract/text/group-phone.ts';
import type { Report } from '@baari/contract/visit/report.ts';
import PdfDocument from 'pdfkit';
import { medicalName, specialtyName } from '../../texts/medical-name.ts';
import { textsOf } from '../../texts/texts.ts';
import { type Direction, inVisualOrder } from './directions.rules.ts';
import { type Fonts, loadFonts, type Weight } from './report-fonts.thread.ts';
import type { HospitalHeadRow } from '../reports.store.ts';
import { runsTo } from './shaping.thread.ts';
import { type Line, linesOf } from './text-lines.rules.ts';

const teal = '#0f5f5c';
const ink = '#16211f';
const soft = '#51605d';
const margin = 56;
const bandHeight = 10;
const columnGap = 24;
const footHeight = 24;
/**
 * The height in points kept for the signature: a name of two lines, the specialty and the place.
 */
const signatureHeight = 64;
/** The width in points kept for 'Page 10 of 12'. */
const pageWidth = 80;

let fonts: Promise<Fonts> | undefined;

/**
 * Returns the PDF's bytes: A4, as many pages as needed. Fixed texts are in the requested language
 * if the fonts have its letters, else in English. The layout follows that language's direction.
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
  const { direction } = aboutLanguages[language];
  const paper = { pdf, fonts: await fonts, language, direction };
  for (const { name, font } of paper.fonts.namedIn(language)) pdf.registerFont(name, font);
  drawHead(paper, head);
  drawFacts(paper, report);
  write(paper, withoutEmptyPages(report.summary), { size: 11, color: ink, align: 'own' });
  drawSignature(paper, report);
  drawFeet(paper, report);
  pdf.end();
  return whole;
}

const emptyLinesKept = 2;

/**
 * Shortens runs of empty lines to at most two lines, so that a summary does not print empty pages.
 */
function withoutEmptyPages(summary: string): string {
  let empty = 0;
  const kept = summary.split(/\r\n?|\n/u).filter((line) => {
    empty = line.trim() === '' ? empty + 1 : 0;
    return empty <= emptyLinesKept;
  });
  return kept.join('\n');
}

/** Whether the fonts can draw all fixed texts of a language. */
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
  return said.every((text) => fonts.have(text));
}

type Pdf = InstanceType<typeof PdfDocument>;

interface Paper {
  readonly pdf: Pdf;
  readonly fonts: Fonts;
  /** The language of the fixed texts of the printed report. */
  readonly language: Language;
  /** The reading direction, which decides on which side lines begin. */
  readonly direction: Direction;
}

function collect(pdf: Pdf): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

/** Draws the hospital's name and place over the whole width, as a letterhead. */
function drawHead(paper: Paper, head: HospitalHeadRow): void {
  const { pdf } = paper;
  pdf.rect(0, 0, pdf.page.width, bandHeight).fill(teal);
  pdf.y = margin;
  write(paper, head.name, { size: 21, weight: 700, color: teal });
  const place = placeOf([head.address, head.city, head.state, head.zip_code]);
  write(paper, place, { size: 9, color: soft });
  const contact = [groupPhone(head.phone), head.email]
    .filter(isGiven)
    .map(fromTheLeft)
    .join('  ·  ');
  write(paper, contact, { size: 9, color: soft });
  drawLine(pdf, teal);
}

function isGiven(text: string): boolean {
  return text !== '';
}

/** Isolates a phone number or an address, which is always written from left to right. */
function fromTheLeft(text: string): string {
  return `\u2066${text.replaceAll(isolates, '')}\u2069`;
}

/** Isolates a name from the direction of the surrounding text. */
function keptTogether(text: string): string {
  return `\u2068${text.replaceAll(isolates, '')}\u2069`;
}

const isolates = /[\u2066-\u2069]/gu;

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

/** Draws the facts about the patient and the doctor, in two columns. */
function drawFacts(paper: Paper, report: Report): void {
  const { pdf, language } = paper;
  const { types, statuses, patient, doctor, date } = textsOf('reports', language);
  write(paper, report.title, { size: 17, weight: 700, color: ink });
  pdf.y += 10;
  const field = listed(
    [
      ...new Set([specialtyName(report, language), medicalName(report.department, language)]),
    ].filter(isGiven),
    aboutLanguages[language],
  );
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
      const place = { from: column * (width + columnGap), width };
      pdf.y = top;
      write(paper, label, { size: 8, color: soft, ...place });
      write(paper, value, { size: 11, weight: 700, color: ink, ...place });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 8;
  }
  drawLine(pdf, '#c9d3d1');
}

/** A date such as 20 November 2026, from YYYY-MM-DD. */
function longDate(date: string, language: Language): string {
  return Temporal.PlainDate.from(date).toLocaleString(aboutLanguages[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/**
 * Draws a line to be signed by hand on paper. On a screen, the name below it shows who is
 * responsible.
 */
function drawSignature(paper: Paper, report: Report): void {
  const { pdf } = paper;
  const left = pdf.page.height - margin - footHeight - pdf.y - signatureHeight;
  if (left < 20) pdf.addPage();
  // Space for the signature. The space shrinks if needed, so that the name does not move to a page
  // of its own.
  pdf.y += left < 20 ? 56 : Math.min(56, left);
  const width = 220;
  const from = pdf.page.width - 2 * margin - width;
  const x = edgeOf(paper, from, width);
  pdf
    .moveTo(x, pdf.y)
    .lineTo(x + width, pdf.y)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke();
  pdf.y += 6;
  write(paper, report.doctorName, { size: 11, weight: 700, color: ink, from, width });
  const specialty = specialtyName(report, paper.language);
  write(paper, specialty, { size: 9, color: soft, from, width });
  write(paper, report.hospitalName, { size: 9, color: soft, from, width });
}

/**
 * Draws the foot of each page: the report to which the page belongs, and its number, such as 'Page
 * 10 of 12'.
 */
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
    const whose = [report.patient.name, report.title].map(keptTogether).join('  ·  ');
    write(paper, whose, { ...look, width });
    const origin = [texts.records(report.hospitalName), report.id].map(keptTogether);
    write(paper, origin.join('  ·  '), { ...look, width });
    pdf.y = top;
    write(paper, texts.page(page - start + 1, count), {
      ...look,
      from: width,
      width: pageWidth,
      align: 'end',
    });
  }
}

interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color: string;
  /**
   * The column's distance from the side on which lines begin, and its width; the whole page by
   * default.
   */
  readonly from?: number;
  readonly width?: number;
  /**
   * `end`: aligned at the side where lines end; `own`: each paragraph in its own direction. By
   * default the text is aligned at the side where lines begin.
   */
  readonly align?: 'end' | 'own';
  /** Whether the text is a single line in the page's margin, cut with … if too long. */
  readonly isOneLine?: boolean;
}

/** Line height as a multiple of the font size, with space for marks above and below Devanagari. */
const leading = 1.45;
const ascent = 1.07;

/** Draws a text, each letter in a font that has it, keeping its line breaks. */
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
    drawLineOfText(paper, line, look, width);
    pdf.y += height;
  }
}

function lay({ pdf, fonts, direction }: Paper, text: string, look: Look, width: number): Line[] {
  const { weight = 400 } = look;
  const measuring = {
    fontOf: (letter: string, before: string | undefined) => fonts.nameFor(letter, weight, before),
    widthOf: (part: string, font: string) => pdf.font(font).widthOfString(part),
  };
  return linesOf(fonts.spelled(text), width, measuring, direction);
}

function oneLine(paper: Paper, text: string, look: Look, width: number): Line {
  const [first, ...more] = lay(paper, text, look, width);
  if (first === undefined) return { runs: [], width: 0, direction: paper.direction };
  if (more.length === 0) return first;
  const [end] = lay(paper, '\u2026', look, width)[0]?.runs ?? [];
  if (end === undefined) return first;
  const level = first.direction === 'rtl' ? 1 : 0;
  return { ...first, runs: [...first.runs, { ...end, level }] };
}

function drawLineOfText(paper: Paper, line: Line, look: Look, width: number): void {
  const { pdf } = paper;
  const { size, from = 0 } = look;
  const parts = inVisualOrder(line.runs, line.direction).map(({ text, font, level }) => {
    const features = runsTo[level % 2 === 1 ? 'rtl' : 'ltr'];
    return { text, font, features, width: pdf.font(font).widthOfString(text, { features }) };
  });
  const edge = edgeOf(paper, from, width);
  const left = width - parts.reduce((sum, part) => sum + part.width, 0);
  let at = sideOf(paper, line, look) === 'rtl' ? edge + left : edge;
  const top = pdf.y;
  for (const { font, text, features, width: textWidth } of parts) {
    // PDFKit neither wraps nor measures a text if its width is given.
    const place = { lineBreak: false, baseline: 'alphabetic', textWidth, wordCount: 1 } as const;
    pdf.font(font).text(text, at, top + size * ascent, { ...place, features });
    at += textWidth;
  }
  pdf.x = margin;
  pdf.y = top;
}

/** The left edge of a column. */
function edgeOf({ pdf, direction }: Paper, from: number, width: number): number {
  return direction === 'rtl' ? pdf.page.width - margin - from - width : margin + from;
}

/** The side of the column where a line is aligned. */
function sideOf({ direction }: Paper, line: Line, { align }: Look): Direction {
  if (align === 'own') return line.direction;
  if (align === undefined) return direction;
  return direction === 'rtl' ? 'ltr' : 'rtl';
}
