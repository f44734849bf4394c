import { describeAttachments } from '../contract/attachment-files-contract';
import { MemoryAttachments } from './memory-attachments';

describeAttachments('MemoryAttachments', () => {
  const files = new MemoryAttachments();
  return Promise.resolve({
    files,
    put: (path, bytes) => files.put(path, bytes),
    look: (path) => files.entries().find(([each]) => each === path)?.[1] ?? null,
  });
});
