import { apiVersion, Platform, type Plugin } from 'obsidian';
import { issueReport } from '../../../core/issue/issue-report';
import { parseSettings } from '../../../core/settings';
import type { LibraryHost } from './library-host';

/** The report for an issue, from what this device knows. */
export async function reportOf({
  plugin,
  engine,
  store,
}: Pick<LibraryHost, 'plugin' | 'engine' | 'store'>): Promise<string> {
  const standard = parseSettings(null);
  if (!standard.ok) throw new Error('The default settings are not valid');
  const [overview, runs, conflicts] = [
    await engine.overview(new AbortController().signal),
    await engine.runs(),
    await engine.conflicts(),
  ];
  return issueReport({
    ...overview,
    ...{
      environment: environmentOf(plugin),
      settings: store.settings,
      standardSettings: standard.settings,
      runs,
    },
    held: overview.hold?.notes.length ?? 0,
    conflicts: conflicts.length,
  });
}

const environmentOf = ({ manifest }: Plugin): readonly string[] => [
  `${manifest.name} ${manifest.version}`,
  `Obsidian ${apiVersion}, ${Platform.isMobile ? 'mobile' : 'desktop'}`,
  `system ${systemName()}`,
];

function systemName(): string {
  if (Platform.isIosApp) return 'iOS';
  if (Platform.isAndroidApp) return 'Android';
  if (Platform.isMacOS) return 'macOS';
  if (Platform.isWin) return 'Windows';
  return Platform.isLinux ? 'Linux' : 'unknown';
}
