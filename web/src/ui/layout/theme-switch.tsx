import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { IconButton } from '../button.tsx';
import { setTheme, useTheme } from './theme.ts';

/** A button for the top bar that switches between light and dark mode. */
export function ThemeSwitch(): ReactNode {
  const t = useMessages();
  const theme = useTheme();
  const isDark = theme === 'dark';
  return (
    <IconButton
      label={isDark ? t.common.useLightTheme : t.common.useDarkTheme}
      icon={isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  );
}
