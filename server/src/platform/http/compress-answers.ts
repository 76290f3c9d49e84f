/**
 * Compresses longer JSON responses, and style sheets, scripts and pages that the server writes
 * itself. A list of hospitals shrinks to a tenth.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compress = promisify(brotliCompress);
/**
 * The size in bytes below which a response is not compressed, because it fits into one network
 * packet anyway.
 */
const worthFrom = 1000;
/**
 * The compression quality. Quality 4 takes a tenth of the time of the best quality and gives nearly
 * the same size.
 */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const compressed = /^(?:application\/(?:fhir\+)?json|text\/css|text\/javascript)/u;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route's page is compressed. The page may not repeat what its caller sent beside
     * a secret, because the size of the response would then tell about the secret.
     */
    readonly compressesPage?: boolean;
  }
}

/** Compresses JSON, style sheets, scripts and some pages. Files and event streams are not compressed. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthFrom) return payload;
    const type = reply.getHeader('content-type');
    if (typeof type !== 'string') return payload;
    const isPage = type.startsWith('text/html') && request.routeOptions.config.compressesPage;
    if (!compressed.test(type) && isPage !== true) return payload;
    const varies = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean);
    reply.header('vary', varies.join(', '));
    if (!/\bbr\b/u.test(request.headers['accept-encoding'] ?? '')) return payload;
    reply.header('content-encoding', 'br');
    reply.removeHeader('content-length');
    return compress(payload, { params });
  });
}
