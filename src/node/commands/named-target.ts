import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { findTarget, type Target } from '../../outbox/targets';
import { VaultPathError } from '../errors';
import type { TerminalDependencies } from './in-state';
import { Refused } from './sending';

/**
 * What a person names: an anchor, an id, or the path of a note, from the current folder or from the vault.
 * Throws `Refused` when the device knows no such thing.
 */
export async function knownTarget(deps: TerminalDependencies, vault: string, name: string): Promise<Target> {
  const target = await orNull(findTarget(deps, notePathIn(vault, name) ?? name));
  if (target === null) throw Refused.because(name, [], { code: 'unknown-target', target: name });
  return target;
}

/** Null when no note of the vault has that path. */
function notePathIn(vault: string, name: string): string | null {
  if (!name.endsWith('.md')) return null;
  const root = resolve(vault);
  const found = [resolve(name), resolve(root, name)].find((path) => isInside(root, path) && existsSync(path));
  return found === undefined ? null : relative(root, found).split(sep).join('/');
}

function isInside(root: string, path: string): boolean {
  const inRoot = relative(root, path);
  return inRoot !== '' && !inRoot.startsWith('..') && !isAbsolute(inRoot);
}

/** Null for a path that cannot be a note of the vault. */
async function orNull(finding: Promise<Target | null>): Promise<Target | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof VaultPathError) return null;
    throw error;
  }
}
