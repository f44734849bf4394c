import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error';

const FILES = '/files/';
const RAW = '/reader/document_raw_content/';

/**
 * Files of the web beyond the API: what is under `/files/`, by that path, and documents' own files, by the
 * documents' ids.
 */
export type WebFiles = Map<string, Uint8Array>;

/** Whether a path is of the web, where everybody is let in and no token may ever be sent. */
export const isOfTheWeb = (path: string): boolean => path.startsWith(FILES) || path.startsWith(RAW);

export function registerWeb(app: FastifyInstance, service: { readonly web: WebFiles }): void {
  const give = (name: string): Buffer => {
    const bytes = service.web.get(name);
    if (bytes === undefined) throw new ApiError(404, 'Not found.');
    return Buffer.from(bytes);
  };
  app.get<{ Params: { '*': string } }>(`${FILES}*`, (request, reply) =>
    reply.type('application/octet-stream').send(give(request.params['*'])),
  );
  app.get<{ Params: { id: string } }>(`${RAW}:id`, (request, reply) =>
    reply.type('application/octet-stream').send(give(request.params.id)),
  );
}
