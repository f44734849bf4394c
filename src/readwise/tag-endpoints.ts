import type * as z from 'zod/mini';
import { idInPath, numberedPages, removal, type Removal } from './endpoint-calls';
import { tagFilterSchema, type TagFilter } from './highlight-limits';
import { tagSchema, type Tag } from './highlight-records';
import { checked } from './outgoing';
import type { ListPage } from './pages';
import { parseSingle } from './parse-record';
import type { Transport } from './transport';

export interface TagOwner {
  readonly kind: 'highlights' | 'books';
  /** What the service takes as a tag. */
  readonly schema: z.ZodMiniType<{ readonly name: string }>;
}

/** The tags of one highlight or one book (v2-highlights.md, "Highlight Tags" and "Book Tags"). */
export class TagEndpoints {
  constructor(
    private readonly transport: Transport,
    private readonly owner: TagOwner,
  ) {}

  list(ownerId: string, filter: TagFilter = {}): AsyncGenerator<ListPage<Tag>> {
    const doing = `fetching the tags of ${this.owner.kind} ${ownerId}`;
    const { pageSize } = checked(filter, { schema: tagFilterSchema, doing });
    return numberedPages(this.transport, {
      doing,
      rate: 'v2',
      path: this.path(ownerId, doing),
      filter: { page_size: pageSize },
      parser: {
        endpoint: 'highlights',
        schema: tagSchema,
        idField: 'id',
        essential: ['id', 'name'],
        toEntry: (tag) => tag,
      },
      idOf: ({ id }) => id,
    });
  }

  /** Null when there is no such tag. */
  async get(ownerId: string, tagId: string): Promise<Tag | null> {
    const doing = `fetching tag ${tagId} of ${this.owner.kind} ${ownerId}`;
    return this.transport.call<Tag | null>({
      doing,
      rate: 'v2',
      method: 'GET',
      path: `${this.path(ownerId, doing)}/${idInPath(tagId, doing)}`,
      repeat: 'safe',
      read: ({ json }) => parseSingle(json, tagSchema),
      whenMissing: () => null,
    });
  }

  async create(ownerId: string, name: string): Promise<Tag> {
    const doing = `adding a tag to ${this.owner.kind} ${ownerId}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      method: 'POST',
      path: `${this.path(ownerId, doing)}/`,
      body: checked({ name }, { schema: this.owner.schema, doing }),
      repeat: 'never',
      read: ({ json }) => parseSingle(json, tagSchema),
    });
  }

  /** Null when there is no such tag. */
  async rename(ownerId: string, { id, name }: Tag): Promise<Tag | null> {
    const doing = `renaming tag ${id} of ${this.owner.kind} ${ownerId}`;
    return this.transport.call<Tag | null>({
      doing,
      rate: 'v2',
      method: 'PATCH',
      path: `${this.path(ownerId, doing)}/${idInPath(id, doing)}`,
      body: checked({ name }, { schema: this.owner.schema, doing }),
      repeat: 'safe',
      read: ({ json }) => parseSingle(json, tagSchema),
      whenMissing: () => null,
    });
  }

  async remove(ownerId: string, tagId: string): Promise<Removal> {
    const doing = `removing tag ${tagId} from ${this.owner.kind} ${ownerId}`;
    const path = `${this.path(ownerId, doing)}/${idInPath(tagId, doing)}`;
    return this.transport.call<Removal>({ ...removal, doing, rate: 'v2', path });
  }

  private path(ownerId: string, doing: string): string {
    return `/api/v2/${this.owner.kind}/${idInPath(ownerId, doing)}/tags`;
  }
}
