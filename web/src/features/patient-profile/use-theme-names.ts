import { useMessages } from '../../i18n/language.tsx';
import type { ThemeChoice } from '../../ui/layout/theme.ts';

/** Returns the names of the colour themes in the page's language. */
export function useThemeNames(): Record<ThemeChoice, string> {
  const { common } = useMessages();
  return { system: common.themeSystem, light: common.themeLight, dark: common.themeDark };
}
