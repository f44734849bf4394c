import { builtInTemplates } from '../core/built-in-templates';
import { fingerprint } from '../core/hash';
import type { ItemKind } from '../core/model';
import type { Failure } from '../core/report';
import type { Settings } from '../core/settings';
import type { CompileResult, NoteTemplate } from '../core/template';
import { compileTemplate } from '../core/template-compile';
import type { Vault } from '../ports';
import { isOperational } from './sync-errors';

export type Templates = Readonly<Record<ItemKind, NoteTemplate>>;

export type LoadedTemplates =
  | {
      readonly ok: true;
      readonly templates: Templates;
      /** Changes whenever any rendering may. */
      readonly mark: string;
    }
  | { readonly ok: false; readonly failures: readonly Failure[] };

export const BUILT_IN = 'built-in';

/** Reads and compiles the chosen templates. Any problem in any of them is a failure with its place: the sync must not start. */
export async function loadTemplates(vault: Vault, settings: Settings): Promise<LoadedTemplates> {
  const [book, article, tweet, podcast, video] = await Promise.all([
    load(vault, 'book', settings.templates.book),
    load(vault, 'article', settings.templates.article),
    load(vault, 'tweet', settings.templates.tweet),
    load(vault, 'podcast', settings.templates.podcast),
    load(vault, 'video', settings.templates.video),
  ]);
  const all = [book, article, tweet, podcast, video];
  if (book.template === null || article.template === null || tweet.template === null || podcast.template === null || video.template === null) {
    return { ok: false, failures: all.flatMap((loaded) => loaded.failures) };
  }
  return {
    ok: true,
    templates: { book: book.template, article: article.template, tweet: tweet.template, podcast: podcast.template, video: video.template },
    mark: fingerprint(JSON.stringify(all.map((loaded) => loaded.source))),
  };
}

interface Loaded {
  readonly source: string;
  readonly template: NoteTemplate | null;
  readonly failures: readonly Failure[];
}

async function load(vault: Vault, kind: ItemKind, choice: string): Promise<Loaded> {
  const source = choice === BUILT_IN ? builtInTemplates[kind] : await readTemplate(vault, choice);
  if (source === null) {
    const message = `The template for ${kind} notes, ${choice}, is not in the vault. Choose another in the settings, or put it back.`;
    return { source: '', template: null, failures: [{ id: choice, path: choice, message }] };
  }
  const name = choice === BUILT_IN ? `built-in ${kind} template` : choice;
  const compiled = compiledOnce({ name, source });
  if (compiled.ok) return { source, template: compiled.template, failures: [] };
  const failures = compiled.problems.map((problem) => ({
    id: name,
    path: choice === BUILT_IN ? null : choice,
    message: `${problem.template}, line ${problem.line}, column ${problem.column}: ${problem.message}`,
  }));
  return { source, template: null, failures };
}

/** Null when there is none, and when the path cannot be one of a note. */
async function readTemplate(vault: Vault, path: string): Promise<string | null> {
  try {
    return await vault.read(path);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return null;
  }
}

const MOST_REMEMBERED = 40;
const remembered = new Map<string, CompileResult>();

/** Compiling is pure and dear: a plugin that syncs every hour compiles a template once. */
function compiledOnce(input: { readonly name: string; readonly source: string }): CompileResult {
  const key = `${input.name}\n${input.source}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const compiled = compileTemplate(input);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, compiled);
  return compiled;
}
