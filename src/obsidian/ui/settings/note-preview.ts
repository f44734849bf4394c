import { Component, MarkdownRenderer, type App, type Setting, type SettingDefinitionRender } from 'obsidian';
import type { ItemRecord } from '../../../model/record';
import { titleOf } from '../../../notes/names/naming';
import type { NameTemplates } from '../../../notes/template/name-template';
import { splitNote } from '../../../notes/note/note';
import { problemMessage } from '../../../messages/messages';
import { recordOf } from '../../../store/library';
import { previewItem, type ItemPreview, type PreviewedNote } from '../../../features/preview/preview-item';
import { addButton, named } from '../components/elements';
import { ChoiceModal } from '../windows/choice-modal';
import type { PageContext } from './page-context';
import { SAMPLE_ITEM } from './sample-item';
import { PREVIEW } from '../../strings/settings-strings';

const RENDER_AFTER_MS = 150;
/** An item can have a note for each highlight. */
const MOST_NOTES = 5;

/** Shows an item's rendered notes, as text or as Obsidian displays them, without writing them. */
export class NoteView {
  private component: Component | null = null;

  constructor(
    private readonly app: App,
    private readonly view: HTMLElement,
    label: string,
  ) {
    view.setAttrs({ role: 'region', tabindex: 0 });
    named(view, label);
  }

  async show(
    { notes, failures }: ItemPreview,
    { isRendered }: { readonly isRendered: boolean },
  ): Promise<void> {
    const { view } = this;
    this.close();
    view.empty();
    const component = new Component();
    component.load();
    this.component = component;
    for (const { problem } of failures)
      view.createEl('p', { cls: 'florilegium-problem', text: problemMessage(problem) });
    if (notes?.length === 0) view.createEl('p', { text: PREVIEW.leftOut });
    for (const { path, text } of (notes ?? []).slice(0, MOST_NOTES)) {
      view.createDiv({ cls: 'florilegium-preview-path', text: path, attr: { dir: 'auto' } });
      if (isRendered) await this.render({ path, text }, component);
      else view.createEl('pre', { text, attr: { dir: 'auto' } });
    }
  }

  close(): void {
    this.component?.unload();
    this.component = null;
  }

  private async render({ path, text }: PreviewedNote, component: Component): Promise<void> {
    const rendered = this.view.createDiv({ cls: 'markdown-rendered', attr: { dir: 'auto' } });
    await MarkdownRenderer.render(this.app, splitNote(text).body, rendered, path, component);
  }
}

/** The preview on the notes page: any item, rendered again when settings or notes change. */
export class NotePreview {
  private item: ItemRecord | null = null;
  private isRendered = true;
  /** Names that are typed but not saved yet. */
  private names: Partial<NameTemplates> = {};
  private draw: (preview: ItemPreview) => void = () => undefined;
  private last: ItemPreview | null = null;
  private timer = 0;
  private latest = 0;

  constructor(private readonly context: PageContext) {}

  row(): SettingDefinitionRender {
    return { name: PREVIEW.name, searchable: false, render: (setting) => this.render(setting) };
  }

  /** Shows a name that is typed; null when it is saved or given up. */
  setName(key: keyof NameTemplates, typed: string | null): void {
    const { [key]: _, ...others } = this.names;
    this.names = typed === null ? others : { ...others, [key]: typed };
    this.renewSoon();
  }

  private render(setting: Setting): () => void {
    const { app, store, onError } = this.context;
    setting.setClass('florilegium-wrap');
    const source = addButton(setting, { text: '', act: () => this.toggleSource(), onError });
    addButton(setting, { text: PREVIEW.other, act: () => this.choose(), onError });
    const view = new NoteView(app, setting.settingEl.createDiv('florilegium-preview'), PREVIEW.name);
    this.draw = (preview) => {
      this.last = preview;
      if (this.item !== null) setting.setName(nameOf(this.item));
      source.setButtonText(this.isRendered ? PREVIEW.source : PREVIEW.rendered);
      view.show(preview, { isRendered: this.isRendered }).catch(onError);
    };
    const modified = app.vault.on('modify', () => this.renewSoon());
    const stopFollowing = store.onChange(() => this.renewSoon());
    source.setButtonText(this.isRendered ? PREVIEW.source : PREVIEW.rendered);
    this.renewSoon();
    return () => {
      this.draw = () => undefined;
      app.vault.offref(modified);
      stopFollowing();
      window.clearTimeout(this.timer);
      view.close();
    };
  }

  private toggleSource(): void {
    this.isRendered = !this.isRendered;
    if (this.last !== null) this.draw(this.last);
  }

  private renewSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.renew().catch(this.context.onError), RENDER_AFTER_MS);
  }

  private async renew(): Promise<void> {
    const { engine, library, store } = this.context;
    this.item ??= await library.first();
    const run = (this.latest += 1);
    const record = this.item;
    const settings = { ...store.settings, naming: { ...store.settings.naming, ...this.names } };
    const preview = await engine.withBoth((both) =>
      previewItem({ ...engine.host, ...both }, { record, settings }),
    );
    // Another item or other settings may have been chosen meanwhile.
    if (run === this.latest) this.draw(preview);
  }

  private async choose(): Promise<void> {
    const { app, engine, library, onError } = this.context;
    const entries = await library.all();
    if (entries === null) return;
    const ofLibrary = entries.map(({ key, facts: { title, authors } }) => ({
      name: [title, ...authors.slice(0, 1)].join(' · '),
      open: () => engine.withState((state) => recordOf(state, key)),
    }));
    const sample = { name: nameOf(SAMPLE_ITEM), open: () => Promise.resolve(SAMPLE_ITEM) };
    const show = async (record: Promise<ItemRecord | null>): Promise<void> => {
      this.item = (await record) ?? this.item;
      this.renewSoon();
    };
    new ChoiceModal(app, {
      question: PREVIEW.which,
      items: ofLibrary.length > 0 ? ofLibrary : [sample],
      nameOf: ({ name }) => name,
      choose: ({ open }) => void show(open()).catch(onError),
    }).open();
  }
}

function nameOf(record: ItemRecord): string {
  const title = titleOf(record);
  return record === SAMPLE_ITEM ? PREVIEW.sample(title) : title;
}
