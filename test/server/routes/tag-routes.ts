import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../api-error';
import { showTag } from '../highlight-views';
import { numberedPage } from '../paging';
import { parseBody, type Query } from '../query';
import type { TagRecord } from '../records';
import type { Service } from '../service';
import { addressOf } from './address';
import { tagSchema } from './highlight-schemas';

/** What can carry tags: highlights and books do so in the same way. */
interface TagOwner {
  /** `highlights` or `books`, as in the path. */
  readonly collection: string;
  readonly longestName: number;
  /** Null when there is no such owner. */
  readonly tagsOf: (id: number) => readonly TagRecord[] | null;
  readonly setTags: (id: number, tags: readonly TagRecord[]) => void;
}

interface OwnerPath {
  readonly Params: { readonly ownerId: string };
  readonly Querystring: Query;
}

interface TagPath {
  readonly Params: { readonly ownerId: string; readonly tagId: string };
}

/** v2-highlights.md: Highlight Tags and Book Tags LIST, DETAIL, CREATE, UPDATE and DELETE. */
export function registerTags(app: FastifyInstance, service: Service): void {
  registerTagsOf(app, service, {
    collection: 'highlights',
    longestName: 127,
    tagsOf: (id) => service.library.books.liveHighlight(id)?.tags ?? null,
    setTags: (id, tags) => service.library.books.setHighlightTags(id, tags),
  });
  registerTagsOf(app, service, {
    collection: 'books',
    longestName: 512,
    tagsOf: (id) => service.library.books.liveBook(id)?.tags ?? null,
    setTags: (id, tags) => service.library.books.setBookTags(id, tags),
  });
}

function registerTagsOf(app: FastifyInstance, service: Service, owner: TagOwner): void {
  const list = `/api/v2/${owner.collection}/:ownerId/tags`;
  const detail = `${list}/:tagId`;
  const nameSchema = tagSchema(owner.longestName);

  app.get<OwnerPath>(list, (request) =>
    numberedPage({
      list: tagsOf(owner, request.params.ownerId),
      query: request.query,
      address: addressOf(request),
      show: showTag,
      largest: service.options.pageSizes.lists,
    }),
  );

  app.post<OwnerPath>(`${list}/`, (request) => {
    const tags = tagsOf(owner, request.params.ownerId);
    const { name } = parseBody(nameSchema, request.body);
    const known = tags.find((tag) => tag.name === name);
    if (known !== undefined) return showTag(known);
    const tag = { id: service.library.ids.nextTag(), name };
    owner.setTags(Number(request.params.ownerId), [...tags, tag]);
    return showTag(tag);
  });

  app.get<TagPath>(detail, (request) => showTag(addressed(owner, request)));

  app.patch<TagPath>(detail, (request) => {
    const old = addressed(owner, request);
    const { name } = parseBody(nameSchema, request.body);
    const tags = tagsOf(owner, request.params.ownerId);
    if (tags.some((tag) => tag.id !== old.id && tag.name === name))
      throw new ApiError(400, `name: there is a tag "${name}" already`);
    const renamed = { ...old, name };
    owner.setTags(
      Number(request.params.ownerId),
      tags.map((tag) => (tag.id === old.id ? renamed : tag)),
    );
    return showTag(renamed);
  });

  app.delete<TagPath>(detail, (request, reply) => {
    const gone = addressed(owner, request);
    owner.setTags(
      Number(request.params.ownerId),
      tagsOf(owner, request.params.ownerId).filter((tag) => tag.id !== gone.id),
    );
    return reply.code(204).send();
  });
}

function tagsOf(owner: TagOwner, ownerId: string): readonly TagRecord[] {
  const tags = owner.tagsOf(Number(ownerId));
  if (tags === null) throw notFound();
  return tags;
}

function addressed(owner: TagOwner, request: FastifyRequest<TagPath>): TagRecord {
  const tag = tagsOf(owner, request.params.ownerId).find(({ id }) => id === Number(request.params.tagId));
  if (tag === undefined) throw notFound();
  return tag;
}
