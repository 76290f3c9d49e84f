import { useMessages } from '../../i18n/language.tsx';
import type { ThemeChoice } from '../../ui/layout/theme.ts';

/** What each appearance is called. */
export function useThemeNames(): Record<ThemeChoice, string> {
  const { common } = useMessages();
  return { system: common.themeSystem, light: common.themeLight, dark: common.themeDark };
}
