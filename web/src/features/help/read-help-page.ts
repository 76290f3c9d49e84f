export interface ReadPage {
  /** The page's content, as the server made it. */
  readonly main: HTMLElement;
  /** The page's own address, which the help of a screen leads to. */
  readonly address: string;
}

/** Reads a page of help. A page for an unknown topic has content too; it says so. */
export async function readHelpPage(address: string, signal: AbortSignal): Promise<ReadPage> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.querySelector('main');
  // Without the help's own content it is another answer, such as a proxy's error page.
  if (main === null || (!response.ok && response.status !== 404)) {
    throw new Error(`The help was answered ${response.status}.`);
  }
  const { pathname, search } = new URL(response.url);
  return { main, address: pathname + search };
}
