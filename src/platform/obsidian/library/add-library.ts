import type { SyncReport } from '../../../core/report';
import { LIBRARY, REPORT } from './library-strings';
import { reportOf } from './issue-facts';
import { LastEnd } from './last-end';
import type { LibraryHost } from './library-host';
import { LIBRARY_ICON, LIBRARY_VIEW, LibraryView } from './library-view';
import { ReportModal } from './report-modal';

export interface LibraryAccess {
  /** Shows the view, and opens it where it is not open. */
  readonly open: () => void;
  /** To be told of each sync when it has ended. */
  readonly ended: (report: SyncReport) => void;
}

/** The library view, its command and the report for an issue. */
export function addLibrary(options: Omit<LibraryHost, 'lastEnd'>): LibraryAccess {
  const { plugin, failed } = options;
  const { app } = plugin;
  const host: LibraryHost = {
    ...options,
    lastEnd: new LastEnd(app),
  };
  const open = (): void =>
    void app.workspace.ensureSideLeaf(LIBRARY_VIEW, 'right', { active: true, reveal: true }).catch(failed);
  const report = async (): Promise<void> =>
    new ReportModal(app, { report: await reportOf(host), failed }).open();
  plugin.registerView(LIBRARY_VIEW, (leaf) => new LibraryView(leaf, host));
  plugin.addCommand({ id: 'open-library', name: LIBRARY.open, icon: LIBRARY_ICON, callback: open });
  plugin.addCommand({ id: 'issue-report', name: REPORT.command, callback: () => report().catch(failed) });
  return {
    open,
    ended: (result) => host.lastEnd.note(result),
  };
}
