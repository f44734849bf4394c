import * as z from 'zod/mini';
import {
  idInPath,
  listByCursor,
  listByNumber,
  optional,
  removal,
  single,
  type Removal,
} from './endpoint-calls';
import { tagSchema, text, type Tag } from './fields';
import type { ListPage } from './pages';
import { checked, tagFilter, tagName } from './requests';
import type { Transport } from './transport';

export class TagEndpoints {
  constructor(
    private readonly transport: Transport,
    private readonly owners: 'highlights' | 'books',
  ) {}

  list(ownerId: string, filter: z.infer<typeof tagFilter> = {}): AsyncGenerator<ListPage<Tag>> {
    const doing = `fetching the tags of ${this.owners} ${ownerId}`;
    const { pageSize } = checked(tagFilter, filter, doing);
    return listByNumber(this.transport, {
      doing,
      rate: 'v2',
      path: this.path(ownerId, doing),
      filter: { page_size: pageSize },
      parser: { endpoint: 'highlights', schema: tagSchema, idField: 'id', essential: ['name'] },
      idOf: ({ id }) => id,
    });
  }

  /** Null when there is no such tag. */
  async get(ownerId: string, tagId: string): Promise<Tag | null> {
    const doing = `fetching tag ${tagId} of ${this.owners} ${ownerId}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      path: this.path(ownerId, doing, tagId),
      ...optional(tagSchema),
    });
  }

  async create(ownerId: string, name: string): Promise<Tag> {
    const doing = `adding a tag to ${this.owners} ${ownerId}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      method: 'POST',
      path: `${this.path(ownerId, doing)}/`,
      body: checked(tagName[this.owners], { name }, doing),
      isOnceOnly: true,
      read: single(tagSchema),
    });
  }

  /** Null when there is no such tag. */
  async rename(ownerId: string, { id, name }: Tag): Promise<Tag | null> {
    const doing = `renaming tag ${id} of ${this.owners} ${ownerId}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      method: 'PATCH',
      path: this.path(ownerId, doing, id),
      body: checked(tagName[this.owners], { name }, doing),
      ...optional(tagSchema),
    });
  }

  async remove(ownerId: string, tagId: string): Promise<Removal> {
    const doing = `removing tag ${tagId} from ${this.owners} ${ownerId}`;
    return this.transport.call<Removal>({
      ...removal,
      doing,
      rate: 'v2',
      path: this.path(ownerId, doing, tagId),
    });
  }

  private path(ownerId: string, doing: string, tagId?: string): string {
    const tags = `/api/v2/${this.owners}/${idInPath(ownerId, doing)}/tags`;
    return tagId === undefined ? tags : `${tags}/${idInPath(tagId, doing)}`;
  }
}

const documentTagSchema = z.object({
  key: z.string('should be text that is not empty').check(z.minLength(1, 'should be text that is not empty')),
  name: text,
});

/** A tag of v3 documents: `key` for filters, `name` for users. */
export type DocumentTag = Readonly<z.infer<typeof documentTagSchema>>;

export function listDocumentTags(transport: Transport): AsyncGenerator<ListPage<DocumentTag>> {
  return listByCursor(transport, {
    doing: 'fetching the tags of documents',
    rate: 'v3',
    path: '/api/v3/tags/',
    parser: { endpoint: 'documents', schema: documentTagSchema, idField: 'key' },
    idOf: ({ key }) => key,
  });
}
