/** Tests which parts of an uploaded PDF the server stores and which it removes [SEC-11]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { PDFParser, PDFRawStream, decodePDFRawStream } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { onePagePdf, pdfOf, pdfStream } from '../testing/test-pdf.ts';
import { cleanPdf } from './documents/clean-pdf.thread.ts';
import { lengthOfLzw, lengthOfRuns } from './pdf-size.thread.ts';

/** The decompressed contents of a PDF as text. */
async function saidBy(bytes: Uint8Array): Promise<string> {
  const context = await PDFParser.forBytesWithOptions(
    bytes,
    Number.POSITIVE_INFINITY,
  ).parseDocument();
  const objects = context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return object.toString();
    // An object stream is left out, because the objects inside it are listed separately.
    if (object.dict.toString().includes('/ObjStm')) return '';
    const isPicture = object.dict.toString().includes('DCTDecode');
    const content = isPicture ? object.contents : decodePDFRawStream(object).decode();
    return `${object.dict.toString()} ${Buffer.from(content).toString('latin1')}`;
  });
  return objects.join('\n');
}

async function clean(given: Buffer): Promise<string> {
  const cleaned = await cleanPdf(given);
  assert.ok(typeof cleaned !== 'string', String(cleaned));
  return saidBy(cleaned);
}

const script = '/S /JavaScript /JS (app.alert\\(1\\))';
const acting: Readonly<Record<string, Parameters<typeof onePagePdf>[0]>> = {
  'a script that runs on opening': { catalog: `/OpenAction << ${script} >>` },
  'a script under an escaped name': {
    catalog: '/OpenActio#6e << /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>',
  },
  'scripts of the document': {
    catalog: `/Names << /JavaScript << /Names [(a) << ${script} >>] >> >>`,
  },
  'scripts of events': {
    catalog: `/AA << /WC << ${script} >> >>`,
    page: `/AA << /O << ${script} >> >>`,
  },
  'a program started by a tap': {
    page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (calc.exe) >> >>]',
  },
  'a link to an address': {
    page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://spy.example) >> >>]',
  },
  'a form that submits itself': {
    catalog: '/AcroForm << /Fields [5 0 R] >>',
    page: '/Annots [5 0 R]',
    more: [
      `<< /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /A << /S /SubmitForm /F (https://spy.example) >> /AA << /E << ${script} >> >> >>`,
    ],
  },
  'an embedded file': {
    catalog: '/Names << /EmbeddedFiles << /Names [(virus.exe) 5 0 R] >> >> /AF [5 0 R]',
    page: '/AF [5 0 R] /Annots [<< /Subtype /FileAttachment /Rect [0 0 9 9] /FS 5 0 R >>]',
    more: [
      '<< /Type /Filespec /F (virus.exe) /EF << /F 6 0 R >> >>',
      pdfStream('MZ virus', '/Type /EmbeddedFile'),
    ],
  },
  'embedded media': {
    page: '/Annots [<< /Subtype /Screen /Rect [0 0 9 9] /A << /S /Rendition /R << /S /MR >> >> >>]',
  },
  'its author, date and program': {
    catalog: '/Metadata 5 0 R /PieceInfo << /App << /Private (Asha Rao) >> >> /Lang (en)',
    page: '/PieceInfo << /App << /Private (Asha Rao) >> >> /LastModified (D:2026)',
    more: [
      pdfStream('<x:xmpmeta>Asha Rao</x:xmpmeta>', '/Type /Metadata /Subtype /XML'),
      '<< /Author (Asha Rao) /Creator (Scanner 3000) /CreationDate (D:2026) >>',
    ],
    trailer: '/Info 6 0 R /ID [<AA> <BB>]',
  },
  'objects that no page refers to': {
    more: [`<< /Hidden (Asha Rao) ${script} >>`, pdfStream('Asha Rao')],
  },
  'bookmarks and articles with actions': {
    catalog: `/Outlines << /First << /Title (Asha Rao) /A << ${script} >> >> >> /Threads [<< /I << /Author (Asha Rao) >> >>]`,
    page: '/B [<< /T << /I << /Author (Asha Rao) >> >> >>] /Tabs /S',
  },
  'a script in the resources of a page': {
    page: `/Resources << /Properties << /A << /Metadata 5 0 R /Next << ${script} >> >> >> /XObject << /B << ${script} >> >> >>`,
    more: [pdfStream('Asha Rao')],
  },
};
const traces = `
JavaScript,/JS,app.alert,Launch,calc.exe,spy.example,SubmitForm,/URI,virus,
EmbeddedFile,Filespec,/EF,/AF,/AA,/OpenAction,/AcroForm,/Annots,Asha Rao,Scanner,
Metadata,PieceInfo,/Info,/ID,/Names,/Outlines,/Rendition
`
  .split(',')
  .map((trace) => trace.trim());

