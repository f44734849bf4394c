import type { Extension } from '@codemirror/state';
import type { App } from './app-model';
import type { BasesViewRegistration } from './bases';
import type { EventRef } from './events';
import type { TFile } from './files';
import type { SettingTab } from './setting-tab';
import type { ViewCreator } from './workspace-leaf';

export class Component {
  private readonly cleanups: (() => unknown)[] = [];
  private isLoaded = false;

  load(): Promise<void> | void {
    this.isLoaded = true;
    return this.onload();
  }

  onload(): Promise<void> | void {
    return undefined;
  }

  onunload(): void {
    return undefined;
  }

  register(cleanup: () => unknown): void {
    this.cleanups.push(cleanup);
  }

  /** A child is loaded and unloaded with this. */
  addChild<Child extends Component>(child: Child): Child {
    if (this.isLoaded) void child.load();
    this.register(() => child.unload());
    return child;
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }

  registerDomEvent(target: EventTarget, type: string, listener: (event: Event) => unknown): void {
    target.addEventListener(type, listener);
    this.register(() => target.removeEventListener(type, listener));
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  /** Once, and what came last goes first. */
  unload(): void {
    if (!this.isLoaded) return;
    this.isLoaded = false;
    for (let cleanup = this.cleanups.pop(); cleanup !== undefined; cleanup = this.cleanups.pop()) cleanup();
    this.onunload();
  }
}

export interface NotePosition {
  readonly line: number;
  readonly ch: number;
}

/** Text that is inserted. */
export interface NoteChange {
  readonly from: NotePosition;
  readonly text: string;
}

/** What the plugin uses of an editor. */
export interface NoteEditor {
  getValue(): string;
  getCursor(which?: 'from' | 'to'): NotePosition;
  setCursor(place: NotePosition): void;
  somethingSelected(): boolean;
  transaction(change: { readonly changes: readonly NoteChange[] }): void;
}

export interface Command {
  readonly id: string;
  readonly name: string;
  readonly hotkeys?: readonly unknown[];
  readonly callback?: () => unknown;
  readonly checkCallback?: (checking: boolean) => boolean | void;
  readonly editorCheckCallback?: (
    checking: boolean,
    editor: NoteEditor,
    context: { readonly file: TFile | null },
  ) => boolean | void;
}

type Params = Readonly<Record<string, string>>;
export type ProtocolHandler = (params: Params & { readonly action: string }) => unknown;

export interface CliHandler {
  readonly command: string;
  readonly description: string;
  readonly flags: Readonly<
    Record<string, { readonly value?: string; readonly description: string; readonly required?: boolean }>
  > | null;
  readonly handler: (params: Params) => string | Promise<string>;
}

/** Where a plugin's ribbon icons, status bar items, commands and settings go. */
export interface Shell {
  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement;
  addStatusBarItem(): HTMLElement;
  addCommand(command: Command): void;
  addSettingTab(tab: SettingTab): void;
  /**
   * What links and command lines from outside the app are answered with; the functions that come back take it
   * out again.
   */
  addProtocolHandler(action: string, handler: ProtocolHandler): () => void;
  addCliHandler(handler: CliHandler): () => void;
}

export interface Manifest {
  readonly version: string;
  readonly id: string;
  readonly name: string;
}

export class Plugin extends Component {
  settings?: unknown;
  /** Set by the page before `onload`. */
  shell!: Shell;
  readonly editorExtensions: Extension[] = [];

  constructor(
    readonly app: App,
    readonly manifest: Manifest,
  ) {
    super();
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const element = this.shell.addRibbonIcon(icon, title, callback);
    this.register(() => element.remove());
    return element;
  }

  addStatusBarItem(): HTMLElement {
    const element = this.shell.addStatusBarItem();
    this.register(() => element.remove());
    return element;
  }

  addCommand(command: Command): Command {
    this.shell.addCommand(command);
    return command;
  }

  /**
   * When the plugin is switched off, its views leave their places empty, and come back there when it is
   * switched on again.
   */
  registerView(type: string, creator: ViewCreator): void {
    const { rightDock } = this.app.workspace;
    if (rightDock?.creators.has(type) === true)
      throw new Error(`Attempting to register an existing view type "${type}"`);
    rightDock?.register(type, creator);
    this.register(() => rightDock?.unregister(type));
  }

  /** Returns false where the person has turned bases off. */
  registerBasesView(type: string, registration: BasesViewRegistration): boolean {
    const { baseViews, hasBases } = this.app;
    if (!hasBases) return false;
    baseViews.set(type, registration);
    this.register(() => baseViews.delete(type));
    return true;
  }

  addSettingTab(tab: SettingTab): void {
    this.shell.addSettingTab(tab);
  }

  /** The editor here is a text area: what is registered is only kept. */
  registerEditorExtension(extension: Extension): void {
    this.editorExtensions.push(extension);
  }

  /** The editor here is a text area: nothing is suggested in it. */
  registerEditorSuggest(): void {
    return undefined;
  }

  registerHoverLinkSource(): void {
    return undefined;
  }

  registerObsidianProtocolHandler(action: string, handler: ProtocolHandler): void {
    this.register(this.shell.addProtocolHandler(action, handler));
  }

  /** Throws when there is such a command already. */
  registerCliHandler(
    command: string,
    description: string,
    flags: CliHandler['flags'],
    handler: CliHandler['handler'],
  ): void {
    this.register(this.shell.addCliHandler({ command, description, flags, handler }));
  }

  /** Null when the plugin has no file yet. */
  async loadData(): Promise<unknown> {
    const { adapter } = this.app.vault;
    return (await adapter.exists(this.dataPath)) ? JSON.parse(await adapter.read(this.dataPath)) : null;
  }

  async saveData(data: unknown): Promise<void> {
    await this.app.vault.adapter.write(this.dataPath, JSON.stringify(data, null, 2));
  }

  private get dataPath(): string {
    return `${this.app.vault.configDir}/plugins/${this.manifest.id}/data.json`;
  }
}
