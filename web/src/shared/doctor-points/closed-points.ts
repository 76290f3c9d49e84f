/**
 * Finds service points that are still closed although their doctor is Available again, in lines
 * that any doctor serves [LINE-5].
 */
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { ServicePoint, SharedLine } from '@baari/contract/lines/shared-line.ts';

export interface ClosedPoint {
  readonly line: SharedLine;
  readonly point: ServicePoint;
  readonly doctor: Pick<Colleague, 'id' | 'name' | 'status'>;
}

/**
 * Returns closed service points of Available doctors in lines where patients wait. With `ofDoctor`,
 * returns only that doctor's; without it, leaves out lines that have an open service point.
 */
export function closedPoints(
  lines: readonly SharedLine[],
  doctors: readonly Pick<Colleague, 'id' | 'name' | 'status'>[],
  ofDoctor?: string,
): ClosedPoint[] {
  return lines.flatMap((line) => {
    const isCalledFrom = line.points.some(({ state }) => state === 'open');
    const isShown = ofDoctor !== undefined || !isCalledFrom;
    if (line.kind !== 'any_doctor' || line.waiting === 0 || !isShown) return [];
    return line.points.flatMap((point) => {
      const doctor = doctors.find(({ id }) => id === point.doctor?.id);
      const isMeant = ofDoctor === undefined || doctor?.id === ofDoctor;
      const isBack = doctor?.status === 'Available' && point.state === 'closed';
      return doctor !== undefined && isMeant && isBack ? [{ line, point, doctor }] : [];
    });
  });
}
