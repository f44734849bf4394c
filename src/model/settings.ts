import * as z from 'zod/mini';
import { isGroup } from './collections';
import { FULL_TEXTS, ruleProblem, ruleProblemInWords, rulesSchema } from './rule-schema';
import { oneOf, problemInWords, textWith, wholeNumberTo } from './setting-shapes';

/**
 * The settings, as they stand in the plugin's `data.json` and in the terminal's `--settings FILE`.
 * Unknown keys are kept. The token is not here: `tokenSecret` is only the name of the secret that holds it.
 */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Null when the address is fit to send a token to, else what is wrong with it. */
export function problemWithBaseUrl(value: string): string | null {
  if (!URL_SHAPE.test(value)) return 'The base URL must look like https://readwise.io';
  const match = URL_SHAPE.exec(value);
  const scheme = match?.[1] ?? '';
  const host = match?.[2] ?? '';
  if (scheme === 'http' && !LOOPBACK.test(host))
    return 'The base URL must start with https:// (http:// is only for this machine itself)';
  return null;
}

// The core has no URL class (no host globals); a base URL is an origin, so its shape is simple: no user,
// path, query or fragment.
const URL_SHAPE = /^(https?):\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?\/?$/i;

/** Null when it can be a folder of the vault, else what is wrong with it. */
export function problemWithFolder(value: string): string | null {
  const parts = value.split('/');
  if (value.trim() === '') return 'The folder needs a name';
  if (/[\\:*?"<>|#^[\]]/.test(value)) return 'The folder cannot contain \\ : * ? " < > | # ^ [ ]';
  if (/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028-\u202e\u2060-\u2069\ufeff]/u.test(value))
    return 'The folder cannot contain characters that nobody can see';
  if (
    parts.some((part) => part === '' || part.startsWith('.') || part !== part.trim() || part.endsWith('.'))
  ) {
    return 'The folder is a path inside the vault, like Readwise or Library/Readwise';
  }
  return null;
}

/** The same for a folder that may be left empty. */
export const problemWithOptionalFolder = (value: string): string | null =>
  value === '' ? null : problemWithFolder(value);

const MINUTES_IN_A_WEEK = 7 * 24 * 60;
const MOST_MEGABYTES = 500;

const scopeSchema = z.prefault(
  z.looseObject({
    /** Bring highlights that were discarded at the service, too. */
    discarded: z._default(z.boolean(), false),
    bookCategories: z._default(z.array(z.string()), [
      'books',
      'articles',
      'tweets',
      'podcasts',
      'supplementals',
    ]),
    documentLocations: z._default(z.array(z.string()), ['new', 'later', 'shortlist', 'archive']),
    documentCategories: z._default(z.array(z.string()), [
      'article',
      'email',
      'rss',
      'pdf',
      'epub',
      'tweet',
      'video',
      'podcast',
    ]),
  }),
  {},
);

const templatesSchema = z.prefault(
  z.looseObject({
    /** `built-in`, `built-in:` with the name of a style, or the path of a template file in the vault. */
    book: z._default(z.string(), 'built-in'),
    article: z._default(z.string(), 'built-in'),
    tweet: z._default(z.string(), 'built-in'),
    podcast: z._default(z.string(), 'built-in'),
    video: z._default(z.string(), 'built-in'),
    /** For a highlight's note of its own. */
    highlight: z._default(z.string(), 'built-in'),
    /** For a full text in a file of its own. */
    fullText: z._default(z.string(), 'built-in'),
    /** By the service's category (`pdf`, `email`, `supplementals`, …), before the kind is asked. */
    categories: z._default(z.record(z.string(), z.string()), {}),
    /** Where template files and partials are looked for and new ones are made. */
    folder: z._default(textWith(problemWithFolder), 'Templates/Readwise'),
  }),
  {},
);

/** Templates of a note's place; each is checked when a sync begins. */
const namingSchema = z.prefault(
  z.looseObject({
    /** Within `folder`; a slash makes folders in folders. */
    folder: z._default(z.string(), '{{kindFolder}}'),
    fileName: z._default(z.string(), '{{title}}'),
  }),
  {},
);

const fullTextSchema = z.prefault(
  z.looseObject({
    /**
     * Where the text of a document goes: nowhere, to the end of its note, or into a file of its own. A rule
     * may say otherwise.
     */
    place: z._default(oneOf(FULL_TEXTS), 'off'),
    /** Which documents; an empty list stands for all. */
    categories: z._default(z.array(z.string()), []),
    tags: z._default(z.array(z.string()), []),
  }),
  {},
);

const attachmentsSchema = z.prefault(
  z.looseObject({
    covers: z._default(z.boolean(), false),
    /** Those in passages and full texts. */
    images: z._default(z.boolean(), false),
    /** PDF and EPUB files of documents that may be distributed. */
    files: z._default(z.boolean(), false),
    /**
     * Empty: in the app its own folder of attachments, in the terminal `Attachments` in the folder of the
     * notes.
     */
    folder: z._default(textWith(problemWithOptionalFolder), ''),
    /** Larger ones stay where they are on the web. */
    maxMegabytes: z._default(
      z
        .number()
        .check(
          z.refine((size) => size > 0 && size <= MOST_MEGABYTES, `must be a number up to ${MOST_MEGABYTES}`),
        ),
      25,
    ),
  }),
  {},
);

/** Where today's review goes, and whether the highlights of a day go into that day's note. */
const dailySchema = z.prefault(
  z.looseObject({
    reviewPlace: z._default(oneOf(['note', 'daily-note']), 'daily-note'),
    /** Of notes of their own; empty: `Reviews` in the folder of the notes. */
    reviewFolder: z._default(textWith(problemWithOptionalFolder), ''),
    /** The highlights made on a day are put into that day's note with each sync. */
    highlightsOfDay: z._default(z.boolean(), false),
  }),
  {},
);

const deletionsSchema = z.prefault(
  z.looseObject({
    /** What becomes of the note of an item that is gone, when nobody touched the note. */
    untouched: z._default(oneOf(['trash', 'archive', 'mark']), 'trash'),
    /** The same for a note that holds a person's words. */
    touched: z._default(oneOf(['mark', 'archive']), 'mark'),
    /** Empty: `Archive` in the folder of the notes. */
    archiveFolder: z._default(textWith(problemWithOptionalFolder), ''),
  }),
  {},
);

export const REMOTE_IMAGES = ['show', 'link'] as const;

/**
 * `show`: as the service has them, loaded from the web when the note is looked at. `link`: as links, so that
 * nothing is loaded.
 */
export type RemoteImages = (typeof REMOTE_IMAGES)[number];

const settingsSchema = z.prefault(
  z.looseObject({
    version: z._default(z.literal(1, 'was written by a newer version of Florilegium; update it'), 1),
    baseUrl: z._default(textWith(problemWithBaseUrl), 'https://readwise.io'),
    folder: z._default(textWith(problemWithFolder), 'Readwise'),
    syncOnOpen: z._default(z.boolean(), true),
    /** 0: never by itself. */
    intervalMinutes: z._default(wholeNumberTo(MINUTES_IN_A_WEEK), 60),
    /** Name of the secret in the app's SecretStorage. */
    tokenSecret: z._default(
      z
        .string()
        .check(z.regex(/^[a-z0-9-]+$/, 'The name of a secret has only small letters, digits and dashes')),
      'florilegium-token',
    ),
    scope: scopeSchema,
    naming: namingSchema,
    templates: templatesSchema,
    /** Whether notes show images from the web, or link to them. */
    remoteImages: z._default(oneOf(REMOTE_IMAGES), 'show'),
    deletions: deletionsSchema,
    rules: z._default(rulesSchema, []),
    /** Each highlight gets a note of its own, too. A rule may say otherwise. */
    notePerHighlight: z._default(z.boolean(), false),
    fullText: fullTextSchema,
    /**
     * What becomes of a note whose item is no longer in scope, or left out by a rule. `ask`: it stays until a
     * person has said.
     */
    outOfScope: z._default(oneOf(['ask', 'leave', 'archive', 'trash']), 'ask'),
    attachments: attachmentsSchema,
    daily: dailySchema,
  }),
  {},
);

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads settings from parsed JSON; `undefined` and `null` give the defaults. Problems name the key and what
 * it may hold.
 */
export function parseSettings(value: unknown): SettingsResult {
  const result = settingsSchema.safeParse(value ?? {}, { error: problemInWords });
  if (result.success) return { ok: true, settings: result.data };
  const rules = isGroup(value) ? value['rules'] : undefined;
  const problems = result.error.issues.map(({ path: [key, ...rest], message }) => {
    if (key === 'rules') return `rules: ${ruleProblemInWords(ruleProblem(rest, message), rules)}`;
    return `${key === undefined ? 'settings' : [key, ...rest].join('.')}: ${message}`;
  });
  return { ok: false, problems };
}

/** Where archived notes go. */
export const archiveFolderOf = ({ folder, deletions }: Pick<Settings, 'folder' | 'deletions'>): string =>
  deletions.archiveFolder || `${folder}/Archive`;

/** Where full texts in files of their own go. */
export const textFolderOf = ({ folder }: Pick<Settings, 'folder'>): string => `${folder}/Full text`;