for (const [what, parts] of Object.entries(acting)) {
  test(`a cleaned PDF loses ${what} and keeps its page [SEC-11]`, async () => {
    const given = onePagePdf({ ...parts, content: 'BT /F1 9 Tf (seen) Tj ET' });
    const said = await clean(given);
    for (const trace of traces) assert.ok(!said.includes(trace), `${trace} in ${said}`);
    assert.ok(said.includes('(seen) Tj'));
    assert.match(said, /\/MediaBox \[ 0 0 300 300 \]/u);
    assert.match(said, /\/Count 1/u);
  });
}

test('a cleaned PDF page keeps its drawing resources, whatever names the program that wrote the PDF gave them [SEC-11]', async () => {
  const said = await clean(
    onePagePdf({
      page: '/Rotate 90 /Resources << /Font << /F 5 0 R /A 5 0 R >> /XObject << /B 6 0 R /JS 6 0 R >> >>',
      content: '/B Do',
      more: [
        '<< /Type /Font /Subtype /Type3 /CharProcs << /A 7 0 R /F 7 0 R >> >>',
        pdfStream(
          '0 0 9 9 re f',
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /PTEX.FileName (/home/asha)',
        ),
        pdfStream('d0 letter'),
      ],
    }),
  );
  assert.match(said, /\/Font <<\s+\/F \d+ 0 R\s+\/A \d+ 0 R\s+>>/u);
  assert.match(said, /\/CharProcs <<\s+\/A \d+ 0 R\s+\/F \d+ 0 R\s+>>/u);
  assert.match(said, /\/B \d+ 0 R\s+\/JS \d+ 0 R/u);
  assert.ok(
    said.includes('/Rotate 90') && said.includes('0 0 9 9 re f') && said.includes('d0 letter'),
  );
  assert.ok(!said.includes('/home/asha'));
});

test('the pages of a cleaned PDF stay in order and keep the attributes that they inherit from the page tree [SEC-11]', async () => {
  const said = await clean(
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 3 /MediaBox [0 0 111 111] >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 /Rotate 180 >>',
      '<< /Type /Page /Parent 3 0 R /UserUnit 1 >>',
      '<< /Type /Page /Parent 3 0 R /UserUnit 2 /MediaBox [0 0 222 222] >>',
      '<< /Type /Page /Parent 2 0 R /UserUnit 3 >>',
    ]),
  );
  const pages =
    said
      .split('\n')
      .join(' ')
      .match(/<<\s*\/Type \/Page\s.*?>>/gu) ?? [];
  const facts = pages.map((page) => [
    /UserUnit (?<unit>\d)/u.exec(page)?.groups?.['unit'],
    /MediaBox \[ 0 0 (?<size>\d+)/u.exec(page)?.groups?.['size'],
    page.includes('/Rotate 180'),
  ]);
  assert.deepEqual(facts, [
    ['1', '111', true],
    ['2', '222', true],
    ['3', '111', false],
  ]);
});

test('a stamp and a filled form field in a cleaned PDF stay visible at their position on the page [SEC-11]', async () => {
  const said = await clean(
    onePagePdf({
      catalog: '/AcroForm << /Fields [6 0 R] /XFA (form) >>',
      page: '/Annots [5 0 R 6 0 R 7 0 R 8 0 R]',
      content: '(page) Tj',
      more: [
        '<< /Type /Annot /Subtype /Stamp /Rect [100 50 140 70] /AP << /N 9 0 R >> /T (Asha Rao) >>',
        '<< /Type /Annot /Subtype /Widget /FT /Btn /V /Yes /Rect [0 0 10 10] /AS /Yes /AP << /N << /Yes 10 0 R >> >> >>',
        '<< /Type /Annot /Subtype /Widget /FT /Btn /V /Yes /Rect [0 0 10 10] /AS /Off /AP << /N << /Yes 11 0 R >> >> >>',
        '<< /Type /Annot /Subtype /Ink /F 2 /Rect [0 0 10 10] /AP << /N 11 0 R >> >>',
        pdfStream('(approved) Tj', '/BBox [0 0 20 20]'),
        pdfStream('(ticked) Tj', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]'),
        pdfStream('(not shown) Tj', '/BBox [0 0 10 10]'),
      ],
    }),
  );
  assert.ok(
    said.includes('(page) Tj') && said.includes('(approved) Tj') && said.includes('(ticked) Tj'),
  );
  assert.ok(!said.includes('not shown'), 'neither a box that is not ticked nor a hidden mark');
  assert.ok(
    said.includes('q 2.00000 0.00000 0.00000 1.00000 100.00000 50.00000 cm /BaariDrawn0 Do Q'),
  );
  assert.ok(!/Annot|Widget|AcroForm|Asha Rao/u.test(said));
});

