/**
 * The display of a waiting room's television, with the most patients that it can show [ARR-6,
 * LINE-2].
 */
import type { Board } from '@baari/contract/hospital/screen.ts';
import type { ReactNode } from 'react';
import { BoardGrid } from '../src/features/display/board-grid.tsx';

const since = '2026-03-02T04:30:00Z';

function tokens(letter: string): string[] {
  return [11, 12, 13, 14].map((number) => `${letter}-0${number}`);
}

const board: Board = {
  hospital: { id: 'h', name: 'City', timeZone: 'Asia/Kolkata', languages: ['en', 'ur'] },
  doctors: ['A', 'B', 'C', 'D', 'E', 'F'].map((letter, index) => ({
    id: letter,
    name: `Dr. ${letter}. Deshpande`,
    department: 'Pediatrics',
    status: index === 5 ? 'Busy' : 'Available',
    breakUntil: null,
    room: `Room ${index + 1}`,
    serving: index === 1 ? null : { token: `${letter}-010`, since },
    next: tokens(letter),
    waiting: 30,
  })),
  lines: ['G', 'H'].map((letter) => ({
    id: letter,
    name: 'Any paediatrician',
    names: {},
    points: ['Dr. Nandini Joshi Deshpande', 'Counter 2', 'Counter 3'].map((name, index) => ({
      id: `${letter}${index}`,
      name,
      names: {},
      serving: index === 2 ? null : { token: `${letter}-00${index + 1}`, since },
    })),
    next: tokens(letter),
    waiting: 9,
  })),
};

/**
 * The height in pixels that a television with 1080 lines leaves for the display, between the
 * hospital's name and the buttons.
 */
const heightPx = 850;

const opened = Date.now();
const inHalfAnHour = new Date(opened + 1_800_000).toISOString();
const inThreeDays = new Date(opened + 3 * 86_400_000).toISOString();

/** A waiting-room display with one doctor on a break, and one doctor with days off. */
export function AwayBoard(): ReactNode {
  const [first, second] = board.doctors;
  const doctors = [
    ...(first ? [{ ...first, status: 'Busy' as const, breakUntil: inHalfAnHour }] : []),
    ...(second ? [{ ...second, status: 'Offline' as const, breakUntil: inThreeDays }] : []),
  ];
  return <BoardGrid board={{ ...board, doctors, lines: [] }} called={[]} />;
}

/** A waiting-room display with a doctor and a shared line whose names are wider than any tile. */
export function LongNames(): ReactNode {
  const name = 'Dr. Abhinav Chandrasekhar Venkataraman Deshpande of Nashik Road';
  const doctors = board.doctors.slice(0, 2).map((doctor) => ({ ...doctor, name }));
  const lines = board.lines.map((line) => ({ ...line, name }));
  return (
    <div className="w-80">
      <BoardGrid board={{ ...board, doctors, lines }} called={[]} />
    </div>
  );
}

/** The full waiting-room display on an upright television with 1920 lines. */
export function UprightBoard(): ReactNode {
  return (
    <div className="fixed inset-x-6 top-6" style={{ height: 2 * heightPx }}>
      <BoardGrid board={board} called={[]} />
    </div>
  );
}

export function FullBoard(): ReactNode {
  return (
    <div className="fixed inset-x-6 top-6" style={{ height: heightPx }}>
      <BoardGrid board={board} called={[]} />
    </div>
  );
}
