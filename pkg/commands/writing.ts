import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import * as z from 'zod/mini';
import {
  DOCUMENT_FIELDS,
  HIGHLIGHT_FIELDS,
  type Change,
  type NewHighlight,
  type TagEdits,
} from '../../src/model/outbox';
import { tagEdits } from '../../src/outbox/compare';
import { shortNameOfChange } from '../../src/outbox/change-name';
import { matchingBooks, withBook } from '../../src/outbox/book-of-highlight';
import { whyUnknown } from '../../src/outbox/waiting-changes';
import { findTarget, type Target } from '../../src/outbox/targets';
import { isReadwiseError } from '../../src/readwise/readwise-error';
import { checked, newDocument, newHighlights } from '../../src/readwise/requests';
import { CannotStart, VaultPathError } from '../errors';
import { CONFIRM, REFUSED } from '../text/refusal-text';
import { confirm } from './confirm';
import type { TerminalDependencies } from './in-state';
import { readTextFile } from './inputs';
import type { Options, TagRename } from './options';
import { Refused, sendChange } from './sending';

type Texts<Names extends readonly string[]> = Partial<Readonly<Record<Names[number], string>>>;

const NEW_HIGHLIGHT = [
  'text',
  'title',
  'author',
  'sourceUrl',
  'imageUrl',
  'category',
  'note',
  'highlightUrl',
] as const;
type HighlightOptions = Options &
  Texts<typeof NEW_HIGHLIGHT> & { readonly tags?: readonly string[]; readonly location?: number };

const EDITED = [...new Set([...HIGHLIGHT_FIELDS, ...DOCUMENT_FIELDS])];
type EditedField = (typeof EDITED)[number];
interface EditOptions extends Options, Texts<typeof EDITED> {
  readonly tags?: readonly string[];
  readonly addTag?: readonly string[];
  readonly removeTag?: readonly string[];
  readonly renameTag?: readonly TagRename[];
  /** Filled values may become empty. */
  readonly yes?: boolean;
}

const NEW_DOCUMENT = ['title', 'author', 'summary', 'publishedDate', 'imageUrl', 'location'] as const;
type SaveOptions = Options &
  Texts<typeof NEW_DOCUMENT> & {
    readonly tags?: readonly string[];
    readonly note?: string;
    readonly html?: string;
  };

export async function highlight(options: HighlightOptions, signal: AbortSignal): Promise<number> {
  const inputs = await highlightInputs(options);
  return sendChange({ options, signal, name: options.title ?? '' }, async (deps) => {
    const highlights: NewHighlight[] = [];
    for (const wanted of newHighlightsOf(inputs)) highlights.push(await inItsBook(deps, wanted));
    return { kind: 'create-highlights', highlights };
  });
}

export const edit = (options: EditOptions, signal: AbortSignal, name: string): Promise<number> =>
  sendChange({ options, signal, name }, async (deps) =>
    editOf(await knownTarget(deps, options.vault, name), options),
  );

export const deleteTarget = (options: Options, signal: AbortSignal, name: string): Promise<number> =>
  sendChange({ options, signal, name }, async (deps) => {
    const target = await knownTarget(deps, options.vault, name);
    const change = deletionOf(target);
    if (options.dryRun === true) return change;
    const called = await shortNameOfChange(deps.state, { change, base: target.values });
    await confirm(options, CONFIRM.deletion(called), signal);
    return change;
  });

export async function save(options: SaveOptions, signal: AbortSignal, url: string): Promise<number> {
  const html = options.html === undefined ? null : readTextFile(options.html);
  return sendChange({ options, signal, name: url }, () => newDocumentOf(url, options, html));
}

/**
 * What a person names: an anchor, an id, or the path of a note, from the current folder or from the vault.
 * Throws `Refused` when the device knows no such thing.
 */
