/** A thread: finds the names of the plugin's that may be shortened. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ownNames } from './own-names.mjs';
import { readProgram } from './read-program.mjs';

const { root, entry, data, texts, libraries } = workerData;
const read = (path) => readFileSync(join(root, path), 'utf8');

parentPort.postMessage(
  ownNames({
    program: readProgram({ root, entry }),
    isData: (path) => data.test(path),
    texts: texts.map(read),
    libraries: libraries.map((path) => ({ path, text: read(path) })),
  }),
);
