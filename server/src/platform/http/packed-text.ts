/** A long text that is the same for every reader; it is built and compressed once. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);

export interface PackedText {
  readonly plain: Buffer;
  readonly brotli: Buffer;
}

/**
 * The compression parameters. The best quality would take ten times as long for nearly the same
 * size, and the first caller has to wait for it.
 */
const params = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
};

export async function packText(text: string): Promise<PackedText> {
  const plain = Buffer.from(text);
  return { plain, brotli: await compress(plain, { params }) };
}

/** Sends the text, compressed if the client accepts that. The caller sets the content type. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, brotli }: PackedText,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (!takesBrotli(request)) return reply.send(plain);
  return reply.header('content-encoding', 'br').send(brotli);
}

/** Whether the client accepts Brotli. */
export function takesBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b/u.test(headers['accept-encoding'] ?? '');
}
