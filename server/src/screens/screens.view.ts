/**
 * The API's view of screens for administrators, and of the board for the waiting room, which has
 * only tokens [ARR-6].
 */
import { offeredLanguages } from '@baari/contract/languages.ts';
import type { Board, Door, Screen } from '@baari/contract/hospital/screen.ts';
import type { BoardDoctorRow, BoardHospitalRow, DoorRow, ScreenRow } from './screens.store.ts';

export function screenView(row: ScreenRow): Screen {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    doctorIds: row.doctor_ids,
    madeAt: row.made_at.toISOString(),
    lastSeenAt: instantOrNull(row.last_seen_at),
  };
}

/**
 * The URL of a screen. The secret is in the fragment, which browsers do not send to servers, so
 * that no log contains it.
 */
export function screenUrl(publicUrl: string, row: ScreenRow, secret: string): string {
  return `${publicUrl}/${row.kind}/${row.hospital_id}#${secret}`;
}

export function doorView(publicUrl: string, row: DoorRow): Door {
  return {
    url: `${publicUrl}/here/${row.hospital_id}?code=${row.code}`,
    madeAt: row.made_at.toISOString(),
  };
}

export function boardView(
  hospital: BoardHospitalRow,
  doctors: readonly BoardDoctorRow[],
  lines: Board['lines'] = [],
): Board {
  return {
    hospital: {
      id: hospital.id,
      name: hospital.name,
      timeZone: hospital.time_zone,
      languages: offeredLanguages(hospital.languages),
    },
    doctors: doctors.map((doctor) => ({
      id: doctor.id,
      name: doctor.name,
      department: doctor.department,
      status: doctor.status,
      breakUntil: instantOrNull(doctor.break_until),
      room: doctor.room,
      serving:
        doctor.serving_token === null || doctor.serving_since === null
          ? null
          : { token: doctor.serving_token, since: doctor.serving_since.toISOString() },
      next: doctor.next,
      waiting: doctor.waiting,
    })),
    lines,
  };
}

/**
 * The part of a hospital's board that a display shows: its chosen lines, or all lines if none is
 * chosen.
 */
export function boardFor(board: Board, lineIds: ReadonlySet<string>): Board {
  if (lineIds.size === 0) return board;
  const isShown = ({ id }: { readonly id: string }) => lineIds.has(id);
  return { ...board, doctors: board.doctors.filter(isShown), lines: board.lines.filter(isShown) };
}

function instantOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
