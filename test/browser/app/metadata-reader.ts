import { metadataOf, type CachedMetadata } from './metadata';

/** Where the page's server has the script that reads. */
export const WORKER_PATH = '/metadata-worker.js';

/**
 * Reads notes beside the window's thread, as the app does; in Node, which has no such workers, in place.
 * Answers come in the order of the questions.
 */
export class MetadataReader {
  private readonly asked: ((metadata: CachedMetadata) => void)[] = [];
  private readonly worker = typeof Worker === 'undefined' ? null : this.start();

  async read(text: string): Promise<CachedMetadata> {
    const { worker } = this;
    if (worker === null) return metadataOf(text);
    return new Promise((resolve) => {
      this.asked.push(resolve);
      worker.postMessage(text);
    });
  }

  private start(): Worker {
    const worker = new Worker(WORKER_PATH);
    worker.onmessage = ({ data }: MessageEvent<CachedMetadata>) => this.asked.shift()?.(data);
    return worker;
  }
}
