import * as v from 'valibot';
import { REMOTE_IMAGES } from './markdown/remote-images';
import { FULL_TEXTS, rulesSchema } from './rules/rule-schema';
import { finite, inWords, noList, oneOf, wholeNumberTo } from './setting-shapes';

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

// The core has no URL class (no host globals); a base URL is an origin, so its shape is simple: no user, path, query or fragment.
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

const refined = (problemWith: (value: string) => string | null) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => problemWith(value) === null,
      ({ input }) => problemWith(input) ?? '',
    ),
  );

/** An object of settings; where it is missing, it is as if it were empty. */
const group = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(v.pipe(noList, v.looseObject(entries)), {});

const MINUTES_IN_A_WEEK = 7 * 24 * 60;
const MOST_MEGABYTES = 500;

const scopeSchema = group({
  /** Bring highlights that were discarded at the service, too. */
  discarded: v.optional(v.boolean(), false),
  bookCategories: v.optional(v.array(v.string()), [
    'books',
    'articles',
    'tweets',
    'podcasts',
    'supplementals',
  ]),
  documentLocations: v.optional(v.array(v.string()), ['new', 'later', 'shortlist', 'archive']),
  documentCategories: v.optional(v.array(v.string()), [
    'article',
    'email',
    'rss',
    'pdf',
    'epub',
    'tweet',
    'video',
    'podcast',
  ]),
});

const templatesSchema = group({
  /** `built-in`, `built-in:` with the name of a style, or the path of a template file in the vault. */
  book: v.optional(v.string(), 'built-in'),
  article: v.optional(v.string(), 'built-in'),
  tweet: v.optional(v.string(), 'built-in'),
  podcast: v.optional(v.string(), 'built-in'),
  video: v.optional(v.string(), 'built-in'),
  /** For a highlight's note of its own. */
  highlight: v.optional(v.string(), 'built-in'),
  /** For a full text in a file of its own. */
  fullText: v.optional(v.string(), 'built-in'),
  /** By the service's category (`pdf`, `email`, `supplementals`, …), before the kind is asked. */
  categories: v.optional(v.pipe(noList, v.record(v.string(), v.string())), {}),
  /** Where template files and partials are looked for and new ones are made. */
  folder: v.optional(refined(problemWithFolder), 'Templates/Readwise'),
});

/** Templates of a note's place; each is checked when a sync begins. */
const namingSchema = group({
  /** Within `folder`; a slash makes folders in folders. */
  folder: v.optional(v.string(), '{{kindFolder}}'),
  fileName: v.optional(v.string(), '{{title}}'),
});

const fullTextSchema = group({
  /** Where the text of a document goes: nowhere, to the end of its note, or into a file of its own. A rule may say otherwise. */
  place: v.optional(oneOf(FULL_TEXTS), 'off'),
  /** Which documents; an empty list stands for all. */
  categories: v.optional(v.array(v.string()), []),
  tags: v.optional(v.array(v.string()), []),
});

const attachmentsSchema = group({
  covers: v.optional(v.boolean(), false),
  /** Those in passages and full texts. */
  images: v.optional(v.boolean(), false),
  /** PDF and EPUB files of documents that may be distributed. */
  files: v.optional(v.boolean(), false),
  /** Empty: in the app its own folder of attachments, in the terminal `Attachments` in the folder of the notes. */
  folder: v.optional(refined(problemWithOptionalFolder), ''),
  /** Larger ones stay where they are on the web. */
  maxMegabytes: v.optional(
    v.pipe(
      finite,
      v.check((size) => size > 0 && size <= MOST_MEGABYTES, `must be a number up to ${MOST_MEGABYTES}`),
    ),
    25,
  ),
});

/** Where today's review goes, and whether the highlights of a day go into that day's note. */
const dailySchema = group({
  reviewPlace: v.optional(oneOf(['note', 'daily-note']), 'daily-note'),
  /** Of notes of their own; empty: `Reviews` in the folder of the notes. */
  reviewFolder: v.optional(refined(problemWithOptionalFolder), ''),
  /** The highlights made on a day are put into that day's note with each sync. */
  highlightsOfDay: v.optional(v.boolean(), false),
});

/** A note at whose end each sync that did anything is told of, within the vault and without `.md`; null: none. */
const logSchema = group({
  note: v.optional(v.nullable(refined(problemWithFolder)), null),
});

/** The devices that sync this vault, by ids that they gave themselves: a name for people, and the day (YYYY-MM-DD) of their last sync that did anything. */
const devicesSchema = v.optional(
  v.pipe(noList, v.record(v.string(), v.object({ name: v.string(), lastSync: v.string() }))),
  {},
);

const deletionsSchema = group({
  /** What becomes of the note of an item that is gone, when nobody touched the note. */
  untouched: v.optional(oneOf(['trash', 'archive', 'mark']), 'trash'),
  /** The same for a note that holds a person's words. */
  touched: v.optional(oneOf(['mark', 'archive']), 'mark'),
  /** Empty: `Archive` in the folder of the notes. */
  archiveFolder: v.optional(refined(problemWithOptionalFolder), ''),
});

const settingsSchema = group({
  version: v.optional(v.literal(1, 'was written by a newer version of Florilegium; update it'), 1),
  baseUrl: v.optional(refined(problemWithBaseUrl), 'https://readwise.io'),
  folder: v.optional(refined(problemWithFolder), 'Readwise'),
  syncOnOpen: v.optional(v.boolean(), true),
  /** 0: never by itself. */
  intervalMinutes: v.optional(wholeNumberTo(MINUTES_IN_A_WEEK), 60),
  /** Name of the secret in the app's SecretStorage. */
  tokenSecret: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+$/, 'The name of a secret has only small letters, digits and dashes'),
    ),
    'florilegium-token',
  ),
  scope: scopeSchema,
  naming: namingSchema,
  templates: templatesSchema,
  /** Whether notes show images from the web, or link to them. */
  remoteImages: v.optional(oneOf(REMOTE_IMAGES), 'show'),
  deletions: deletionsSchema,
  rules: rulesSchema,
  /** Each highlight gets a note of its own, too. A rule may say otherwise. */
  notePerHighlight: v.optional(v.boolean(), false),
  fullText: fullTextSchema,
  /** What becomes of a note whose item is no longer in scope, or left out by a rule. `ask`: it stays until a person has said. */
  outOfScope: v.optional(oneOf(['ask', 'leave', 'archive', 'trash']), 'ask'),
  attachments: attachmentsSchema,
  daily: dailySchema,
  log: logSchema,
  devices: devicesSchema,
});

export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads settings from parsed JSON; `undefined` and `null` give the defaults. Problems name the key and what it may hold. */
export function parseSettings(value: unknown): SettingsResult {
  const result = v.safeParse(settingsSchema, value ?? {}, { message: inWords });
  if (result.success) return { ok: true, settings: result.output };
  return {
    ok: false,
    problems: result.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'}: ${issue.message}`),
  };
}

/** Where archived notes go. */
export const archiveFolderOf = ({ folder, deletions }: Pick<Settings, 'folder' | 'deletions'>): string =>
  deletions.archiveFolder || `${folder}/Archive`;

/** Where full texts in files of their own go. */
export const textFolderOf = ({ folder }: Pick<Settings, 'folder'>): string => `${folder}/Full text`;
