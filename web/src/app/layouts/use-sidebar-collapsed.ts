import { useState } from 'react';

const key = 'baari_sidebar_collapsed';

/** Whether the sidebar is narrow; kept in this browser, wide at first [ENT-9]. */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, show] = useState(kept);
  return [
    collapsed,
    (next) => {
      keep(next);
      show(next);
    },
  ];
}

function kept(): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false; // storage is closed in this browser: the choice lasts as long as the page
  }
}

function keep(collapsed: boolean): void {
  try {
    localStorage.setItem(key, String(collapsed));
  } catch {
    // storage is closed in this browser: the choice lasts as long as the page
  }
}
