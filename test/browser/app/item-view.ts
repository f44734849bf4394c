import type { App } from './app-model';
import { Component } from './plugin';
import type { WorkspaceLeaf } from './workspace-leaf';

/** What a leaf shows. */
export abstract class View extends Component {
  readonly app: App;
  readonly containerEl: HTMLElement;
  icon = 'document';
  navigation = true;

  constructor(readonly leaf: WorkspaceLeaf) {
    super();
    this.app = leaf.app;
    this.containerEl = createDiv('workspace-leaf-content');
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  getState(): Record<string, unknown> {
    return {};
  }

  setState(_state: unknown): Promise<void> {
    return Promise.resolve();
  }

  onOpen(): Promise<void> {
    return Promise.resolve();
  }

  onClose(): Promise<void> {
    return Promise.resolve();
  }

  /** The view's size changed, or it came to be seen. */
  onResize(): void {
    return undefined;
  }
}

/** A view with a header and room for its content. */
export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.containerEl.createDiv('view-header');
    this.contentEl = this.containerEl.createDiv('view-content');
  }
}
