import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../../device/storage.ts';

/**
 * The user's choice of colour theme; `system` follows the device. The script public/theme.js sets
 * the theme before the first paint.
 */
export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = 'light' | 'dark';

const themeKey = 'baari_theme';
const groundColours: Record<Theme, string> = { light: '#f3f8f7', dark: '#0b1517' };

const watchers = new Set<() => void>();
const deviceIsDark = () => matchMedia('(prefers-color-scheme: dark)');

let choice: ThemeChoice | undefined;

/** Stores the user's choice of colour theme and applies the theme at once. */
export function setTheme(next: ThemeChoice): void {
  choice = next;
  keep(themeKey, next);
  applyTheme();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(watch, currentChoice, () => 'system');
}

/** The colour theme in use: the theme that the user chose, or else the device's theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(watch, currentTheme, () => 'light');
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) deviceIsDark().addEventListener('change', applyTheme);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) deviceIsDark().removeEventListener('change', applyTheme);
  };
}

function applyTheme(): void {
  const theme = currentTheme();
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', groundColours[theme]);
  for (const watcher of watchers) watcher();
}

function currentTheme(): Theme {
  const chosen = currentChoice();
  if (chosen !== 'system') return chosen;
  return deviceIsDark().matches ? 'dark' : 'light';
}

function currentChoice(): ThemeChoice {
  choice ??= keptChoice();
  return choice;
}

function keptChoice(): ThemeChoice {
  const kept = readKept(themeKey);
  return themeChoices.find((known) => known === kept) ?? 'system';
}
