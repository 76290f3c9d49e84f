/** Where this device is, for those who have allowed this site to know: nobody is asked by it. */

const waitMs = 3000;
const recentMs = 5 * 60_000;

/** undefined where it is not allowed, not known, or takes too long. */
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
