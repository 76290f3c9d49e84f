/**
 * The device's geographical position, if this site already has permission to read it. This module
 * never asks for permission.
 */

const waitMs = 3000;
const recentMs = 5 * 60_000;

/**
 * The device's geographical position. Undefined without permission, if the device finds no
 * position, or after the timeout.
 */
export async function positionIfAllowed(): Promise<GeolocationCoordinates | undefined> {
  if (!('geolocation' in navigator) || !('permissions' in navigator)) return undefined;
  const { state } = await navigator.permissions.query({ name: 'geolocation' });
  if (state !== 'granted') return undefined;
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(undefined),
      { maximumAge: recentMs, timeout: waitMs },
    );
  });
}
