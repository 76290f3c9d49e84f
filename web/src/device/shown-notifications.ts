/** The notifications that are still shown on this device. */

/** Closes all notifications, because the next person on the device would read them. */
export function closeNotifications(): void {
  // Session tests run without a service worker.
  if (!('serviceWorker' in navigator)) return;
  void close();
}

async function close(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  } catch (failure) {
    console.warn('The notifications on this device could not be closed', failure);
  }
}
