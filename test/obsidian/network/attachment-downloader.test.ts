import { RequestUrlDownloader } from '../../../src/obsidian/network/attachment-downloader';
import { describeDownloader } from '../../contract/attachment-downloader-contract';

describeDownloader('RequestUrlDownloader', () => new RequestUrlDownloader(), { redirects: 'host' });
