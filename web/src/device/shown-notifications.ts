/** What was told on this device and still stands among its notifications. */

/** Takes all of it away: it is for whoever was signed in, and the next one to use the device would read it. */
export function closeNotifications(): void {
  // Tests of the session run in a program that has none.
  if (!('serviceWorker' in navigator)) return;
  void close();
}

async function close(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  } catch (failure) {
    console.warn('What was told on this device could not be taken away', failure);
  }
}
