import { RequestUrlDownloader } from '../../../src/obsidian/network/attachment-downloader';
import { describeDownloader } from '../../contract/attachment-downloader-contract';

/** Node has no network state, and in its older versions no navigator. */
beforeAll(() =>
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true }),
);

describeDownloader('RequestUrlDownloader', () => new RequestUrlDownloader(), { redirects: 'host' });
