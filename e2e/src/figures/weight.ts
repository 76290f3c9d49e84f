/** The transfer size of a page with an empty cache, as the browser counts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { isDrawn, untilRendered } from '../support/prerendered.ts';

/**
 * The settings of a browser on a phone. Its headers say that it is a phone, so the server
 * prerenders pages for a phone.
 */
export const aPhone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
} as const;

/** The size budgets; 1 kB is 1000 bytes. */
export const budgets = {
  /** The JavaScript of the landing page. */
  landingScripts: 110_000,
  /**
   * Everything that the patient's queue page loads: page, scripts, styles, fonts, pictures, API
   * responses.
   */
  queuePage: 180_000,
  /** Everything that each of these pages loads on a first visit. */
  pages: {
    login: 190_000,
    hospitals: 222_000,
    hospital: 230_000,
    doctor: 222_000,
    profile: 235_000,
  },
} as const;

export type WeighedPage = keyof typeof budgets.pages;

/** The pages with a budget of their own; the patient opens all but the first. */
export async function weighedPages(
  doctor: Account,
): Promise<Readonly<Record<WeighedPage, string>>> {
  const { user } = await call(doctor, getCurrentUser);
  const hospital = `/patient/hospital/${user.hospitalId ?? ''}`;
  return {
    login: '/login',
    hospitals: '/patient/dashboard',
    hospital,
    doctor: `${hospital}/doctor/${user.doctorId ?? ''}`,
    profile: '/profile',
  };
}

export interface Weight {
  /**
   * Bytes by resource type, such as Script or Font, as transferred: compressed where the server
   * compresses.
   */
  readonly kinds: ReadonlyMap<string, number>;
  readonly files: readonly {
    readonly path: string;
    readonly kind: string;
    readonly bytes: number;
  }[];
}

const isPrerendered = /^\/patient\/(?:dashboard|queue|hospital\/.*)$/u;
const quietMs = 1500;
const longestMs = 30_000;

/**
 * Opens a page with an empty cache, waits until the network is idle, and measures the bytes
 * transferred.
 */
export async function weigh(context: BrowserContext, path: string): Promise<Weight> {
  if (!isPrerendered.test(path)) return (await weighOnce(context, path)).weight;
  // Most visitors get a prerendered page. A server's first response is not prerendered, nor is
  // every response of a busy machine, so the test waits until pages are, and weighs only those.
  for (let tries = 0; tries < 10; tries += 1) {
    await untilRendered(context.request, path);
    const { text, weight } = await weighOnce(context, path);
    if (isDrawn(text)) return weight;
  }
  throw new Error(`${path} is not drawn.`);
}

async function weighOnce(context: BrowserContext, path: string) {
  const page = await context.newPage();
  try {
    return await weighIn(page, path);
  } finally {
    await page.close();
  }
}

async function weighIn(page: Page, path: string): Promise<{ text: string; weight: Weight }> {
  const wire = await page.context().newCDPSession(page);
  const asked = new Map<string, { path: string; kind: string; bytes: number }>();
  let lastAt = Date.now();
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    lastAt = Date.now();
    const { pathname } = new URL(response.url);
    asked.set(requestId, { path: pathname, kind: type, bytes: 0 });
  });
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    lastAt = Date.now();
    const file = asked.get(requestId);
    if (file) file.bytes += encodedDataLength;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = asked.get(requestId);
    // The size is that of the whole response, headers included.
    if (file) file.bytes = encodedDataLength;
  });
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  const answer = await page.goto(path, { waitUntil: 'load' });
  const text = (await answer?.text()) ?? '';
  await page.getByRole('heading', { level: 1 }).waitFor();
  const until = Date.now() + longestMs;
  while (Date.now() - lastAt < quietMs && Date.now() < until) await sleep(100);
  const files = [...asked.values()].toSorted((a, b) => b.bytes - a.bytes);
  const kinds = new Map<string, number>();
  for (const { kind, bytes } of files) kinds.set(kind, (kinds.get(kind) ?? 0) + bytes);
  return { text, weight: { kinds, files } };
}

export function totalOf({ kinds }: Weight): number {
  return [...kinds.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Lists the files in kB, the largest first. */
export function listOf({ kinds, files }: Weight): string {
  const sums = [...kinds].map(([kind, bytes]) => `${inKb(bytes)}  all of ${kind}`);
  const each = files.map(({ path, kind, bytes }) => `${inKb(bytes)}  ${kind} ${path}`);
  return [...sums, ...each].join('\n');
}

export function inKb(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6);
}
