import { getFrontMatterInfo, parseYaml } from './front-matter';

/** What the app knows of a note without reading it again. */
export interface CachedMetadata {
  readonly frontmatter?: Record<string, unknown>;
  readonly sections?: readonly { readonly type: string }[];
  /** By the ids in lower case. */
  readonly blocks?: Readonly<Record<string, { readonly id: string }>>;
}

export const metadataOf = (text: string): CachedMetadata => ({ ...propertiesOf(text), ...blocksOf(text) });

/** None at all where there is no block with an id. */
function blocksOf(text: string): Pick<CachedMetadata, 'blocks'> {
  const ids = [...text.matchAll(/(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$/gm)].map(([, id = '']) => id);
  return ids.length === 0 ? {} : { blocks: Object.fromEntries(ids.map((id) => [id.toLowerCase(), { id }])) };
}

/** Front matter that does not parse leaves its section and no properties. */
function propertiesOf(text: string): CachedMetadata {
  const info = getFrontMatterInfo(text);
  if (!info.exists) return {};
  const sections = [{ type: 'yaml' }];
  try {
    const properties = parseYaml(info.frontmatter);
    return typeof properties === 'object' && properties !== null
      ? { frontmatter: { ...properties }, sections }
      : { sections };
  } catch {
    return { sections };
  }
}
