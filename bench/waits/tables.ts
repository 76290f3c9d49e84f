/**
 * Prints the goals as tables: one line per world, and for each world the groups by hour, state and
 * people ahead.
 */
import type { Group, WorldFigures } from './goals.ts';
import type { Price } from './price.ts';

interface Column {
  readonly heading: string;
  readonly goal: string;
  readonly value: (figures: WorldFigures) => number;
  readonly isMet: (value: number, figures: WorldFigures) => boolean;
  readonly digits: number;
}

/** Whether the doctors of a world are usually late. Some goals are less strict there. */
function isLate({ world }: WorldFigures): boolean {
  return world.late.habit[1] > 0;
}

const isShare = (value: number) => value >= 0.88 && value <= 0.92;
const isShareOfGroup = (value: number) => value >= 0.85 && value <= 0.96;

const columns: readonly Column[] = [
  {
    heading: 'error',
    goal: '≤ 1.12',
    digits: 2,
    value: ({ error }) => error,
    isMet: (value, figures) => value <= (isLate(figures) ? 1.15 : 1.12),
  },
  {
    heading: 'joining',
    goal: '≤ 1.10',
    digits: 2,
    value: ({ errorOnJoining }) => errorOnJoining,
    isMet: (value) => value <= 1.1,
  },
  {
    heading: 'median',
    goal: '≤ 1.12',
    digits: 2,
    value: ({ medianError }) => medianError,
    isMet: (value) => value <= 1.12,
  },
  {
    heading: 'bias',
    goal: '≤ 3 min',
    digits: 1,
    value: ({ biasOnJoining }) => biasOnJoining,
    isMet: (value) => Math.abs(value) <= 3,
  },
  {
    heading: 'in time',
    goal: '.88–.92',
    digits: 3,
    value: ({ inTime }) => inTime,
    isMet: (value, { world }) => (world.days === 1 ? value >= 0.85 : isShare(value)),
  },
  {
    heading: 'in range',
    goal: '≥ .80',
    digits: 3,
    value: ({ inRange }) => inRange,
    isMet: (value) => value >= 0.795,
  },
  {
    heading: 'jumps',
    goal: '< 1 %',
    digits: 3,
    value: ({ jumped }) => jumped,
    isMet: (value) => value < 0.01,
  },
  {
    heading: 'back',
    goal: '< 1 %',
    digits: 3,
    value: ({ takenBack }) => takenBack,
    isMet: (value) => value < 0.01,
  },
  {
    heading: '2nd week',
    goal: '≥ .87',
    digits: 3,
    value: ({ inTimeInSecondWeek }) => inTimeInSecondWeek,
    isMet: (value) => value >= 0.87,
  },
  {
    heading: 'absent',
    goal: '≤ 15 %',
    digits: 2,
    value: ({ absentAtCall }) => absentAtCall,
    isMet: (value) => value <= 0.15,
  },
  {
    heading: 'late',
    goal: '≤ 5 min',
    digits: 1,
    value: ({ lateAtCall }) => lateAtCall,
    isMet: (value) => value <= 5,
  },
];

const nameWidth = 22;
const groupWidth = 24;

/** A table with one line per world; an asterisk marks a missed goal. */
export function goalTable(all: readonly WorldFigures[]): string {
  const heads = columns.map(({ heading }) => heading.padStart(9)).join('');
  const goals = columns.map(({ goal }) => goal.padStart(9)).join('');
  const groups = ['worst hour', 'worst state', 'worst ahead'];
  const lines = all.map((figures) => {
    const cells = columns.map((column) => cellOf(column, figures).padStart(9)).join('');
    const worst = [figures.byHour, figures.byState, figures.byAhead].map((list) =>
      worstOf(list).padStart(groupWidth),
    );
    return `${figures.world.name.padEnd(nameWidth)}${cells}${worst.join('')}`;
  });
  return [
    `${''.padEnd(nameWidth)}${heads}${groups.map((group) => group.padStart(groupWidth)).join('')}`,
    `${''.padEnd(nameWidth)}${goals}${groups.map(() => '.85–.96'.padStart(groupWidth)).join('')}`,
    ...lines,
  ].join('\n');
}

