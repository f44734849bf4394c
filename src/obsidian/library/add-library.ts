import type { SyncReport } from '../../model/report';
import { COPY_DEBUG_INFO, copyDebugInfo } from './debug-info';
import { LIBRARY } from './library-strings';
import { LastEnd } from './last-end';
import type { LibraryHost } from './library-host';
import { LIBRARY_ICON, LIBRARY_VIEW, LibraryView } from './library-view';

export interface LibraryAccess {
  /** Shows the view, and opens it where it is not open. */
  readonly open: () => void;
  /** To be told of each sync when it has ended. */
  readonly ended: (report: SyncReport) => void;
}

/** The library view, its command, and the one that copies debug info. */
export function addLibrary(options: Omit<LibraryHost, 'lastEnd'>): LibraryAccess {
  const { plugin, failed } = options;
  const { app } = plugin;
  const host: LibraryHost = {
    ...options,
    lastEnd: new LastEnd(app),
  };
  const open = (): void =>
    void app.workspace.ensureSideLeaf(LIBRARY_VIEW, 'right', { active: true, reveal: true }).catch(failed);
  const copyInfo = (): void => void copyDebugInfo(host).catch(failed);
  plugin.registerView(LIBRARY_VIEW, (leaf) => new LibraryView(leaf, host));
  plugin.addCommand({ id: 'open-library', name: LIBRARY.open, icon: LIBRARY_ICON, callback: open });
  plugin.addCommand({ id: 'copy-debug-info', name: COPY_DEBUG_INFO, callback: copyInfo });
  return {
    open,
    ended: (result) => host.lastEnd.note(result),
  };
}
