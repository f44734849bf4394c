import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { SEPARATOR, unpack, unpackText } from './unpack.mjs';

const TEXTS = /\.(hbs|txt|json)$/;
const MODULE = 'packed-texts';
/** Printable, and without quotes, the backslash and the backtick. */
const SIGNS = Array.from({ length: 87 }, (_, index) => 40 + index).filter(
  (code) => code !== 92 && code !== 96,
);
const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * An esbuild plugin: the texts in `folders` become one deflated string in the bundle, which is unpacked when the bundle is loaded: no
 * folder in them is looked into. An import of one is what it is without this plugin: the text, or what a JSON file says.
 */
export function packedTexts({ folders }) {
  return {
    name: MODULE,
    setup: async (build) => {
      const files = await textFiles(folders);
      build.onLoad({ filter: TEXTS }, ({ path }) => {
        const index = files.indexOf(path);
        return index < 0 ? undefined : { contents: moduleOf(path, index), resolveDir: HERE };
      });
      build.onResolve({ filter: new RegExp(`^${MODULE}$`) }, ({ path }) => ({ path, namespace: MODULE }));
      build.onLoad({ filter: /./, namespace: MODULE }, () => ({
        contents: `import { unpack } from './unpack.mjs';\nconst texts = unpack('${pack(files.map((path) => readFileSync(path, 'utf8')))}');\nexport const packedText = (index) => texts[index];`,
        resolveDir: HERE,
        watchFiles: files,
      }));
    },
  };
}

/** In an order that does not depend on the disk: the same texts make the same bytes. */
async function textFiles(folders) {
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => resolve(folder, name))),
  );
  return names
    .flat()
    .filter((path) => TEXTS.test(path))
    .sort();
}

function moduleOf(path, index) {
  const text = `/* @__PURE__ */ packedText(${String(index)})`;
  return `import { packedText } from '${MODULE}';\nexport default ${path.endsWith('.json') ? `/* @__PURE__ */ JSON.parse(${text})` : text};`;
}

/** One string of all texts, for `unpack`. */
function pack(texts) {
  // What is read here is read in the plugin.
  const packed = packText(texts.join(SEPARATOR));
  if (
    unpack(packed).join(SEPARATOR) !== texts.join(SEPARATOR) ||
    texts.some((text) => text.includes(SEPARATOR))
  )
    throw new Error('The packed texts do not unpack to what they were.');
  return packed;
}

/** A text, deflated, as `unpackText` reads it: `dictionary` is a text that is like it, and known where it is unpacked. */
export function packText(text, dictionary = '') {
  const bytes = deflateRawSync(text, {
    level: 9,
    memLevel: 9,
    ...(dictionary === '' ? {} : { dictionary: Buffer.from(dictionary) }),
  });
  const whole = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const packed = Array.from({ length: whole.length / 4 }, (_, index) =>
    signsFor(whole.readUInt32BE(index * 4)),
  ).join('');
  if (unpackText(packed, dictionary) !== text)
    throw new Error('A packed text does not unpack to what it was.');
  return packed;
}

/** Five digits of base 85. */
function signsFor(value) {
  const digits = [4, 3, 2, 1, 0].map((power) => Math.floor(value / 85 ** power) % 85);
  return String.fromCharCode(...digits.map((digit) => SIGNS[digit]));
}
