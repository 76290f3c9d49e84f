import { lazily } from '../../platform/lazily.ts';

/** Loads the web push library only when needed: at the very first start and for each message. */
export const loadWebPush = lazily(async () => (await import('web-push')).default);
