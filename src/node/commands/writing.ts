import * as z from 'zod/mini';
import {
  targetIdOf,
  type Change,
  DOCUMENT_FIELDS,
  HIGHLIGHT_FIELDS,
  type TagEdits,
  type NewHighlight,
} from '../../model/outbox';
import { addChange } from '../../outbox/queue';
import { readOutbox } from '../../store/outbox-store';
import { knownTarget, Refused, runVerb, type Asking, type Chosen } from './sending';
import { CannotStart, readTextFile, type Options } from './inputs';
import { tagEdits } from '../../outbox/compare';
import type { Target } from '../../outbox/targets';
import type { TagRename } from './options';
import { isReadwiseError } from '../../readwise/errors';
import { checked, newDocument, newHighlights } from '../../readwise/requests';
import { text as readAll } from 'node:stream/consumers';

export type EditOptions = Options & EditFields;
export type HighlightOptions = Options & HighlightFields;
export type SaveOptions = Options & DocumentFields & { readonly html?: string };
export type DeleteOptions = Options & { readonly yes?: boolean };

export async function highlight(options: HighlightOptions, signal: AbortSignal): Promise<number> {
  const inputs = await highlightInputs(options);
  const target = options.title ?? '';
  const ask = async (asking: Asking): Promise<Chosen> => store(asking, target, creationOf(inputs));
  return runVerb({ options, signal, target, ask });
}

export async function edit(name: string, options: EditOptions, signal: AbortSignal): Promise<number> {
  const ask = async (asking: Asking): Promise<Chosen> =>
    store(asking, name, editOf(await knownTarget(asking.deps, options.vault, name), options));
  return runVerb({ options, signal, target: name, ask });
}

export async function deleteTarget(
  name: string,
  options: DeleteOptions,
  signal: AbortSignal,
): Promise<number> {
  if (options.yes !== true && options.dryRun !== true)
    throw new CannotStart(`This deletes ${name} at Readwise for good. If you want that, add --yes.`);
  const ask = async (asking: Asking): Promise<Chosen> =>
    store(asking, name, deletionOf(await knownTarget(asking.deps, options.vault, name)));
  return runVerb({ options, signal, target: name, ask });
}

export async function save(url: string, options: SaveOptions, signal: AbortSignal): Promise<number> {
  const html = options.html === undefined ? undefined : readTextFile(options.html);
  const ask = async (asking: Asking): Promise<Chosen> =>
    store(asking, url, newDocumentOf(url, options, html));
  return runVerb({ options, signal, target: url, ask });
}

/** Puts a change into the outbox. Where it waits there already, that one is sent. */
async function store({ deps, state }: Asking, name: string, change: Change): Promise<Chosen> {
  const added = await addChange({ ...deps, state }, change);
  if (added.ok) return new Set(added.entries.map(({ id }) => id));
  if (added.reason.code !== 'nothing-to-change')
    throw Refused.because(name, changedFields(change), added.reason);
  const target = targetIdOf(change);
  const waiting = (await readOutbox(state)).filter(
    (entry) => entry.state !== 'refused' && target !== null && targetIdOf(entry.change) === target,
  );
  return new Set(waiting.map(({ id }) => id));
}

function changedFields(change: Change): readonly string[] {
  if (change.kind !== 'edit-highlight' && change.kind !== 'edit-item') return [];
  const fields = Object.keys(change.fields);
  return change.tags === undefined ? fields : [...fields, 'tags'];
}

const FIELDS = [...new Set([...HIGHLIGHT_FIELDS, ...DOCUMENT_FIELDS])];
type Field = (typeof FIELDS)[number];

/** The options of `edit`, by the names of the fields. */
export interface EditFields extends Partial<Readonly<Record<Field, string>>> {
  readonly tags?: readonly string[];
  readonly addTag?: readonly string[];
  readonly removeTag?: readonly string[];
  readonly renameTag?: readonly TagRename[];
  /** Filled values may become empty. */
  readonly yes?: boolean;
}

/** Throws `Refused` for what the service cannot do. */
function editOf(target: Target, options: EditFields): Change {
  const given = FIELDS.filter((field) => options[field] !== undefined);
  const tags = tagsOf(target, options);
  if (given.length === 0 && tags === undefined)
    throw new CannotStart('Say what to change, such as --note TEXT or --add-tag NAME');
  refuseOtherFields(target, given);
  const edits = {
    ...(tags === undefined ? {} : { tags }),
    ...(options.yes === true ? { confirmedEmpty: true } : {}),
  };
  if (target.kind === 'highlight')
    return {
      kind: 'edit-highlight',
      anchor: target.id,
      fields: chosenFields(HIGHLIGHT_FIELDS, options),
      ...edits,
    };
  const fields = chosenFields(DOCUMENT_FIELDS, options);
  return { kind: 'edit-item', item: target.kind, id: target.id, fields, ...edits };
}

