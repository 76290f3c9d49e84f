/** The device's position, if this site already has permission; it never asks for it. */

const waitMs = 3000;
const recentMs = 5 * 60_000;

/** undefined without permission, without a position, or after the timeout. */
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
