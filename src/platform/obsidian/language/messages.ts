import type english from '../../../../languages/en.json';

/** A message whose words depend on a number, by the categories of Intl.PluralRules: each language has those that it needs. */
export type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

type Translated<English> = English extends string
  ? string
  : English extends { readonly one: string; readonly other: string }
    ? Plural
    : { readonly [Key in keyof English]: Translated<English[Key]> };

/** What the engine says, word for word: by its English words it is found in a language. Its keys only tell which belong together. */
export type EngineMessages = Readonly<Record<string, string | Plural>>;

/** Everything that the plugin says, in one language; the English file says what there is to say. */
export type Messages = Translated<Omit<typeof english, 'engine'>> & { readonly engine: EngineMessages };
