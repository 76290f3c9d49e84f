/** How many deliveries of one endpoint a process sends at once [API-30]. */

interface Lane {
  free: number;
  /** Those that wait for a place, in the order in which they came. */
  readonly next: (() => void)[];
}

/**
 * Returns a function that runs work for an endpoint as soon as one of the endpoint's places is free,
 * in the order of the calls.
 */
export function makeSendingPlaces(placesOfEndpoint: number) {
  const lanes = new Map<string, Lane>();
  return async function inPlace<T>(endpointId: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(endpointId) ?? { free: placesOfEndpoint, next: [] };
    lanes.set(endpointId, lane);
    if (lane.free > 0) lane.free -= 1;
    else await new Promise<void>((begin) => lane.next.push(begin));
    try {
      return await work();
    } finally {
      const begin = lane.next.shift();
      if (begin === undefined) lane.free += 1;
      else begin();
      if (lane.free === placesOfEndpoint) lanes.delete(endpointId);
    }
  };
}
