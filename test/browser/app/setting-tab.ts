import type { App } from './app-model';
import type { Plugin } from './plugin';
import { renderDefinitions, type DefinitionRenderer } from './definition-renderer';
import type { Definition, PageDefinition } from './setting-definitions';

/** A tab of the settings, drawn from its definitions; pages open in its place. */
export abstract class SettingTab {
  readonly containerEl: HTMLElement = createDiv('vertical-tab-content');
  private openPages: PageDefinition['name'][] = [];
  private drawn: DefinitionRenderer | null = null;

  constructor(readonly app: App) {}

  abstract getSettingDefinitions(): Definition[];
  abstract getControlValue(key: string): unknown;
  abstract setControlValue(key: string, value: unknown): void | Promise<void>;

  /** Asks for the definitions again and draws them where the tab is open. */
  update(): void {
    if (this.drawn !== null) this.show();
  }

  refreshDomState(): void {
    this.drawn?.refresh();
  }

  show(): void {
    this.clear();
    let definitions: readonly Definition[] = this.getSettingDefinitions();
    for (const name of this.openPages) definitions = pageNamed(definitions, name)?.items ?? [];
    if (this.openPages.length > 0) this.titleBar();
    this.drawn = renderDefinitions({
      definitions,
      container: this.containerEl,
      tab: this,
      openPage: (name) => this.go([...this.openPages, name]),
    });
  }

  hide(): void {
    this.clear();
    this.openPages = [];
  }

  private go(pages: string[]): void {
    this.openPages = pages;
    this.show();
    this.containerEl.scrollTop = 0;
  }

  private clear(): void {
    this.drawn?.close();
    this.drawn = null;
    this.containerEl.empty();
  }

  private titleBar(): void {
    const bar = this.containerEl.createDiv('setting-page-titlebar');
    const back = bar.createEl('button', { cls: 'clickable-icon', text: '‹', attr: { 'aria-label': 'Back' } });
    back.addEventListener('click', () => this.go(this.openPages.slice(0, -1)));
    bar.createDiv({
      cls: 'setting-page-title',
      text: this.openPages.at(-1) ?? '',
      attr: { role: 'heading', 'aria-level': 2 },
    });
  }
}

function pageNamed(definitions: readonly Definition[], name: string): PageDefinition | undefined {
  const inGroups = definitions.flatMap((definition): readonly Definition[] =>
    definition.type === 'group' ? (definition.items ?? []) : [definition],
  );
  return inGroups.find((found) => found.type === 'page' && found.name === name) as PageDefinition | undefined;
}

export abstract class PluginSettingTab extends SettingTab {
  constructor(
    app: App,
    readonly plugin: Plugin,
  ) {
    super(app);
  }
}
