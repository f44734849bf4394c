import { text as readAll } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Change, NewHighlight } from '../../model/outbox';
import { isReadwiseError } from '../../readwise/errors';
import { checked, newHighlights } from '../../readwise/requests';
import { CannotStart, type Options } from './inputs';
import { Refused } from './sending';

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
export async function highlightInputs(options: Options & HighlightFields): Promise<readonly Input[]> {
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
export function creationOf(inputs: readonly Input[]): Change {
  try {
    const wanted = { highlights: inputs.map(withInlineTags) };
    const { highlights } = checked<{ readonly highlights: readonly NewHighlight[] }>(
      newHighlights,
      wanted,
      'checking highlights',
    );
    return { kind: 'create-highlights', highlights: [...highlights] };
  } catch (error) {
    if (!isReadwiseError(error, 'limit-exceeded')) throw error;
    const { field = '', problem = '' } = error.details;
    throw Refused.because('', [field.split('.').at(-1) ?? ''], { code: 'limit', field, problem });
  }
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
