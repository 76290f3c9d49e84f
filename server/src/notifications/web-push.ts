import { lazily } from '../platform/lazily.ts';

/** The library that encrypts and signs web push: needed at the very first start and for each message. */
export const loadWebPush = lazily(async () => (await import('web-push')).default);
