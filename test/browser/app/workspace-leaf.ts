import type { App } from './app-model';
import type { View } from './item-view';

export type ViewCreator = (leaf: WorkspaceLeaf) => View;

export interface ViewState {
  readonly type: string;
  readonly active?: boolean;
  readonly state?: Record<string, unknown>;
}

/** A place for one view. */
export class WorkspaceLeaf {
  readonly containerEl = createDiv({ cls: 'workspace-leaf', attr: { role: 'tabpanel' } });
  view: View | null = null;
  /** What its view was, whose plugin is switched off. */
  lacks: string | null = null;

  constructor(
    readonly app: App,
    private readonly dock: SideDock,
  ) {}

  /** Makes the view of that type, and opens it once it stands in the window. */
  async setViewState({ type, state, active }: ViewState): Promise<void> {
    await this.close();
    this.lacks = null;
    const create = this.dock.creators.get(type);
    if (create === undefined) return;
    const view = create(this);
    this.view = view;
    this.containerEl.setAttr('aria-label', view.getDisplayText());
    this.containerEl.replaceChildren(view.containerEl);
    await view.load();
    await view.onOpen();
    await view.setState(state ?? {});
    if (active === true) this.dock.reveal(this);
  }

  /** Its view goes, its place stays. */
  empty(type: string): void {
    this.lacks = type;
    void this.close();
  }

  detach(): void {
    void this.close();
    this.dock.remove(this);
  }

  private async close(): Promise<void> {
    const { view } = this;
    this.view = null;
    if (view === null) return;
    view.containerEl.remove();
    view.unload();
    await view.onClose();
  }
}

/**
 * A sidebar: on phones a drawer over everything. Only what is revealed in it can be seen, while it is not
 * collapsed.
 */
export class SideDock {
  readonly creators = new Map<string, ViewCreator>();
  readonly leaves: WorkspaceLeaf[] = [];
  private readonly element: HTMLElement;

  constructor(
    private readonly app: App,
    parent: HTMLElement,
  ) {
    this.element = parent.createDiv({ cls: 'workspace-split mod-right-split', attr: { hidden: '' } });
    const collapse = this.element.createEl('button', {
      cls: 'clickable-icon sidebar-toggle-button',
      text: '⇥',
      attr: { 'aria-label': 'Collapse right sidebar' },
    });
    collapse.addEventListener('click', () => this.collapse());
  }

  register(type: string, creator: ViewCreator): void {
    this.creators.set(type, creator);
    for (const leaf of this.leaves) if (leaf.lacks === type) void leaf.setViewState({ type });
  }

  unregister(type: string): void {
    for (const leaf of this.ofType(type)) leaf.empty(type);
    this.creators.delete(type);
  }

  addLeaf(): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.app, this);
    this.leaves.push(leaf);
    leaf.containerEl.hide();
    this.element.append(leaf.containerEl);
    return leaf;
  }

  reveal(leaf: WorkspaceLeaf): void {
    this.element.show();
    for (const other of this.leaves) other.containerEl.toggle(other === leaf);
    leaf.view?.onResize();
    this.app.workspace.trigger('layout-change');
  }

  collapse(): void {
    this.element.hide();
    this.app.workspace.trigger('layout-change');
  }

  remove(leaf: WorkspaceLeaf): void {
    this.leaves.splice(this.leaves.indexOf(leaf), 1);
    leaf.containerEl.remove();
    if (this.leaves.length === 0) this.collapse();
  }

  ofType(type: string): WorkspaceLeaf[] {
    return this.leaves.filter(({ view, lacks }) => (view?.getViewType() ?? lacks) === type);
  }
}