test('a hidden layer of a PDF stays hidden [SEC-11]', async () => {
  const said = await clean(
    onePagePdf({
      catalog: '/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /AS [<< /Event /View >>] >> >>',
      page: '/Resources << /Properties << /L 5 0 R >> >>',
      content: '/OC /L BDC (draft) Tj EMC',
      more: ['<< /Type /OCG /Name (Draft) /Usage << /CreatorInfo << /Creator (Asha Rao) >> >> >>'],
    }),
  );
  assert.match(said, /\/OFF \[ \d+ 0 R \]/u);
  assert.ok(!said.includes('Asha Rao') && !said.includes('/AS'));
});

function jpegWithPlace(): Buffer {
  const segment = (marker: number, content: string): Buffer => {
    const head = Buffer.from([0xff, marker, 0, content.length + 2]);
    return Buffer.concat([head, Buffer.from(content, 'latin1')]);
  };
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, 'Exif\0\0GPS 18.52N'),
    segment(0xc0, '\u0008\0\u0001\0\u0001\u0001\u0001\u0011\0'),
    segment(0xda, 'scan'),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
  ]);
}

test('a photo in a PDF page loses its location [SEC-11]', async () => {
  const page = '/Resources << /XObject << /I 5 0 R >> >>';
  const picture = '/Type /XObject /Subtype /Image /Filter [/DCTDecode] /Width 1 /Height 1';
  const said = await clean(onePagePdf({ page, more: [pdfStream(jpegWithPlace(), picture)] }));
  assert.ok(said.includes('DCTDecode') && said.includes('scan') && !said.includes('GPS'));
});

test('a photo in a PDF page loses its location, whatever compression surrounds the photo [SEC-11]', async () => {
  const page = '/Resources << /XObject << /I 5 0 R >> >>';
  const photo = jpegWithPlace();
  for (const [filter, packed] of [
    ['[/FlateDecode /DCTDecode]', deflateSync(photo)],
    ['[/ASCIIHexDecode /FlateDecode /DCTDecode]', hexOf(deflateSync(photo))],
    ['/DCT', photo],
  ] as const) {
    const picture = `/Type /XObject /Subtype /Image /Filter ${filter} /Width 1 /Height 1`;
    const params = filter.startsWith('[') ? '/DecodeParms [null << /ColorTransform 0 >>]' : '';
    const given = onePagePdf({ page, more: [pdfStream(packed, `${picture} ${params}`)] });
    const said = await clean(given);
    assert.ok(said.includes('/Filter /DCTDecode') && said.includes('scan'), said);
    assert.ok(!said.includes('GPS'), filter);
    assert.equal(said.includes('/ColorTransform 0'), filter.startsWith('[/Flate'));
  }
});

function hexOf(bytes: Buffer): Buffer {
  return Buffer.from(`${bytes.toString('hex')}>`);
}

test('a PDF with a picture that cannot be decompressed to remove its metadata is refused [SEC-11]', async () => {
  const page = '/Resources << /XObject << /I 5 0 R >> >>';
  const picture = '/Subtype /Image /Filter [/FlateDecode /DCTDecode]';
  for (const given of [
    pdfStream('no deflate', picture),
    pdfStream(deflateSync('no JPEG'), picture),
    pdfStream(jpegWithPlace(), '/Subtype /Image /Filter [/Secret /DCTDecode]'),
    pdfStream(
      deflateSync(jpegWithPlace()),
      `${picture} /DecodeParms [<< /Predictor 12 /Columns 4 >> null]`,
    ),
  ]) {
    assert.equal(await cleanPdf(onePagePdf({ page, more: [given] })), 'file_not_cleanable');
  }
});

