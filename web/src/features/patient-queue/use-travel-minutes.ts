import { useState } from 'react';
import { defaultTravelMinutes, travelChoices } from './my-place.ts';

const key = 'baari_travel_minutes';

/** How long the way to the hospital takes, minutes; a choice of this browser, like the language. */
export function useTravelMinutes(): [number, (minutes: number) => void] {
  const [minutes, show] = useState(kept);
  return [
    minutes,
    (next) => {
      keep(next);
      show(next);
    },
  ];
}

function kept(): number {
  try {
    const value = Number(localStorage.getItem(key));
    return travelChoices.find((choice) => choice === value) ?? defaultTravelMinutes;
  } catch {
    return defaultTravelMinutes; // storage is closed in this browser: the choice lasts as long as the page
  }
}

function keep(minutes: number): void {
  try {
    localStorage.setItem(key, String(minutes));
  } catch {
    // storage is closed in this browser: the choice lasts as long as the page
  }
}
