import type { App, TFile } from 'obsidian';
import * as z from 'zod/mini';
import type { NewHighlight } from '../../../model/outbox';
import { DEVICE_KEYS } from '../../state/device-keys';

/** What new highlights of a note are said to come from. */
export interface Source {
  readonly title: string;
  readonly author: string;
  readonly sourceUrl: string;
  readonly category: string;
  readonly tags: readonly string[];
}

type Category = NonNullable<NewHighlight['category']>;

/** Names that notes have for categories. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  book: 'books',
  books: 'books',
  epub: 'books',
  pdf: 'books',
  article: 'articles',
  articles: 'articles',
  tweet: 'tweets',
  tweets: 'tweets',
  podcast: 'podcasts',
  podcasts: 'podcasts',
};

/** The service's category of that name; undefined when it has none. */
export const categoryOf = (name: string): Category | undefined => CATEGORIES[name.trim().toLowerCase()];

const rememberedSchema = z.partial(
  z.object({
    title: z.string(),
    author: z.string(),
    sourceUrl: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
  }),
);

/** By the path of the note. */
const allRememberedSchema = z.record(z.string(), z.unknown());

/** The source as the person gave it for this note the last time, else by the note's properties. */
export function sourceOf(app: App, file: TFile): Source {
  const given = sourceInProperties(app, file);
  const remembered = rememberedSchema.safeParse(allRemembered(app)[file.path]);
  if (!remembered.success) return given;
  const { title, author, sourceUrl, category, tags } = remembered.data;
  return {
    title: title ?? given.title,
    author: author ?? given.author,
    sourceUrl: sourceUrl ?? given.sourceUrl,
    category: category ?? given.category,
    tags: tags ?? given.tags,
  };
}

/** Remembers only what the person changed, so that the rest follows the properties. */
export function rememberSource(app: App, file: TFile, source: Source): void {
  const given = sourceInProperties(app, file);
  const changed = Object.entries(source).filter(([field, value]) => {
    const before: unknown = Reflect.get(given, field);
    return JSON.stringify(before) !== JSON.stringify(value);
  });
  const { [file.path]: _, ...others } = allRemembered(app);
  const own = changed.length === 0 ? {} : { [file.path]: Object.fromEntries(changed) };
  app.saveLocalStorage(DEVICE_KEYS.sources, { ...others, ...own });
}

function allRemembered(app: App): Readonly<Record<string, unknown>> {
  const stored = allRememberedSchema.safeParse(app.loadLocalStorage(DEVICE_KEYS.sources));
  return stored.success ? stored.data : {};
}

function sourceInProperties(app: App, file: TFile): Source {
  const properties: unknown = app.metadataCache.getFileCache(file)?.frontmatter ?? {};
  const valuesOf = (...names: readonly string[]): readonly string[] =>
    names.map((name) => textIn(properties, name)).filter((value) => value !== '');
  const urls = valuesOf('url', 'source_url', 'source-url', 'link', 'source');
  return {
    title: valuesOf('title')[0] ?? file.basename,
    author: valuesOf('author', 'authors')[0] ?? '',
    sourceUrl: urls.find((url) => /^https?:/.test(url)) ?? '',
    category: categoryOf(valuesOf('category')[0] ?? '') ?? '',
    tags: [],
  };
}

function textIn(properties: unknown, name: string): string {
  const value: unknown =
    typeof properties === 'object' && properties !== null ? Reflect.get(properties, name) : null;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string' || typeof each === 'number').join(', ');
}
