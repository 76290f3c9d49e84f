/** Draws portraits of the invented doctors without a face, so that they show nobody. */
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** Pixels per side: twice the largest display size. */
const side = 128;
/** Samples per pixel in each direction, for antialiasing. */
const fine = 2;

const grounds: readonly Colour[] = [
  [207, 224, 227],
  [226, 218, 205],
  [213, 222, 207],
  [223, 213, 226],
  [205, 215, 232],
];
const skins: readonly Colour[] = [
  [224, 172, 132],
  [198, 141, 101],
  [168, 112, 77],
  [141, 91, 62],
];
const hairs: readonly Colour[] = [
  [38, 30, 28],
  [64, 46, 38],
  [122, 118, 116],
  [27, 24, 30],
];
const shirts: readonly Colour[] = [
  [58, 96, 115],
  [122, 62, 70],
  [74, 98, 70],
  [92, 78, 122],
];
const coat: Colour = [246, 247, 248];
const seam: Colour = [201, 208, 214];

/**
 * A shape of the portrait. Coordinates are fractions of the picture's side, from the middle of the
 * upper edge: x from -0.5 to 0.5, y from 0 to 1.
 */
interface Shape {
  readonly colour: Colour;
  readonly holds: (x: number, y: number) => boolean;
}

/** Draws a PNG portrait. The same number and hair length always give the same picture. */
export function drawPortrait(number: number, hair: 'long' | 'short'): Buffer {
  const skin = pickOf(skins, number * 3 + 1);
  const ground = pickOf(grounds, number);
  const shapes = shapesOf(skin, pickOf(hairs, number * 5 + 2), pickOf(shirts, number + 1), hair);
  const rows = Buffer.alloc(side * (side * 3 + 1));
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      rows.set(colourAt(x, y, shapes, ground), y * (side * 3 + 1) + 1 + x * 3);
    }
  }
  return pngOf(rows);
}

/** The shapes of the portrait in drawing order. A later shape covers the earlier shapes. */
function shapesOf(skin: Colour, hair: Colour, shirt: Colour, kind: 'long' | 'short'): Shape[] {
  const behind: Shape[] =
    kind === 'long' ? [{ colour: hair, holds: (x, y) => inOval(x, y - 0.47, 0.235, 0.29) }] : [];
  return [
    ...behind,
    { colour: coat, holds: (x, y) => inOval(x, y - 1.02, 0.4, 0.33) },
    {
      colour: shirt,
      holds: (x, y) => inOval(x, y - 1.02, 0.4, 0.33) && Math.abs(x) < (0.98 - y) / 2.2,
    },
    { colour: seam, holds: (x, y) => y > 0.93 && Math.abs(x) < 0.006 },
    {
      colour: shade(skin),
      holds: (x, y) => Math.abs(x) < 0.075 && y > 0.5 && y < 0.73 - Math.abs(x),
    },
    { colour: skin, holds: (x, y) => inOval(x, y - 0.42, 0.155, 0.2) },
    {
      colour: hair,
      holds: (x, y) => inOval(x, y - 0.37, 0.18, 0.19) && !inOval(x - 0.03, y - 0.47, 0.165, 0.19),
    },
  ];
}

function inOval(x: number, y: number, across: number, down: number): boolean {
  return (x / across) ** 2 + (y / down) ** 2 < 1;
}

function shade([red, green, blue]: Colour): Colour {
  return [red * 0.86, green * 0.86, blue * 0.86];
}

/** The colour of one pixel: the mean colour of the samples in the pixel. */
function colourAt(x: number, y: number, shapes: readonly Shape[], ground: Colour): number[] {
  const sum = [0, 0, 0];
  for (let at = 0; at < fine * fine; at += 1) {
    const across = (x + ((at % fine) + 0.5) / fine) / side - 0.5;
    const down = (y + (Math.floor(at / fine) + 0.5) / fine) / side;
    const [red, green, blue] =
      shapes.findLast(({ holds }) => holds(across, down))?.colour ?? ground;
    sum[0] = (sum[0] ?? 0) + red;
    sum[1] = (sum[1] ?? 0) + green;
    sum[2] = (sum[2] ?? 0) + blue;
  }
  return sum.map((part) => Math.round(part / (fine * fine)));
}

function pickOf<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Encodes a PNG from rows of pixels. Each row has a filter byte, then three bytes per pixel. */
function pngOf(rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, content: Buffer): Buffer {
  const whole = Buffer.alloc(content.length + 12);
  whole.writeUInt32BE(content.length, 0);
  whole.write(name, 4, 'latin1');
  content.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, content.length + 8)), content.length + 8);
  return whole;
}
