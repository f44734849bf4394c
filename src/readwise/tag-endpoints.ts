import { numberedPages } from './numbered-list';
import { tagFilterRule, type TagFilter } from './outgoing/highlight-queries';
import { checked, numericIdText, type Rule } from './outgoing/rules';
import { readRecord, removal, type Removal } from './read-answers';
import type { ListPage, Tag } from './records';
import { tagSchema, type WireTag } from './schema/listed';
import { toText } from './to-model/values';
import type { Call, Transport } from './transport';

/** The tags of one highlight or one book (v2-highlights.md, "Highlight Tags" and "Book Tags"). */
export interface TagEndpoints {
  list(ownerId: string, filter?: TagFilter): AsyncGenerator<ListPage<Tag>>;
  /** Null when there is no such tag. */
  get(ownerId: string, tagId: string): Promise<Tag | null>;
  create(ownerId: string, name: string): Promise<Tag>;
  /** Null when there is no such tag. */
  rename(ownerId: string, tag: Tag): Promise<Tag | null>;
  remove(ownerId: string, tagId: string): Promise<Removal>;
}

export interface TagOwner {
  readonly kind: 'highlights' | 'books';
  /** What the service takes as a tag. */
  readonly rule: Rule<{ readonly name: string }>;
}

const toTag = (wire: WireTag): Tag => ({ id: String(wire.id), name: toText(wire.name) });
const readTag = readRecord(tagSchema, toTag);

export function createTagEndpoints(transport: Transport, { kind, rule }: TagOwner): TagEndpoints {
  const pathOf = (doing: string, ownerId: string): string =>
    `/api/v2/${kind}/${checked(ownerId, { rule: numericIdText, doing })}/tags`;
  const tagPathOf = (
    doing: string,
    { ownerId, tagId }: { readonly ownerId: string; readonly tagId: string },
  ): string => `${pathOf(doing, ownerId)}/${checked(tagId, { rule: numericIdText, doing })}`;
  const call = (doing: string, rest: Pick<Call<unknown>, 'method' | 'path' | 'repeat' | 'body'>) => ({
    doing,
    rate: 'v2' as const,
    ...rest,
  });
  return {
    list(ownerId, filter = {}) {
      const doing = `fetching the tags of ${kind} ${ownerId}`;
      const { pageSize } = checked(filter, { rule: tagFilterRule, doing });
      const parser = { endpoint: 'highlights', schema: tagSchema, idField: 'id', toEntry: toTag } as const;
      return numberedPages(transport, {
        rate: 'v2',
        path: pathOf(doing, ownerId),
        filter: { page_size: pageSize },
        parser,
        idOf: ({ id }) => id,
        doing,
      });
    },
    async get(ownerId, tagId) {
      const doing = `fetching tag ${tagId} of ${kind} ${ownerId}`;
      const path = tagPathOf(doing, { ownerId, tagId });
      return transport.call<Tag | null>({
        ...call(doing, { method: 'GET', path, repeat: 'safe' }),
        read: readTag,
        whenMissing: () => null,
      });
    },
    async create(ownerId, name) {
      const doing = `adding a tag to ${kind} ${ownerId}`;
      const body = checked({ name }, { rule, doing });
      return transport.call({
        ...call(doing, { method: 'POST', path: `${pathOf(doing, ownerId)}/`, repeat: 'never', body }),
        read: readTag,
      });
    },
    async rename(ownerId, { id: tagId, name }) {
      const doing = `renaming tag ${tagId} of ${kind} ${ownerId}`;
      const body = checked({ name }, { rule, doing });
      const path = tagPathOf(doing, { ownerId, tagId });
      return transport.call<Tag | null>({
        ...call(doing, { method: 'PATCH', path, repeat: 'safe', body }),
        read: readTag,
        whenMissing: () => null,
      });
    },
    async remove(ownerId, tagId) {
      const doing = `removing tag ${tagId} from ${kind} ${ownerId}`;
      const path = tagPathOf(doing, { ownerId, tagId });
      return transport.call<Removal>({ ...removal, doing, rate: 'v2', path });
    },
  };
}
