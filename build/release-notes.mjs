import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundles.mjs';

/** What the changelog says of a version. */
export function releaseNotes(version) {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return section.replace(/^.*\n+/, '').trim();
}
