import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachment } from '../platform/http/file-answer.ts';
import {
  sizeOfJpeg,
  sizeOfPng,
  stripJpeg,
  stripPng,
} from '../platform/files/image-metadata.rules.ts';
import { fileTypeOf, periodStart, safeFileName } from './report.rules.ts';

test('in the filter of reports, “this week” begins on Monday and “this month” on the first day, even across a new year [ADM-7]', () => {
  assert.equal(periodStart('all', '2027-01-01'), null);
  assert.equal(periodStart('today', '2027-01-01'), '2027-01-01');
  assert.equal(periodStart('week', '2027-01-01'), '2026-12-28');
  assert.equal(periodStart('week', '2026-12-28'), '2026-12-28');
  assert.equal(periodStart('week', '2027-01-03'), '2026-12-28');
  assert.equal(periodStart('month', '2024-02-29'), '2024-02-01');
});

test('the server determines the type of an uploaded file from its first bytes only [SEC-11]', () => {
  assert.equal(fileTypeOf(Buffer.from('%PDF-1.7')), 'application/pdf');
  assert.equal(fileTypeOf(Buffer.from('<html>%PDF-1.7')), undefined);
  assert.equal(fileTypeOf(Buffer.from('GIF89a')), undefined);
  assert.equal(fileTypeOf(new Uint8Array()), undefined);
});

test('an uploaded file keeps its name without folders or unsafe characters [SEC-11]', () => {
  assert.equal(safeFileName('X-ray left.JPG', 'image/jpeg'), 'X-ray left.jpg');
  assert.equal(safeFileName('../../etc/passwd', 'application/pdf'), 'passwd.pdf');
  assert.equal(safeFileName('C:\\scans\\chest.png.exe', 'image/png'), 'chest.png');
  assert.equal(safeFileName('जाँच.pdf', 'application/pdf'), 'जाँच.pdf');
  assert.equal(safeFileName('"\r\nset-cookie: a', 'application/pdf'), 'set-cookie a.pdf');
  assert.equal(safeFileName('gpj\u202e.exe', 'application/pdf'), 'gpj.pdf');
  assert.equal(safeFileName('...', 'application/pdf'), 'report.pdf');
  assert.equal(safeFileName(' .scan. 3 .tar.gz', 'application/pdf'), 'scan. 3.pdf');
  assert.equal(safeFileName('dr.verylongname', 'application/pdf'), 'dr.verylongname.pdf');
  assert.equal(safeFileName(`${'.a'.repeat(900)}-`, 'image/png').length, 104);
});

test('the HTTP header with a downloaded file’s name is one line of plain characters for any file name [SEC-11]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (given) => {
      const name = safeFileName(given, 'image/png');
      assert.ok(name.endsWith('.png') && !/[/\\"\r\n]/u.test(name), name);
      assert.match(
        attachment(name),
        /^attachment; filename="[\w.\- ]+"; filename\*=UTF-8''[\w.!~%-]+$/u,
      );
    }),
  );
});

function chunk(name: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(name + content, 'latin1'), Buffer.alloc(4)]);
}
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test('cleaning a PNG removes its text chunks, its Exif data and trailing bytes, and keeps the picture [SEC-11]', () => {
  const kept = [chunk('IHDR', 'x'.repeat(13)), chunk('IDAT', 'picture'), chunk('IEND', '')];
  const [header, picture, end] = kept;
  assert.ok(header && picture && end);
  const hidden = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME', 'prVt'].map((name) => chunk(name, 'who'));
  const given = Buffer.concat([
    pngHead,
    header,
    ...hidden,
    picture,
    end,
    Buffer.from('PK\u0003\u0004'),
  ]);
  assert.deepEqual(Buffer.from(stripPng(given) ?? []), Buffer.concat([pngHead, ...kept]));
  assert.equal(stripPng(Buffer.concat([pngHead, picture, end])), undefined, 'no header');
  assert.equal(stripPng(given.subarray(0, -30)), undefined, 'cut off');
});

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const table = segment(0xdb, Buffer.from('table'));
const adobe = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\u0001', 'latin1'));
const scan = Buffer.concat([
  segment(0xda, Buffer.from('scan')),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd3, 3]),
]);

