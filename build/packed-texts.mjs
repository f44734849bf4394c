import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { SEPARATOR, unpack } from './unpack.mjs';

const TEXTS = /\.(hbs|txt|json)$/;
const MODULE = 'packed-texts';
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
        contents: `import { unpack } from './unpack.mjs';\nconst texts = unpack('${pack(files)}');\nexport const packedText = (index) => texts[index];`,
        resolveDir: HERE,
        watchFiles: files,
      }));
    },
  };
}

/** In an order that does not depend on the disk: the same texts make the same bytes. */
async function textFiles(folders) {
  const names = await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => resolve(folder, name))));
  return names.flat().filter((path) => TEXTS.test(path)).sort();
}

function moduleOf(path, index) {
  const text = `/* @__PURE__ */ packedText(${String(index)})`;
  return `import { packedText } from '${MODULE}';\nexport default ${path.endsWith('.json') ? `/* @__PURE__ */ JSON.parse(${text})` : text};`;
}

function pack(files) {
  const texts = files.map((path) => readFileSync(path, 'utf8'));
  const packed = deflateRawSync(texts.join(SEPARATOR), { level: 9, memLevel: 9 }).toString('base64');
  // What is read here is read in the plugin.
  if (unpack(packed).join(SEPARATOR) !== texts.join(SEPARATOR) || texts.some((text) => text.includes(SEPARATOR))) throw new Error('The packed texts do not unpack to what they were.');
  return packed;
}
