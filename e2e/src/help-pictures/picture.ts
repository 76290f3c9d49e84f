/** What the picture of a help page shows, and the acts that open it. */
import type { Locator, Page } from '@playwright/test';

/** Who sees the screen. A newcomer is a patient who waits nowhere; a stranger has no account. */
export type Viewer =
  | 'stranger'
  | 'newcomer'
  | 'waiting'
  | 'refused'
  | 'patient'
  | 'reception'
  | 'doctor'
  | 'admin';

/** A screen with the texts of one language. */
export interface Screen {
  readonly page: Page;
  /** The text of the screens that a help page names, such as `queue-desk.actions.hold.label`. */
  readonly text: (reference: string) => string;
  /** The first visible button, link or tab whose name begins with this text. */
  readonly control: (reference: string, within?: Locator) => Locator;
  /** The open dialog or side sheet. */
  readonly dialog: Locator;
}

interface Drawn {
  readonly viewer: Viewer;
  /** The address; parts after a colon are ids of the scene. */
  readonly address: string;
  /** Opens what the page explains. It saves nothing, so that other pictures stay the same. */
  readonly act?: (screen: Screen) => Promise<void>;
  /** The part of the screen that is drawn; by default the open dialog, else the main region. */
  readonly part?: (screen: Screen) => Locator;
}

/** A page without a picture, with the reason. */
interface NotDrawn {
  readonly none: string;
}

export type Picture = Drawn | NotDrawn;

/** The pictures of one role's help pages, by topic. */
export type PicturesOfRole = Readonly<Record<string, Picture>>;

/** Presses controls one after the other; each name is a reference of the help. */
export function press(...references: readonly string[]): (screen: Screen) => Promise<void> {
  return async ({ control }) => {
    for (const reference of references) await control(reference).click();
  };
}

/** Presses controls one after the other, until a dialog is open. */
export function open(...references: readonly string[]): (screen: Screen) => Promise<void> {
  return async (screen) => {
    await press(...references)(screen);
    await screen.dialog.waitFor();
  };
}

/** Presses the key that a help page names, such as `key.walkIn`, which opens a dialog. */
export function openByKey(reference: string): (screen: Screen) => Promise<void> {
  return async ({ page, text, dialog }) => {
    // The desk hears keys a moment after it is drawn.
    for (let tries = 0; tries < 20 && !(await dialog.isVisible()); tries += 1) {
      await page.keyboard.press(text(reference));
      await page.waitForTimeout(500);
    }
    await dialog.waitFor();
  };
}

/** Opens the question about patients who wait, on the page of a doctor's own queue. */
export async function goOffline({ page, text, dialog }: Screen): Promise<void> {
  const status = page.getByRole('group', { name: text('queue-desk.myStatus') });
  await status.getByText(text('ui.doctorStatuses.Offline'), { exact: true }).click();
  await dialog.waitFor();
}