async function knownTarget(deps: TerminalDependencies, vault: string, name: string): Promise<Target> {
  try {
    const target = await findTarget(deps, notePathIn(vault, name) ?? name);
    if (target !== null) return target;
  } catch (error) {
    // A path that cannot be a note of the vault.
    if (!(error instanceof VaultPathError)) throw error;
  }
  throw Refused.because(name, [], await whyUnknown(deps.state, name));
}

/** Null when no note of the vault has that path. */
function notePathIn(vault: string, name: string): string | null {
  if (!name.endsWith('.md')) return null;
  const root = resolve(vault);
  const found = [resolve(name), resolve(root, name)].find((path) => isInside(root, path) && existsSync(path));
  return found === undefined ? null : relative(root, found).split(sep).join('/');
}

function isInside(root: string, path: string): boolean {
  const inRoot = relative(root, path);
  return inRoot !== '' && !inRoot.startsWith('..') && !isAbsolute(inRoot);
}

/** The options of these names that were given. */
function given<Name extends string>(names: readonly Name[], options: Texts<readonly Name[]>) {
  const fields: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = options[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** The values if the service takes them. Throws `Refused` with the field otherwise. */
function accepted<Value>(target: string, schema: z.ZodMiniType<Value>, values: unknown): Value {
  try {
    return checked(schema, values, 'checking a change');
  } catch (error) {
    if (!isReadwiseError(error, 'limit-exceeded')) throw error;
    const { field = '', problem = '' } = error.details;
    throw Refused.because(target, [field.split('.').at(-1) ?? ''], { code: 'limit', field, problem });
  }
}

const inputSchema = z.looseObject({ tags: z.optional(z.array(z.string())), note: z.optional(z.string()) });
type Input = z.infer<typeof inputSchema>;

/** The highlights that the options describe, else those on standard input. */
async function highlightInputs(options: HighlightOptions): Promise<readonly Input[]> {
  const { text, tags = [], location, tokenFile } = options;
  if (text !== undefined) return [{ ...given(NEW_HIGHLIGHT, options), tags: [...tags], location }];
  const json = process.stdin.isTTY ? '' : await inputText(tokenFile);
  if (json.trim() === '') throw new CannotStart(REFUSED.noInput);
  const value = parsedJson(json);
  const list = z.array(inputSchema).safeParse(value);
  if (list.success) return list.data;
  const named = z.object({ highlights: z.array(inputSchema) }).safeParse(value);
  if (named.success) return named.data.highlights;
  const single = inputSchema.safeParse(value);
  if (single.success && 'text' in single.data) return [single.data];
  throw new CannotStart(REFUSED.otherShape);
}

function inputText(tokenFile: string | undefined): Promise<string> {
  if (tokenFile === '-') throw new CannotStart(REFUSED.twoInputs);
  return readAll(process.stdin);
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CannotStart(REFUSED.notJson);
  }
}

function newHighlightsOf(inputs: readonly Input[]): readonly NewHighlight[] {
  const wanted = { highlights: inputs.map(withInlineTags) };
  return accepted<{ readonly highlights: readonly NewHighlight[] }>('', newHighlights, wanted).highlights;
}

/** A title leads to the known book that has it. Throws `Refused` where several have. */
async function inItsBook(deps: TerminalDependencies, wanted: NewHighlight): Promise<NewHighlight> {
  const [book, ...others] = await matchingBooks(deps, wanted);
  if (book === undefined) return wanted;
  if (others.length === 0) return withBook(wanted, book);
  const names = [book, ...others].map(({ author, sourceUrl }) =>
    [author, sourceUrl].filter((part) => part !== '').join(', '),
  );
  throw new Refused(wanted.title ?? '', ['title'], REFUSED.severalBooks(book.title, names));
}

/** The service makes tags of a new highlight only from words of its note that begin with a dot. */
function withInlineTags({ tags = [], note = '', ...others }: Input): Readonly<Record<string, unknown>> {
  const other = tags.find((tag) => !/^[\p{L}\p{N}_-]+$/u.test(tag));
  if (other !== undefined) throw new Refused('', ['tags'], REFUSED.oddTag(other));
  const words = tags.map((tag) => `.${tag}`);
  const fields = Object.entries({ ...others, note: [...words, note].join(' ').trim() });
  const filled = fields.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(filled.map(([name, value]) => [inCamelCase(name), value]));
}

/** Fields may be named as the service names them. */
const inCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function newDocumentOf(url: string, options: SaveOptions, html: string | null): Change {
  const { tags, note } = options;
  const page = html === null ? {} : { html, shouldCleanHtml: true };
  const wanted = { url, ...given(NEW_DOCUMENT, options), tags, notes: note, ...page };
  const document = accepted(url, newDocument, wanted);
  return {
    kind: 'save-document',
    document: { ...document, tags: tags === undefined ? undefined : [...tags] },
  };
}

/** Throws `Refused` for what the service cannot do. */
function editOf(target: Target, options: EditOptions): Change {
  const names = EDITED.filter((field) => options[field] !== undefined);
  const tags = tagsOf(target, options);
  if (names.length === 0 && tags === undefined) throw new CannotStart(REFUSED.noEdit);
  refuseOtherFields(target, names);
  refuseOddPlace(target, options);
  const edits = { tags, confirmedEmpty: options.yes };
  if (target.kind === 'highlight')
    return { kind: 'edit-highlight', anchor: target.id, fields: given(HIGHLIGHT_FIELDS, options), ...edits };
  const { kind: item, id } = target;
  return { kind: 'edit-item', item, id, fields: given(DOCUMENT_FIELDS, options), ...edits };
}

function refuseOtherFields({ kind, id }: Target, names: readonly EditedField[]): void {
  if (names.length === 0) return;
  if (kind === 'book') throw Refused.because(id, names, { code: 'tags-only', of: 'book' });
  if (id.startsWith('rd') && kind === 'highlight')
    throw Refused.because(id, names, { code: 'tags-only', of: 'reader-highlight' });
  const allowed: readonly EditedField[] = kind === 'highlight' ? HIGHLIGHT_FIELDS : DOCUMENT_FIELDS;
  const other = names.find((field) => !allowed.includes(field));
  if (other === undefined) return;
  throw new Refused(id, names, REFUSED.otherField(other, kind, [...allowed, 'tags']));
}

/** The API takes any text as the place of a highlight, but the service then rejects it. */
function refuseOddPlace({ kind, id }: Target, { location }: EditOptions): void {
  if (kind !== 'highlight' || location === undefined || /^\d{1,9}$/.test(location)) return;
  throw new Refused(id, ['location'], REFUSED.oddPlace(location));
}

/** Undefined when no option is about tags. */
function tagsOf(target: Target, options: EditOptions): TagEdits | undefined {
  const { tags, addTag = [], removeTag = [], renameTag = [], yes = false } = options;
  if (tags === undefined && addTag.length + removeTag.length + renameTag.length === 0) return undefined;
  const before = target.values.tags;
  if (tags?.length === 0 && before.length > 0 && !yes)
    throw Refused.because(target.id, ['tags'], { code: 'would-be-empty', field: 'tags' });
  const set = tags === undefined ? { add: [], remove: [] } : tagEdits(before, tags);
  return {
    add: [...set.add, ...addTag],
    remove: [...set.remove, ...removeTag],
    rename: renameTag.map(({ from, to }) => ({ from, to })),
  };
}

/** Throws `Refused` for a book, which the service cannot delete. */
function deletionOf({ kind, id }: Target): Change {
  switch (kind) {
    case 'highlight':
      return { kind: 'delete-highlight', anchor: id };
    case 'document':
      return { kind: 'delete-document', id };
    case 'book':
      throw Refused.because(id, [], { code: 'tags-only', of: 'book' });
  }
}
