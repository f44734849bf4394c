import { ItemView, type App, type WorkspaceLeaf } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';
import { OUTSIDE } from '../../strings/outside-strings';
import { closeSettings } from '../components/open-settings';
import type { StatusPane } from './status-pane';

export const STATUS_VIEW = 'florilegium-sync-status';

/** Where the sync status stands in the app. What it shows is made when it opens. */
export class StatusView extends ItemView {
  override icon = 'library';
  private pane: StatusPane | null = null;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly makePane: (contentEl: HTMLElement) => Promise<StatusPane>,
  ) {
    super(leaf);
    this.navigation = false;
  }

  override getViewType(): string {
    return STATUS_VIEW;
  }

  override getDisplayText(): string {
    return OUTSIDE.pane;
  }

  override async onOpen(): Promise<void> {
    this.pane = this.addChild(await this.makePane(this.contentEl));
  }

  override onResize(): void {
    this.pane?.onResize();
  }

  check(): Promise<void> | undefined {
    return this.pane?.check();
  }
}

/** Reveals the pane, opening it if needed. */
export function openStatusView(context: PluginContext): void {
  reveal(context).catch(context.onError);
}

/** Opens the pane, and looks there through all notes. */
export function openCheck(context: PluginContext): void {
  if (!context.isReady(false)) return;
  closeSettings(context.app);
  reveal(context)
    .then(({ view }) => (view instanceof StatusView ? view.check() : undefined))
    .catch(context.onError);
}

const reveal = ({ app }: PluginContext): Promise<WorkspaceLeaf> =>
  app.workspace.ensureSideLeaf(STATUS_VIEW, 'right', { active: true, reveal: true });

/** Whether a person can see the pane. */
export const isStatusShown = ({ workspace }: App): boolean =>
  workspace
    .getLeavesOfType(STATUS_VIEW)
    .some(({ view }) => view instanceof StatusView && view.contentEl.isShown());
