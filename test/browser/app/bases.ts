import * as yaml from 'yaml';
import type { App } from './app-model';
import type { TFile } from './files';
import { Component } from './plugin';

const UPDATED_AFTER_MS = 20;

/** What plugins get to know of a query: only that it is there. */
export class QueryController extends Component {
  constructor(readonly app: App) {
    super();
  }
}

export interface BasesEntry {
  readonly file: TFile;
}

export class BasesEntryGroup {
  constructor(
    readonly key: string,
    readonly entries: readonly BasesEntry[],
  ) {}

  hasKey(): boolean {
    return this.key !== '';
  }
}

export abstract class BasesView extends Component {
  abstract readonly type: string;
  readonly app: App;
  data: { readonly groupedData: readonly BasesEntryGroup[] } = { groupedData: [] };

  constructor(controller: QueryController) {
    super();
    this.app = controller.app;
  }

  abstract onDataUpdated(): void;
}

export interface BasesViewRegistration {
  readonly name: string;
  readonly icon: string;
  readonly factory: (controller: QueryController, parent: HTMLElement) => BasesView;
}

type Filter = string | { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };
type Properties = Readonly<Record<string, unknown>>;

interface ViewConfig {
  readonly type: string;
  readonly name: string;
  readonly filters?: Filter;
  readonly groupBy?: { readonly property: string };
  readonly sort?: readonly { readonly property: string; readonly direction: 'ASC' | 'DESC' }[];
}

interface BaseConfig {
  readonly filters?: Filter;
  readonly views: readonly ViewConfig[];
}

/** An open base: a view of a plugin over the notes that its query finds. Knows what our own bases ask for, no more. */
export class OpenBase {
  private readonly view: BasesView;
  private readonly config: BaseConfig;
  private readonly viewConfig: ViewConfig;
  private timer: number | undefined;

  constructor(
    private readonly app: App,
    parent: HTMLElement,
    { text, name }: { readonly text: string; readonly name: string },
  ) {
    this.config = yaml.parse(text) as BaseConfig;
    const viewConfig = this.config.views.find((each) => each.name === name);
    const registration = app.baseViews.get(viewConfig?.type ?? '');
    if (viewConfig === undefined || registration === undefined)
      throw new Error(`Unknown view type "${String(viewConfig?.type)}"`);
    this.viewConfig = viewConfig;
    this.view = registration.factory(new QueryController(app), parent);
    for (const event of ['changed', 'deleted']) app.metadataCache.on(event, () => this.updateLater());
    void this.view.load();
    this.update();
  }

  private updateLater(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.update(), UPDATED_AFTER_MS);
  }

  private update(): void {
    this.view.data = { groupedData: this.groups() };
    this.view.onDataUpdated();
  }

  private groups(): readonly BasesEntryGroup[] {
    const { groupBy, filters, sort = [] } = this.viewConfig;
    const found = this.app.vault
      .getMarkdownFiles()
      .filter((file) => this.meets(file, this.config.filters) && this.meets(file, filters));
    for (const { property, direction } of [...sort].reverse()) {
      const valueOf = (file: TFile): string => textOf(this.propertiesOf(file)[property.replace('note.', '')]);
      found.sort((one, other) => valueOf(one).localeCompare(valueOf(other)) * (direction === 'ASC' ? 1 : -1));
    }
    const groups = new Map<string, BasesEntry[]>();
    for (const file of found) {
      const name = groupBy?.property.replace('note.', '');
      const key = name === undefined ? '' : textOf(this.propertiesOf(file)[name]);
      groups.set(key, [...(groups.get(key) ?? []), { file }]);
    }
    return [...groups]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([key, entries]) => new BasesEntryGroup(key, entries));
  }

  private propertiesOf(file: TFile): Properties {
    return this.app.metadataCache.getFileCache(file)?.frontmatter ?? {};
  }

  private meets(file: TFile, filter: Filter | undefined): boolean {
    if (filter === undefined) return true;
    if (typeof filter !== 'string')
      return 'and' in filter
        ? filter.and.every((each) => this.meets(file, each))
        : filter.or.some((each) => this.meets(file, each));
    const has = /^file\.hasProperty\("([\w-]+)"\)$/.exec(filter)?.[1];
    if (has !== undefined) return has in this.propertiesOf(file);
    const [, name, value] = /^note\["([\w-]+)"\] != "(\w+)"$/.exec(filter) ?? [];
    if (name !== undefined) return this.propertiesOf(file)[name] !== value;
    const extension = /^file\.ext == "(\w+)"$/.exec(filter)?.[1];
    if (extension !== undefined) return file.extension === extension;
    throw new Error(`The stand-in does not know the filter ${filter}`);
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
