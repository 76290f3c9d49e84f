/**
 * Made-up statistics of a hospital's queues: two queues on a busy morning, and one queue that no
 * patient joined.
 */
import type { Flow, FlowFigures as Figures } from '@baari/contract/hospital/analytics-flow.ts';
import type { ReactNode } from 'react';
import { FlowFigures } from '../src/features/analytics/flow-section.tsx';

function figures(given: Partial<Figures> = {}): Figures {
  return {
    stops: 120,
    called: 116,
    completed: 110,
    noShow: 6,
    missed: 9,
    waitMedian: 14,
    waitP90: 38,
    servedMean: 6.2,
    ...given,
  };
}

/** The average number of patients waiting in each hour, from eight o'clock on. */
function waiting(...fromEight: number[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => fromEight[hour - 8] ?? 0);
}

const flow: Flow = {
  lines: [
    {
      id: 'l1',
      name: 'Medicine, any doctor',
      service: 'any_doctor',
      ...figures({ waitMedian: 41, waitP90: 95 }),
      waiting: waiting(3, 12.4, 18.1, 15, 9.2, 4, 6.5, 2),
    },
    {
      id: 'l2',
      name: 'Laboratory of the outpatient department on the second floor',
      service: 'laboratory',
      ...figures(),
      waiting: waiting(0, 2.5, 6.3, 7, 5.1, 2, 1),
    },
    {
      id: 'd1',
      name: 'Dr. Rao',
      service: null,
      ...figures({
        stops: 0,
        called: 0,
        completed: 0,
        noShow: 0,
        missed: 0,
        waitMedian: null,
        waitP90: null,
        servedMean: null,
      }),
      waiting: waiting(),
    },
  ],
  points: [
    { id: 'p1', name: 'Counter 1', line: 'Laboratory', ...figures() },
    { id: 'p2', name: 'Counter 2', line: 'Laboratory', ...figures({ servedMean: 8 }) },
  ],
  routes: [
    {
      lines: ['Registration', 'Vitals', 'Dr. Rao', 'Laboratory', 'Dr. Rao', 'Pharmacy'],
      visits: 64,
      median: 131,
      p90: 204,
    },
    { lines: ['Registration', 'Dr. Rao'], visits: 30, median: 48, p90: 80 },
  ],
};

export function Lines(): ReactNode {
  return (
    <div className="flex flex-col gap-6">
      <h1>2026</h1>
      <FlowFigures flow={flow} />
    </div>
  );
}

export function NoLines(): ReactNode {
  return (
    <div>
      <h1>2026</h1>
      <FlowFigures flow={{ lines: [], points: [], routes: [] }} />
    </div>
  );
}
