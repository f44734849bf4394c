import { unpackText } from './unpack.mjs';

/** The language whose file has every key. */
export const SOURCE = 'en';

/** A text, or its plural forms; everything else holds messages. */
export const isMessage = (value) =>
  typeof value === 'string' || (value.one !== undefined && value.other !== undefined);

/** The messages of one of the languages that packed-languages.mjs made strings of; English's where one has none. This part runs in the plugin. */
export function unpackLanguage(packed, language) {
  const text = unpackText(packed[SOURCE]);
  const source = JSON.parse(text);
  if (language === SOURCE || !Object.hasOwn(packed, language)) return source;
  const messages = JSON.parse(unpackText(packed[language], text));
  const translated = (value) =>
    isMessage(value)
      ? (messages.shift() ?? value)
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translated(each)]));
  return translated(source);
}
