/** A long text that is the same for everybody: written and packed once, and sent as those bytes. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);

export interface PackedText {
  readonly plain: Buffer;
  readonly brotli: Buffer;
}

/** A tenth of the time of the best quality, for nearly its size: somebody waits for it, once. */
const params = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
};

export async function packText(text: string): Promise<PackedText> {
  const plain = Buffer.from(text);
  return { plain, brotli: await compress(plain, { params }) };
}

/** Sends it as the reader can read it; the type is for the caller to say. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, brotli }: PackedText,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (!takesBrotli(request)) return reply.send(plain);
  return reply.header('content-encoding', 'br').send(brotli);
}

/** Whether whoever asks can unpack it. */
export function takesBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b/u.test(headers['accept-encoding'] ?? '');
}
