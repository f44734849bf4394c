import * as z from 'zod/mini';
import { isGroup } from './collections';
import { BOOK_CATEGORIES, DOCUMENT_CATEGORIES } from './model';
import { highlightChoiceSchema } from './highlight-choice';
import { FULL_TEXTS, ruleProblem, rulesSchema, type RulePlace } from './rule-schema';
import {
  bookCategoriesSchema,
  documentCategoriesSchema,
  documentLocationsSchema,
  exactTypesSchema,
  typesSchema,
} from './service-words';
import {
  check,
  checkLimit,
  mistakeIn,
  oneOf,
  textWith,
  wholeNumberTo,
  type Found,
  type ValueMistake,
} from './setting-shapes';
import { nearest } from './text';
import { isTimeZone } from './time-zone';

/** The origin that needs no permission, with the secret that needs none. */
export const DEFAULT_BASE_URL = 'https://readwise.io';
export const DEFAULT_TOKEN_SECRET = 'florilegium-token';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Null when the token may be sent to this address, else what is wrong with it. */
export function problemWithBaseUrl(value: string): Found | null {
  const match = URL_SHAPE.exec(value);
  if (match === null) return 'server-shape';
  const [, scheme = '', host = ''] = match;
  return scheme === 'http' && !LOOPBACK.test(host) ? 'server-scheme' : null;
}

// A pattern, because `model/` uses no globals of a host. A base URL is an origin without user, path, query or
// fragment.
const URL_SHAPE = /^(https?):\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?\/?$/i;

