/** Draws pictures (SVG) of the error and the share called in time, by hour of the day. */
import type { Group, WorldFigures } from './goals.ts';

/** The results of one forecast in one simulated world. */
export interface Drawn {
  readonly product: string;
  readonly figures: WorldFigures;
}

interface Scale {
  readonly title: string;
  readonly least: number;
  readonly most: number;
  /** The range of values that meets the goal; the chart marks this range. */
  readonly aim: readonly [number, number];
  readonly step: number;
  readonly value: (group: Group) => number;
}

const scales: readonly Scale[] = [
  {
    title: 'called by the upper end',
    least: 0.4,
    most: 1,
    aim: [0.85, 0.96],
    step: 0.1,
    value: ({ inTime }) => inTime,
  },
  {
    title: "root mean square error, in the oracle's",
    least: 0.9,
    most: 1.9,
    aim: [0.9, 1.12],
    step: 0.2,
    value: ({ error }) => error,
  },
];
const colours = ['#8a94a6', '#0b6b5d', '#b4540a'];
const size = { width: 460, height: 260, left: 48, right: 12, top: 44, bottom: 34 };

/**
 * Draws the charts of both results of a simulated world side by side. Each forecasting application
 * has its own curve.
 */
export function pictureOf(name: string, drawn: readonly Drawn[]): string {
  const panels = scales.map((scale, index) => panel(scale, drawn, index * size.width));
  const width = scales.length * size.width;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${size.height}" width="${width}" height="${size.height}" font-family="sans-serif" font-size="11" role="img" aria-label="${escaped(name)}">`,
    `<rect width="${width}" height="${size.height}" fill="#ffffff"/>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function panel(scale: Scale, drawn: readonly Drawn[], offset: number): string {
  const { title, aim, value } = scale;
  const hours = [...new Set(drawn.flatMap(({ figures }) => figures.byHour.map(hourOf)))].toSorted(
    (one, other) => one - other,
  );
  const [first = 0] = hours;
  const last = hours.at(-1) ?? first + 1;
  const { left, right, top, bottom, width, height } = size;
  const x = (hour: number) =>
    offset + left + ((hour - first) / Math.max(1, last - first)) * (width - left - right);
  const y = (number: number) => {
    const kept = Math.min(scale.most, Math.max(scale.least, number));
    const share = (kept - scale.least) / (scale.most - scale.least);
    return height - bottom - share * (height - top - bottom);
  };
  const lines = drawn.map(({ product, figures }, index) => {
    const points = figures.byHour
      .filter((group) => !Number.isNaN(value(group)))
      .map((group) => `${x(hourOf(group)).toFixed(1)},${y(value(group)).toFixed(1)}`);
    const colour = colours[index % colours.length];
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      text(offset + left + index * 90, 34, product, `fill="${colour}"`),
    ].join('\n');
  });
  const [low, high] = aim;
  const band = `<rect x="${x(first)}" y="${y(high)}" width="${x(last) - x(first)}" height="${y(low) - y(high)}" fill="#e5f2ef"/>`;
  const across = steps(scale).map((number) =>
    text(offset + left - 6, y(number) + 4, number.toFixed(1), 'text-anchor="end" fill="#445"'),
  );
  const along = hours.map((hour) =>
    text(x(hour), height - bottom + 16, String(hour), 'text-anchor="middle" fill="#445"'),
  );
  const heading = text(offset + left, 18, title, 'font-weight="bold" fill="#223"');
  return [band, heading, ...across, ...along, ...lines].join('\n');
}

function steps({ least, most, step }: Scale): number[] {
  const count = Math.round((most - least) / step);
  return Array.from({ length: count + 1 }, (_, index) => least + index * step);
}

function hourOf({ name }: Group): number {
  return Number(name.slice(0, 2));
}

function text(x: number, y: number, said: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(said)}</text>`;
}

function escaped(said: string): string {
  return said.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
