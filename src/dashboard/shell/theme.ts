import { useSyncExternalStore } from 'react';

const KEY = 'flightline-theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function currentTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

/** Colours follow `color-scheme`; without a choice of one's own, the system's. */
export function applyTheme(theme: Theme = currentTheme()): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
  dispatchEvent(new Event('theme'));
}

export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

function onTheme(changed: () => void): () => void {
  addEventListener('theme', changed);
  return () => removeEventListener('theme', changed);
}

/** The chosen theme, wherever it was chosen. */
export const useTheme = (): Theme => useSyncExternalStore(onTheme, currentTheme);
