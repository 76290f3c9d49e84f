/**
 * Downloads and uploads files. The token is sent in a header, so a plain link could not fetch them.
 */
import type { Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import { actingHeaders } from '../session/acting.ts';
import { withSession } from './client.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { ApiProblem, networkProblem, readProblem } from './problems/problem.ts';
import { urlOf } from './url.ts';

/**
 * The timeout for the transfer of a file in milliseconds. It is long, because ten megabytes take
 * long on a slow connection.
 */
const timeoutMs = 180_000;

/**
 * Downloads the file of an endpoint whose definition has `download`, and saves it through the
 * browser.
 */
export async function downloadFile(endpoint: Endpoint, id: string, query?: object): Promise<void> {
  const response = await exchange(endpoint, id, {}, query);
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''(?<name>[^;]+)/u.exec(disposition)?.groups?.['name'];
  keep(encoded === undefined ? 'report' : decodeURIComponent(encoded), await response.blob());
}

/** Uploads a file to an endpoint whose definition has `upload`. */
export async function uploadFile<const E extends Endpoint>(
  endpoint: E,
  id: string,
  file: File,
): Promise<ReplyOf<E>> {
  const response = await exchange(endpoint, id, {
    headers: {
      'content-type': file.type,
      'x-file-name': encodeURIComponent(file.name),
      'idempotency-key': newIdempotencyKey(),
    },
    body: file,
  });
  // oxlint-disable-next-line no-unsafe-return -- the server's tests check every answer against its schema
  return response.json();
}

function exchange(
  endpoint: Endpoint,
  id: string,
  { headers, body }: { headers?: Readonly<Record<string, string>>; body?: File },
  query?: object,
): Promise<Response> {
  const url = `/api${urlOf(endpoint.path, { id }, query)}`;
  return withSession(async (token) => {
    try {
      const response = await fetch(url, {
        method: endpoint.method,
        credentials: 'same-origin',
        headers: { ...headers, ...actingHeaders(), authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      });
      if (!response.ok) throw await readProblem(response);
      return response;
    } catch (failure) {
      if (failure instanceof ApiProblem) throw failure;
      throw networkProblem(failure);
    }
  });
}

function keep(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The object URL is released later, because some browsers start reading the file only after this
  // task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
