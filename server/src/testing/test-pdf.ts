/**
 * Writes a PDF from its objects, the catalog first. Tests can thus make PDFs that no program would
 * write. `trailer` adds entries to the PDF's trailer.
 */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const starts = objects.map((object, index) => {
    const start = parts.reduce((sum, part) => sum + part.length, 0);
    const whole = [`${index + 1} 0 obj\n`, object, '\nendobj\n'];
    parts.push(
      ...whole.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    );
    return start;
  });
  const xref = parts.reduce((sum, part) => sum + part.length, 0);
  const lines = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}trailer\n` +
        `<< /Root 1 0 R /Size ${size} ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A stream object with further dictionary entries. */
export function pdfStream(content: string | Buffer, entries = ''): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

export interface PdfParts {
  /** Further entries of the PDF's catalog. `page` has further entries of its only page. */
  readonly catalog?: string;
  readonly page?: string;
  readonly content?: string;
  /** Further objects of the PDF; their numbers begin at 5. */
  readonly more?: readonly (string | Buffer)[];
  readonly trailer?: string;
}

/** A PDF of one page with a text, and with whatever else a test adds. */
export function onePagePdf({
  catalog = '',
  page = '',
  content = 'BT ET',
  more = [],
  trailer = '',
}: PdfParts): Buffer {
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R ${page} >>`,
      pdfStream(content),
      ...more,
    ],
    trailer,
  );
}