const locked = '/Encrypt << /Filter /Standard /V 2 /R 3 /O (a) /U (b) /P -4 >>';
const freeText = '<< /Subtype /FreeText /Rect [0 0 9 9] /Contents (take 2 a day) >>';
const filled = '<< /Subtype /Widget /FT /Tx /V (take 2 a day) /Rect [0 0 9 9] >>';
const refused: Readonly<Record<string, readonly [string, Buffer]>> = {
  'an encrypted file': ['file_locked', onePagePdf({ trailer: locked })],
  'a form that only its own program renders': [
    'file_not_cleanable',
    onePagePdf({ catalog: '/NeedsRendering true /AcroForm << /XFA (form) >>' }),
  ],
  'a portfolio of files': [
    'file_not_cleanable',
    onePagePdf({ catalog: '/Collection << /View /D >>' }),
  ],
  'a text annotation without an appearance': [
    'file_not_cleanable',
    onePagePdf({ page: `/Annots [${freeText}]` }),
  ],
  'a form answer without an appearance': [
    'file_not_cleanable',
    onePagePdf({ page: `/Annots [${filled}]` }),
  ],
  'a picture in an external file': [
    'file_not_cleanable',
    onePagePdf({
      page: '/Resources << /XObject << /I 5 0 R >> >>',
      more: [pdfStream('', '/Subtype /Image /F (https://spy.example/a.png)')],
    }),
  ],
  'only a header': ['file_type_refused', Buffer.from('%PDF-1.4\n%%EOF\n')],
  'a cyclic page tree': [
    'file_type_refused',
    pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
  ],
  'no page': [
    'file_type_refused',
    pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
  ],
  'unclosed brackets': ['file_type_refused', onePagePdf({ page: `/X ${'['.repeat(200_000)}` })],
};
for (const [what, [code, given]] of Object.entries(refused)) {
  test(`a PDF is refused: ${what} [SEC-11]`, async () => {
    assert.equal(await cleanPdf(given), code);
  });
}

test('a PDF with object streams or incremental updates is read, and a PDF without anything to remove stays unchanged [SEC-11]', async () => {
  const packed =
    '3 0 5 65 << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /UserUnit 7 >> (unused)';
  const first = packed.indexOf('<<');
  const stream = pdfStream(
    deflateSync(Buffer.from(packed)),
    `/Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode`,
  );
  const given = Buffer.concat([
    onePagePdf({ more: [stream] }),
    Buffer.from(
      `4 0 obj\n${pdfStream('(corrected) Tj').toString()}\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    ),
  ]);
  const once = await cleanPdf(given);
  assert.ok(typeof once !== 'string');
  assert.ok((await saidBy(once)).includes('/UserUnit 7'));
  const twice = await cleanPdf(once);
  assert.ok(typeof twice !== 'string');
  assert.deepEqual(Buffer.from(twice), Buffer.from(once));
});

test('any bytes are either cleaned or refused, and never crash the PDF reader [SEC-11]', async () => {
  const whole = onePagePdf({
    page: '/Annots [<< /Subtype /Link >>] /Resources << /Font << /A 4 0 R >> >>',
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(whole.length),
      fc.string({ unit: 'binary', maxLength: 20 }),
      async (from, to, put) => {
        const changed = Buffer.concat([
          whole.subarray(0, from),
          Buffer.from(put),
          whole.subarray(to),
        ]);
        await cleanPdf(changed);
      },
    ),
    { numRuns: 100 },
  );
});

test('the decompressed length of LZW and run-length data is computed without decompressing the data [SEC-16]', () => {
  // The example of the standard (PDF 32000-1, 7.4.4.2): 45 45 45 45 45 65 45 45 45 66.
  const example = Buffer.from('800B6050220C0C8501', 'hex');
  assert.equal(lengthOfLzw(example), 10);
  for (const size of [1, 500, 5000, 200_000]) {
    const given = Buffer.from(Array.from({ length: size }, (_, index) => (index * index) % 7));
    assert.equal(lengthOfLzw(lzwOf(given)), size);
  }
  assert.equal(lengthOfRuns(Buffer.from([2, 1, 2, 3, 254, 9, 128, 7])), 6);
});

/** Encodes LZW as PDF programs do, with code widths that grow one code early. */
function lzwOf(given: Buffer): Buffer {
  const table = new Map<string, number>();
  const codes: { code: number; width: number }[] = [{ code: 256, width: 9 }];
  let width = 9;
  let next = 258;
  let held = '';
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text));
  const emit = (code: number) => codes.push({ code, width });
  for (const byte of given) {
    const character = String.fromCharCode(byte);
    if (held === '' || codeOf(held + character) !== undefined) {
      held += character;
      continue;
    }
    emit(codeOf(held) ?? 0);
    table.set(held + character, next);
    next += 1;
    if (next + 1 > 1 << width && width < 12) width += 1;
    if (next === 4095) {
      emit(256);
      table.clear();
      next = 258;
      width = 9;
    }
    held = character;
  }
  emit(codeOf(held) ?? 0);
  emit(257);
  const bits = codes.map(({ code, width: wide }) => code.toString(2).padStart(wide, '0')).join('');
  return Buffer.from(
    Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
      Number.parseInt(bits.slice(index * 8, index * 8 + 8).padEnd(8, '0'), 2),
    ),
  );
}
