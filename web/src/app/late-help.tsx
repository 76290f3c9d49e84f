import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { keysSwitch, readSwitch } from '../device/use-switch.ts';
import { useLanguage } from '../i18n/language.tsx';
import { usePlace } from '../navigation/navigation.tsx';
import { closeHelp, helpOfScreen, openHelp, useShownHelp } from '../navigation/open-help.ts';
import { fetchedDialog } from '../ui/dialog/fetched-dialog.tsx';
import { isWindowOpen } from '../ui/dialog/window-open.ts';
import { isTyped } from '../ui/form/is-typed.ts';

const HelpSheet = fetchedDialog(
  async () => (await import('../features/help/help-sheet.tsx')).HelpSheet,
);

/** Shared screens of the waiting room, where nobody should open other pages. */
const sharedScreens = /^\/(?:display|kiosk)\//u;

/** Shows the help beside the screen, and opens it with the key `?`. */
export function LateHelp(): ReactNode {
  const address = useShownHelp();
  const { language } = useLanguage();
  const place = usePlace();
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (event.key !== '?' || !isPlain || isTyped(event.target) || isWindowOpen()) return;
    if (sharedScreens.test(place.pathname) || !readSwitch(keysSwitch, true)) return;
    // A desk opens its list of keys instead; its listener may run after this one.
    setTimeout(() => {
      if (!event.defaultPrevented) openHelp(helpOfScreen(place, language));
    });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return <HelpSheet address={address} open={address !== null} onOpenChange={closeHelp} />;
}
