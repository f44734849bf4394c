import { Worker } from 'node:worker_threads';

/** Room for short-lived objects: what parses a program makes many, and would wait for the garbage collector half of its time. */
const YOUNG_MEGABYTES = 128;

/** Runs a file beside this one with `workerData`, on a thread of its own; the first message that it posts is the answer. */
export const onThread = (file, workerData) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