function exifWith(orientation: number): Buffer {
  const tiff = Buffer.from('II*\0\u0008\0\0\0\u0002\0', 'latin1');
  const maker = Buffer.from([0x0f, 0x01, 2, 0, 4, 0, 0, 0, 0x4e, 0x69, 0x6b, 0]);
  const turned = Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
  const content = [Buffer.from('Exif\0\0'), tiff, maker, turned, Buffer.from('\0\0\0\0GPS 18.52N')];
  return segment(0xe1, Buffer.concat(content));
}

test('a JPEG loses its location, camera data and comments, and keeps its picture and colours [SEC-11]', () => {
  const hidden = [
    segment(0xe0, Buffer.from('JFIF')),
    exifWith(1),
    segment(0xed, Buffer.from('Photoshop')),
    segment(0xfe, Buffer.from('taken by Asha')),
  ];
  // Types of JPEG segments that no picture needs, and in which any data may hide.
  for (const marker of [0x01, 0x02, 0xbf, 0xc8, 0xd8, 0xf0, 0xf7, 0xfd]) {
    hidden.push(segment(marker, Buffer.from('GPS 18.52N')));
  }
  const given = Buffer.concat([start, ...hidden, adobe, table, scan, end, Buffer.from('<script>')]);
  assert.deepEqual(
    Buffer.from(stripJpeg(given) ?? []),
    Buffer.concat([start, adobe, table, scan, end]),
  );
});

test('PNG metadata that is longer than its purpose needs is removed [SEC-11]', () => {
  const [header, picture, last] = [
    chunk('IHDR', 'x'.repeat(13)),
    chunk('IDAT', 'picture'),
    chunk('IEND', ''),
  ];
  const whole = Buffer.concat([pngHead, header, chunk('gAMA', 'xxxx'), picture, last]);
  assert.deepEqual(Buffer.from(stripPng(whole) ?? []), whole);
  for (const name of ['gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'tRNS']) {
    const long = chunk(name, `<script>${'x'.repeat(2000)}`);
    const stripped = stripPng(Buffer.concat([pngHead, header, long, picture, last]));
    assert.deepEqual(
      Buffer.from(stripped ?? []),
      Buffer.concat([pngHead, header, picture, last]),
      name,
    );
  }
  for (const broken of [chunk('PLTE', 'x'.repeat(2000)), chunk('IEND', 'PK\u0003\u0004')]) {
    assert.equal(stripPng(Buffer.concat([pngHead, header, broken, picture, last])), undefined);
  }
});

test('a rotated JPEG stays the right way up and keeps no other metadata [SEC-11]', () => {
  const stripped = Buffer.from(
    stripJpeg(Buffer.concat([start, exifWith(6), table, scan, end])) ?? [],
  );
  assert.ok(!stripped.includes('GPS') && !stripped.includes('Nik'));
  assert.ok(stripped.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6])));
  assert.deepEqual(Buffer.from(stripJpeg(stripped) ?? []), stripped, 'once is enough');
});

test('a picture’s size is read before the picture is decoded, and a picture without a size is recognised [SEC-11]', () => {
  const header = Buffer.from('\0\0\u0001\u0002\0\0\u0003\u0004\b\u0002\0\0\0', 'latin1').toString(
    'latin1',
  );
  const png = Buffer.concat([
    pngHead,
    chunk('IHDR', header),
    chunk('IDAT', 'x'),
    chunk('IEND', ''),
  ]);
  assert.deepEqual(sizeOfPng(png), { width: 258, height: 772 });
  assert.equal(sizeOfPng(Buffer.concat([pngHead, chunk('IHDR', 'x')])), undefined);
  const frame = segment(0xc2, Buffer.from('\b\u0001\u0002\u0003\u0004\u0003', 'latin1'));
  assert.deepEqual(sizeOfJpeg(Buffer.concat([start, table, frame, scan, end])), {
    width: 772,
    height: 258,
  });
  assert.equal(sizeOfJpeg(Buffer.concat([start, table, scan, frame, end])), undefined);
});

test('a malformed image is refused and never crashes the server [SEC-11]', () => {
  assert.equal(stripJpeg(Buffer.concat([start, table, end])), undefined, 'no picture');
  assert.equal(stripJpeg(Buffer.concat([start, table, scan])), undefined, 'no end');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
      stripPng(Buffer.concat([pngHead, rest]));
      stripJpeg(Buffer.concat([start, exifWith(6).subarray(0, rest.length), rest]));
    }),
  );
});