function refuseOtherFields({ kind, id }: Target, given: readonly Field[]): void {
  if (given.length === 0) return;
  if (kind === 'book') throw Refused.because(id, given, { code: 'tags-only', of: 'book' });
  if (id.startsWith('rd') && kind === 'highlight')
    throw Refused.because(id, given, { code: 'tags-only', of: 'reader-highlight' });
  const allowed: readonly Field[] = kind === 'highlight' ? HIGHLIGHT_FIELDS : DOCUMENT_FIELDS;
  const [other] = given.filter((field) => !allowed.includes(field));
  if (other === undefined) return;
  const list = [...allowed, 'tags'].join(', ');
  throw new Refused(
    id,
    given,
    `Other programs cannot change the ${other} of a ${kind}. They can change: ${list}.`,
  );
}

function chosenFields<Name extends Field>(
  names: readonly Name[],
  options: EditFields,
): Partial<Record<Name, string>> {
  const fields: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = options[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Undefined when no option is about tags. */
function tagsOf(target: Target, options: EditFields): TagEdits | undefined {
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

/** The options of `save`, by the names of the fields. */
export interface DocumentFields {
  readonly title?: string;
  readonly author?: string;
  readonly summary?: string;
  readonly publishedDate?: string;
  readonly imageUrl?: string;
  readonly location?: string;
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** Throws `Refused` for a field that the service would refuse. */
function newDocumentOf(url: string, fields: DocumentFields, html: string | undefined): Change {
  const { title, author, summary, publishedDate, imageUrl, location, tags, note } = fields;
  const wanted = { url, title, author, summary, publishedDate, imageUrl, location, tags, notes: note };
  const page = html === undefined ? {} : { html, shouldCleanHtml: true };
  const document = allowed(url, () => checked(newDocument, { ...wanted, ...page }, 'checking a document'));
  return {
    kind: 'save-document',
    document: { ...document, tags: tags === undefined ? undefined : [...tags] },
  };
}

/** Throws `Refused` for a value that breaks a limit of the service. */
function allowed<Value>(target: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!isReadwiseError(error, 'limit-exceeded')) throw error;
    const { field = '', problem = '' } = error.details;
    const name = field.split('.').at(-1) ?? '';
    throw Refused.because(target, [name], { code: 'limit', field, problem });
  }
}

/** The options of `highlight`, by the names of the fields. */
export interface HighlightFields {
  readonly text?: string;
  readonly title?: string;
  readonly author?: string;
  readonly sourceUrl?: string;
  readonly imageUrl?: string;
  readonly category?: string;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly location?: number;
  readonly highlightUrl?: string;
}

const inputSchema = z.looseObject({ tags: z.optional(z.array(z.string())), note: z.optional(z.string()) });
type Input = z.infer<typeof inputSchema>;

const SHAPES =
  'It must be a highlight such as {"text": "…", "title": "…"}, a list of these, or {"highlights": […]}';

/** The highlights that the options describe, else those on standard input. */
async function highlightInputs(options: Options & HighlightFields): Promise<readonly Input[]> {
  const { text, title, author, sourceUrl, imageUrl, category, note, tags, location, highlightUrl } = options;
  if (text !== undefined)
    return [
      inputSchema.parse({
        text,
        title,
        author,
        sourceUrl,
        imageUrl,
        category,
        note,
        tags,
        location,
        highlightUrl,
      }),
    ];
  if (process.stdin.isTTY) throw new CannotStart('Give --text TEXT, or JSON on standard input');
  if (options.tokenFile === '-')
    throw new CannotStart('Standard input cannot hold both the token and the highlights');
  return parseInputs(await readAll(process.stdin));
}

function parseInputs(json: string): readonly Input[] {
  if (json.trim() === '') throw new CannotStart('Give --text TEXT, or JSON on standard input');
  const value = parsedJson(json);
  const list = z.array(inputSchema).safeParse(value);
  if (list.success) return list.data;
  const named = z.object({ highlights: z.array(inputSchema) }).safeParse(value);
  if (named.success) return named.data.highlights;
  const single = inputSchema.safeParse(value);
  if (single.success && 'text' in single.data) return [single.data];
  throw new CannotStart(`Standard input: ${SHAPES}`);
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CannotStart(`Standard input is not valid JSON. ${SHAPES}`);
  }
}

/** Throws `Refused` for a field that the service would refuse. */
function creationOf(inputs: readonly Input[]): Change {
  const wanted = { highlights: inputs.map(withInlineTags) };
  const { highlights } = allowed('', () =>
    checked<{ readonly highlights: readonly NewHighlight[] }>(newHighlights, wanted, 'checking highlights'),
  );
  return { kind: 'create-highlights', highlights: [...highlights] };
}

/** The service makes tags of a new highlight only from words of its note that begin with a dot. */
function withInlineTags({ tags = [], note = '', ...others }: Input): Readonly<Record<string, unknown>> {
  const other = tags.find((tag) => !/^[\p{L}\p{N}_-]+$/u.test(tag));
  if (other !== undefined)
    throw new Refused(
      '',
      ['tags'],
      `A tag of a new highlight is one word of letters, digits, - and _, not “${other}”. Change it and try again.`,
    );
  const words = tags.map((tag) => `.${tag}`);
  const fields = Object.entries({ ...others, note: [...words, note].join(' ').trim() });
  const given = fields.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [inCamelCase(name), value]));
}

/** Fields may be named as the service names them. */
const inCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
