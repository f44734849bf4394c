import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosenByDefault } from '../core/adopt/adoption';
import { OFFICIAL_DATA, officialMemory } from '../core/adopt/find-item';
import { adoptionLines, adoptionPlanLines } from '../platform/node/text/adopt-text';
import { EXIT } from '../platform/node/exit-code';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { walkNotes } from '../platform/node/vault/walk-notes';
import { applyAdoption } from '../sync/adopt/apply-adoption';
import { hasLibrary, planAdoption } from '../sync/adopt/plan-adoption';
import { CannotStart, isFile, requireVault, say, settingsFor, unlessRefused } from './can-start';
import { inState } from './in-state';

type AdoptCommand = Extract<Command, { readonly name: 'adopt' }>;

/** Takes over the notes that no doubt is about; the others are for a person to choose, in the app. */
export async function adopt(command: AdoptCommand, signal: AbortSignal): Promise<number> {
  requireVault(command.vault);
  const settings = settingsFor({ file: command.settings, vault: command.vault, baseUrl: null });
  return inState(command, async (deps) => {
    if (!(await hasLibrary(deps)))
      throw new CannotStart(
        'This device does not know the library yet. Run florilegium sync --dry-run first: it fetches it and writes no note.',
      );
    const paths = [...walkNotes(command.vault)].map((path) => path.normalize('NFC')).sort();
    const plan = await planAdoption(deps, { settings, paths, known: knownIn(command.vault), signal });
    if (!command.isJson) for (const line of adoptionPlanLines(plan)) process.stdout.write(`${line}\n`);
    if (command.isDryRun) {
      if (command.isJson) process.stdout.write(`${JSON.stringify({ plan })}\n`);
      return EXIT.done;
    }
    const report = await applyAdoption(deps, { settings, chosen: chosenByDefault(plan), signal });
    adoptionLines(report).forEach(say);
    if (command.isJson) process.stdout.write(`${JSON.stringify({ plan, report })}\n`);
    if (report.isCancelled) return EXIT.interrupted;
    return report.failures.length > 0 ? EXIT.someFailed : EXIT.done;
  });
}

function knownIn(vault: string): ReturnType<typeof officialMemory> {
  const file = join(vault, '.obsidian', 'plugins', OFFICIAL_DATA);
  return isFile(file)
    ? officialMemory(unlessRefused(`read ${file}`, () => readFileSync(file, 'utf8')))
    : new Map();
}