function cellOf({ value, isMet, digits }: Column, figures: WorldFigures): string {
  const number = value(figures);
  if (Number.isNaN(number)) return '–';
  return `${number.toFixed(digits)}${isMet(number, figures) ? ' ' : '*'}`;
}

/** Names the group whose share of patients called in on time is farthest from nine in ten. */
function worstOf(groups: readonly Group[]): string {
  const farthest = groups.toSorted((one, other) => distance(other) - distance(one))[0];
  if (farthest === undefined) return '–';
  const mark = isShareOfGroup(farthest.inTime) ? ' ' : '*';
  return `${farthest.name} ${farthest.inTime.toFixed(2)}${mark}`;
}

function distance({ inTime }: Group): number {
  return Math.abs(inTime - 0.905);
}

/**
 * A text table of a world's share of patients called in on time and of its forecast error, by hour,
 * state and people ahead.
 */
export function groupTable(figures: WorldFigures): string {
  const { world, byHour, byState, byAhead, announced, doubtful, width, ofDoctors } = figures;
  const lines = [byHour, byState, byAhead].map((groups) =>
    groups
      .map((group) => {
        const { name, inTime, error } = group;
        const mark = isShareOfGroup(inTime) ? '' : '*';
        return `${name} ${inTime.toFixed(2)}${mark} (${error.toFixed(2)}, ${group.width.toFixed(2)})`;
      })
      .join('   '),
  );
  const shown = `as shown, rounded, ${figures.inTimeAsShown.toFixed(3)}; range ${width.toFixed(1)} min wide, ${figures.widthOverOracle.toFixed(2)} times the oracle’s; nine in ten doctors ${spreadOf(ofDoctors)}`;
  return [
    `${world.name}: ${world.summary}. ${announced} waits promised; of all announced ${(100 * doubtful).toFixed(0)} % may come after the hours; ${shown}`,
    ...lines,
  ].join('\n  ');
}

/**
 * The 5th and the 95th percentile of the doctors' shares of patients called in on time, as text.
 */
function spreadOf(ofDoctors: readonly number[]): string {
  const at = (part: number) => ofDoctors[Math.round(part * (ofDoctors.length - 1))] ?? Number.NaN;
  return `${at(0.05).toFixed(2)}–${at(0.95).toFixed(2)}`;
}

/** How many goals are met, and how many there are. */
export interface Met {
  readonly met: number;
  readonly of: number;
}

/**
 * Counts the goals that are met by whole worlds, and separately by groups of hour, state and people
 * ahead. The groups are many and meet their goals easily.
 */
export function goalsMet(all: readonly WorldFigures[]): { ofWorlds: Met; ofGroups: Met } {
  const ofWorlds = all.flatMap((figures) =>
    columns.flatMap(({ value, isMet }) => {
      const number = value(figures);
      return Number.isNaN(number) ? [] : [isMet(number, figures)];
    }),
  );
  const ofGroups = all.flatMap(({ byHour, byState, byAhead }) =>
    [byHour, byState, byAhead].flatMap((groups) =>
      groups.map(({ inTime }) => isShareOfGroup(inTime)),
    ),
  );
  return { ofWorlds: metOf(ofWorlds), ofGroups: metOf(ofGroups) };
}

function metOf(goals: readonly boolean[]): Met {
  return { met: goals.filter(Boolean).length, of: goals.length };
}

/** A table of the benefit and cost of "leave now" if all remote patients follow it. */
export function priceTable(
  prices: readonly { readonly world: string; readonly price: Price }[],
): string {
  return prices
    .map(({ world, price: { onSite, walkingIn, fromOpening, addedIdle } }) => {
      const less = (than: number) => `${(100 * (onSite / than - 1)).toFixed(0)} %`;
      return [
        `${world}: ${onSite.toFixed(0)} min at the hospital before the call`,
        `walking in ${walkingIn.toFixed(0)} (${less(walkingIn)}, goal −45 %)`,
        `from the opening on ${fromOpening.toFixed(0)} (${less(fromOpening)}, goal −75 %)`,
        `the doctor idle ${addedIdle.toFixed(1)} min longer in four hours (goal ≤ 5)`,
      ].join('; ');
    })
    .join('\n');
}