/** Null when this can be a folder of the vault, else what is wrong with it. */
export function problemWithFolder(value: string): Found | null {
  if (value.trim() === '') return 'folder-empty';
  if (/[\\:*?"<>|#^[\]]/.test(value)) return 'folder-signs';
  if (/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028-\u202e\u2060-\u2069\ufeff]/u.test(value))
    return 'folder-invisible';
  const isOdd = (part: string): boolean =>
    part === '' || part.startsWith('.') || part !== part.trim() || part.endsWith('.');
  return value.split('/').some(isOdd) ? 'folder-outside' : null;
}

/** The same for a folder that may be empty. */
const problemWithOptionalFolder = (value: string): Found | null =>
  value === '' ? null : problemWithFolder(value);

/** Null when this can stand before a tag, else what is wrong with it. */
const problemWithTagPrefix = (value: string): Found | null =>
  /^[\p{L}\p{N}_/-]*$/u.test(value) ? null : 'tag-prefix';

const MINUTES_IN_A_WEEK = 7 * 24 * 60;
const MOST_MEGABYTES = 500;

const SCOPE_DOCUMENTS = ['all', 'highlighted'] as const;

const scopeSchema = z.prefault(
  z.looseObject({
    discarded: z._default(z.boolean(), false),
    highlights: z._default(highlightChoiceSchema, {}),
    bookCategories: z._default(bookCategoriesSchema, [...BOOK_CATEGORIES]),
    /** `highlighted` leaves out every item without a highlight, books with no more than a note, too. */
    documents: z._default(oneOf(SCOPE_DOCUMENTS), 'all'),
    documentLocations: z._default(documentLocationsSchema, ['new', 'later', 'shortlist', 'archive']),
    documentCategories: z._default(documentCategoriesSchema, [...DOCUMENT_CATEGORIES]),
  }),
  {},
);

const templatesSchema = z.prefault(
  z.looseObject({
    /** `built-in`, `built-in:<style>`, or the path of a template file in the vault. */
    book: z._default(z.string(), 'built-in'),
    article: z._default(z.string(), 'built-in'),
    tweet: z._default(z.string(), 'built-in'),
    podcast: z._default(z.string(), 'built-in'),
    video: z._default(z.string(), 'built-in'),
    highlight: z._default(z.string(), 'built-in'),
    fullText: z._default(z.string(), 'built-in'),
    folder: z._default(textWith(problemWithFolder), 'Templates/Readwise'),
  }),
  {},
);

/** Templates of folder and file name, checked when a sync begins. */
const namingSchema = z.prefault(
  z.looseObject({
    /** Within the setting `folder`; a slash makes subfolders. */
    folder: z._default(z.string(), '{{kindFolder}}'),
    fileName: z._default(z.string(), '{{title}}'),
  }),
  {},
);

const fullTextSchema = z.prefault(
  z.looseObject({
    /** Nowhere, at the end of the document's note, or in a separate note. Rules may differ. */
    place: z._default(oneOf(FULL_TEXTS), 'off'),
    /** Which documents; empty for all. */
    categories: z._default(typesSchema, []),
    tags: z._default(z.array(z.string()), []),
  }),
  {},
);

const attachmentsSchema = z.prefault(
  z.looseObject({
    covers: z._default(z.boolean(), false),
    /** Images in highlights and full texts. */
    images: z._default(z.boolean(), false),
    files: z._default(z.boolean(), false),
    /** Empty: the app's folder for attachments; in the terminal `Attachments` in the folder of the notes. */
    folder: z._default(textWith(problemWithOptionalFolder), ''),
    /** Larger files stay on the web. */
    maxMegabytes: z._default(
      z
        .number()
        .check(
          checkLimit((size) => size > 0 && size <= MOST_MEGABYTES, { code: 'size', most: MOST_MEGABYTES }),
        ),
      25,
    ),
  }),
  {},
);

/** Where the daily review goes. */
const dailySchema = z.prefault(
  z.looseObject({
    reviewPlace: z._default(oneOf(['note', 'daily-note']), 'daily-note'),
    /** The folder of separate review notes; empty: `Reviews` in the folder of the notes. */
    reviewFolder: z._default(textWith(problemWithOptionalFolder), ''),
  }),
  {},
);

/** Which changes by hand in notes are offered to be sent; nothing is sent without being asked for. */
const sendBackSchema = z.prefault(
  z.looseObject({
    title: z._default(z.boolean(), false),
    author: z._default(z.boolean(), false),
    summary: z._default(z.boolean(), false),
    tags: z._default(z.boolean(), false),
    location: z._default(z.boolean(), false),
    /** The note of a highlight. */
    note: z._default(z.boolean(), false),
  }),
  {},
);

const deletionsSchema = z.prefault(
  z.looseObject({
    /** What happens to the note of a deleted item when the user did not edit it. */
    untouched: z._default(oneOf(['trash', 'archive', 'mark']), 'trash'),
    /** The same when the user edited it. */
    touched: z._default(oneOf(['mark', 'archive']), 'mark'),
    /** Empty: `Archive` in the folder of the notes. */
    archiveFolder: z._default(textWith(problemWithOptionalFolder), ''),
  }),
  {},
);

const REMOTE_IMAGES = ['show', 'link'] as const;

/** `show`: notes show images from the web. `link`: notes link to them, so that nothing is loaded. */
export type RemoteImages = (typeof REMOTE_IMAGES)[number];

/**
 * The settings in the plugin's `data.json` and the terminal's `--settings FILE`. Unknown keys are kept.
 * `tokenSecret` is only the name of the secret that holds the token.
 */
const settingsSchema = z.prefault(
  z.looseObject({
    version: z._default(z.literal(1, 'newer-version'), 1),
    baseUrl: z._default(textWith(problemWithBaseUrl), DEFAULT_BASE_URL),
    folder: z._default(textWith(problemWithFolder), 'Readwise'),
    syncOnOpen: z._default(z.boolean(), true),
    /** 0: only by hand. */
    intervalMinutes: z._default(wholeNumberTo(MINUTES_IN_A_WEEK), 60),
    /** Name of the secret in the app's SecretStorage. */
    tokenSecret: z._default(
      z.string().check(check((name) => /^[a-z0-9-]+$/.test(name), 'secret-name')),
      DEFAULT_TOKEN_SECRET,
    ),
    scope: scopeSchema,
    naming: namingSchema,
    templates: templatesSchema,
    /**
     * The IANA name of the time zone of dates in notes and of the days of daily notes. Empty: UTC; the app's
     * first sync stores the device's.
     */
    timeZone: z._default(z.string(), ''),
    remoteImages: z._default(oneOf(REMOTE_IMAGES), 'show'),
    authorsAsLinks: z._default(z.boolean(), false),
    /** Stands before each tag of the service in notes, such as `readwise/`. */
    tagPrefix: z._default(textWith(problemWithTagPrefix), ''),
    /** Whether the notes that the person wrote at highlights are markdown, with links and tags that work. */
    ownNotesAsMarkdown: z._default(z.boolean(), false),
    /** The categories whose highlights are shown without the line breaks within paragraphs. */
    unwrapText: z._default(exactTypesSchema, ['pdf']),
    deletions: deletionsSchema,
    rules: z._default(rulesSchema, []),
    /** Whether each highlight gets a separate note, too. Rules may differ. */
    notePerHighlight: z._default(z.boolean(), false),
    fullText: fullTextSchema,
    /** For notes that settings or a rule leave out. `ask`: they stay until the user decides. */
    outOfScope: z._default(oneOf(['ask', 'leave', 'archive', 'trash']), 'ask'),
    attachments: attachmentsSchema,
    daily: dailySchema,
    sendBack: sendBackSchema,
  }),
  {},
);

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

export interface SettingsProblem {
  /** The path of the setting, such as `scope.documents`; within a rule that of its part. Empty for the whole. */
  readonly key: string;
  readonly mistake: ValueMistake;
  /** For a mistake in the rules. */
  readonly rule?: RulePlace;
}

/**
 * Reads parsed JSON; `undefined` and `null` give the defaults. The time zone may be checked later, because that
 * is slow the first time.
 */
export function parseSettings(value: unknown, { checksTimeZone = true } = {}): SettingsResult {
  const result = settingsSchema.safeParse(value ?? {}, { reportInput: true });
  const zone = isGroup(value) ? value['timeZone'] : undefined;
  const isZoneWrong = checksTimeZone && typeof zone === 'string' && !isTimeZone(zone);
  const ofZone: readonly SettingsProblem[] = isZoneWrong
    ? [{ key: 'timeZone', mistake: { code: 'time-zone', zone } }]
    : [];
  if (result.success && ofZone.length === 0) return { ok: true, settings: result.data };
  const issues = result.success ? [] : result.error.issues;
  const rules = isGroup(value) ? value['rules'] : undefined;
  const problems = issues.map((issue): SettingsProblem => {
    const [key, ...rest] = issue.path;
    if (key === 'rules') return ruleProblem(rest, mistakeIn(issue), rules);
    return { key: issue.path.join('.'), mistake: mistakeIn(issue) };
  });
  return { ok: false, problems: [...problems, ...ofZone] };
}

/** A key that nobody knows, with the nearest that there is. */
export interface UnknownSetting {
  readonly key: string;
  readonly near: string | null;
}

/** Keys that nobody knows, in groups, too. They are kept. */
export const unknownSettings = (value: unknown): readonly UnknownSetting[] =>
  unknownKeys(value, settingsSchema.parse({}));

function unknownKeys(
  value: unknown,
  known: Readonly<Record<string, unknown>>,
  group = '',
): readonly UnknownSetting[] {
  if (!isGroup(value)) return [];
  const names = Object.keys(known);
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!names.includes(name)) return [{ key: `${group}${name}`, near: nearest(name, names) }];
    const knownInner = known[name];
    // What is empty by itself has its own check.
    const isKnown = isGroup(knownInner) && Object.keys(knownInner).length > 0;
    return isKnown ? unknownKeys(inner, knownInner, `${group}${name}.`) : [];
  });
}

export const archiveFolderOf = ({ folder, deletions }: Pick<Settings, 'folder' | 'deletions'>): string =>
  deletions.archiveFolder || `${folder}/Archive`;

export const textFolderOf = ({ folder }: Pick<Settings, 'folder'>): string => `${folder}/Full text`;
