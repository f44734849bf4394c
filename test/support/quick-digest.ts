import { createHash } from 'node:crypto';

/**
 * Each sync hashes its token, and the platform does that in another thread: tests of thousands of syncs wait
 * for it longer than for the rest of a sync that finds nothing. Same digits, at once. The browser tests have
 * the platform's own.
 */
async function digest(algorithm: unknown, content: ArrayBuffer | Uint8Array): Promise<ArrayBuffer> {
  if (algorithm !== 'SHA-256') throw new Error(`Nobody asked for ${String(algorithm)} so far`);
  const bytes = ArrayBuffer.isView(content) ? content : new Uint8Array(content);
  return Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer;
}

// Where the test plays a page, there is none.
if (globalThis.crypto?.subtle !== undefined)
  Object.defineProperty(globalThis.crypto.subtle, 'digest', { value: digest, configurable: true });
