import type { Settings } from '../settings';

/** Values that are choices of ours or categories of the service's, and nobody's words. */
const CHOICES: ReadonlySet<unknown> = new Set([
  ...[
    'trash',
    'archive',
    'mark',
    'ask',
    'leave',
    'off',
    'note',
    'file',
    'show',
    'link',
    'daily-note',
    'new',
    'later',
    'shortlist',
    'feed',
  ],
  ...[
    'books',
    'articles',
    'tweets',
    'podcasts',
    'supplementals',
    'article',
    'email',
    'rss',
    'pdf',
    'epub',
    'tweet',
    'video',
    'podcast',
  ],
  ...[
    '',
    'built-in',
    ...['classic', 'minimal', 'callouts', 'study', 'outline', 'highlight'].map(
      (style) => `built-in:${style}`,
    ),
  ],
]);

/**
 * The settings as others may see them: what is as it was delivered, numbers and choices as they are, the person's own texts by their
 * lengths, lists with names of theirs by how many there are.
 */
export function settingsShape({ rules, ...settings }: Settings, standard: Settings): unknown {
  return {
    ...objectShape(settings, standard),
    rules: rules.map(({ enabled, when, then }) => ({
      enabled,
      when: Object.keys(when),
      then: Object.keys(then),
    })),
  };
}

function shapeOf(value: unknown, standard: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'string')
    return value === standard || CHOICES.has(value) ? value : `(${String(value.length)} characters)`;
  if (Array.isArray(value)) return value.map((one: unknown) => shapeOf(one, null));
  return typeof value === 'object' && typeof standard === 'object' && standard !== null
    ? objectShape(value, standard)
    : '(unknown)';
}

/** Keys that are not ours may be anybody's words. */
function objectShape(value: object, standard: object): object {
  const own = Object.entries(value).filter(([key]) => key in standard);
  const others = Object.keys(value).length - own.length;
  return {
    ...Object.fromEntries(
      own.map(([key, one]: readonly [string, unknown]) => [key, shapeOf(one, Reflect.get(standard, key))]),
    ),
    ...(others > 0 ? { others } : {}),
  };
}
