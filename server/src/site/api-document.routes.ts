/** The API document: /api/openapi.json for programs, /api/docs for people. */
import { openApiDocument } from '@baari/contract/openapi/openapi.ts';
import { promisedDocument } from '@baari/contract/keys/promised.ts';
import { eventSchemas, eventVersions } from '@baari/contract/keys/public-events.ts';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from '../platform/http/http.ts';
import { lazily } from '../platform/lazily.ts';
import { apiPage, apiPageStyle } from './api-document.page.ts';
import { packText, sendText } from '../platform/http/packed-text.ts';

export function mountApiDocument(app: FastifyInstance, publicUrl: string): void {
  // Built on first use, because describing every field takes a tenth of a second, and serialising
  // the document another tenth.
  const document = lazily(() => packText(JSON.stringify(openApiDocument(publicUrl))));
  app.get('/api/openapi.json', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8');
    return sendText(request, reply, await document());
  });
  const promised = lazily(() => packText(JSON.stringify(promisedDocument())));
  app.get('/api/v1/openapi.json', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8');
    return sendText(request, reply, await promised());
  });
  for (const version of eventVersions) {
    const schemas = lazily(() => packText(JSON.stringify(eventSchemas(version))));
    app.get(`/api/v1/events/schema/${version}`, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8');
      return sendText(request, reply, await schemas());
    });
  }
  app.get('/api/docs', async (_request, reply) =>
    reply.headers(pageHeaders).type('text/html; charset=utf-8').send(apiPage),
  );
  app.get('/api/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(apiPageStyle),
  );
}
