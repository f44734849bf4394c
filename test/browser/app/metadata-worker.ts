import { metadataOf } from './metadata';

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(metadataOf(data));
