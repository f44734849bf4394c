import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../api-error';
import { showDocumentResult } from '../document-views';
import { parseBody } from '../query';
import type { DocumentRecord } from '../records';
import { saveDocument } from '../save-document';
import type { Service } from '../service';
import { saveSchema, updateSchema } from './document-schemas';

interface DocumentPath {
  readonly Params: { readonly documentId: string };
}

/** v3-documents.md: Document CREATE, UPDATE and DELETE. */
export function registerDocuments(app: FastifyInstance, service: Service): void {
  app.post('/api/v3/save/', (request, reply) => {
    const { document, outcome } = saveDocument(service.library, parseBody(saveSchema, request.body));
    return reply.code(outcome === 'created' ? 201 : 200).send(showDocumentResult(document));
  });

  app.patch<DocumentPath>('/api/v3/update/:documentId/', (request) => {
    const { library } = service;
    const { id } = addressed(service, request);
    const { published_date, image_url, tags, location, title, author, summary, category } = parseBody(
      updateSchema,
      request.body,
    );
    library.editDocument(id, {
      ...(title === undefined ? {} : { title }),
      ...(author === undefined ? {} : { author }),
      ...(summary === undefined ? {} : { summary }),
      ...(category === undefined ? {} : { category }),
      ...(published_date === undefined ? {} : { publishedDate: published_date }),
      ...(image_url === undefined ? {} : { imageUrl: image_url }),
      ...(location === undefined ? {} : { location: library.settledLocation(location) }),
    });
    if (tags !== undefined) library.setDocumentTags(id, tags);
    return showDocumentResult(library.documents.get(id));
  });

  app.delete<DocumentPath>('/api/v3/delete/:documentId/', (request, reply) => {
    service.library.deleteDocument(addressed(service, request).id);
    return reply.code(204).send();
  });
}

function addressed(service: Service, request: FastifyRequest<DocumentPath>): DocumentRecord {
  const document = service.library.documents.find(request.params.documentId);
  if (document === null) throw notFound();
  return document;
}
