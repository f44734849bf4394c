/** What a link from outside (`obsidian://florilegium/…`) or a command line may ask for. Neither can change a setting or remove anything. */
export type Request =
  { readonly kind: 'sync' } | { readonly kind: 'open'; readonly id: string } | { readonly kind: 'unknown' };

const UNKNOWN: Request = { kind: 'unknown' };
const KNOWN = new Set(['action', 'id', 'vault']);
const ID = /^[\w-]{1,64}$/;

/** The app hands over what was called as `action`; some versions, the query's parameter of that name. Anything that is not known makes all of it unknown. */
export function readLink(params: Readonly<Record<string, string>>): Request {
  const action = (params['action'] ?? '').replace(/^florilegium\//, '');
  const { id } = params;
  if (Object.keys(params).some((name) => !KNOWN.has(name))) return UNKNOWN;
  if (action === 'sync') return id === undefined ? { kind: 'sync' } : UNKNOWN;
  return action === 'open' && isId(id) ? { kind: 'open', id } : UNKNOWN;
}

/** As the service makes them: of a book, a document or a highlight, or the anchor of a highlight's block. */
export const isId = (id: string | undefined): id is string => id !== undefined && ID.test(id);
