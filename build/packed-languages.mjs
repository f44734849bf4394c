import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packText } from './packed-texts.mjs';
import { isMessage, SOURCE } from './unpack-language.mjs';

const MODULE = /[\\/]language[\\/]all-messages\.ts$/;
const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * An esbuild plugin: puts the languages in `folder`, deflated, in the place of the module that imports them all. The one that is asked for
 * is unpacked when it is asked for. English comes with its keys but those of what the engine says; of the others the messages alone, in English's order.
 */
export const packedLanguages = ({ folder }) => ({
  name: 'packed-languages',
  setup: (build) => {
    build.onLoad({ filter: MODULE }, async () => {
      const files = (await readdir(folder))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name));
      const packed = packLanguages(
        Object.fromEntries(
          files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))]),
        ),
      );
      return {
        contents: `import { unpackLanguage } from './unpack-language.mjs';\nconst packed = ${JSON.stringify(packed)};\nexport const languages = Object.keys(packed);\nexport const messagesIn = (language) => unpackLanguage(packed, language);`,
        resolveDir: HERE,
        watchFiles: files,
        watchDirs: [folder],
      };
    });
  },
});

/** Each language as one string, by its code. */
export function packLanguages(languages) {
  const source = languages[SOURCE];
  // What the engine says is found by its words, and needs no keys.
  const dictionary = JSON.stringify(source, (key, value) =>
    key === 'engine' ? Object.values(value) : value,
  );
  const packed = (messages) =>
    messages === source
      ? packText(dictionary)
      : packText(JSON.stringify(inOrder(source, messages)), dictionary);
  return Object.fromEntries(Object.entries(languages).map(([code, messages]) => [code, packed(messages)]));
}

/** Null for a message that is not translated yet. */
function inOrder(source, messages) {
  return Object.entries(source).flatMap(([key, value]) =>
    isMessage(value) ? [messages?.[key] ?? null] : inOrder(value, messages?.[key]),
  );
}
