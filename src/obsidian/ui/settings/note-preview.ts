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
import { NOTE_PREVIEW } from '../../strings/settings-strings';

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
    if (notes?.length === 0) view.createEl('p', { text: NOTE_PREVIEW.leftOut });
    for (const { path, text } of (notes ?? []).slice(0, MOST_NOTES)) {
      // Something else is shown by now.
      if (this.component !== component) return;
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
  /** The item that was chosen; null for the first one. */
  private key: string | null = null;
  private isRendered = true;
  /** Names that are typed but not saved yet. */
  private names: Partial<NameTemplates> = {};
  private redraw: (() => void) | null = null;
  private last: { readonly record: ItemRecord; readonly preview: ItemPreview } | null = null;
  private timer = 0;
  private latest = 0;

  constructor(private readonly context: PageContext) {}

  row(): SettingDefinitionRender {
    return { name: NOTE_PREVIEW.name, searchable: false, render: (setting) => this.render(setting) };
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
    addButton(setting, { text: NOTE_PREVIEW.other, act: () => this.choose(), onError });
    const view = new NoteView(app, setting.settingEl.createDiv('florilegium-preview'), NOTE_PREVIEW.name);
    this.redraw = () => {
      source.setButtonText(this.isRendered ? NOTE_PREVIEW.source : NOTE_PREVIEW.rendered);
      if (this.last === null) return;
      setting.setName(nameOf(this.last.record));
      view.show(this.last.preview, { isRendered: this.isRendered }).catch(onError);
    };
    const modified = app.vault.on('modify', () => this.renewSoon());
    const stopFollowing = store.onChange(() => this.renewSoon());
    this.redraw();
    this.renewSoon();
    return () => {
      this.redraw = null;
      app.vault.offref(modified);
      stopFollowing();
      window.clearTimeout(this.timer);
      view.close();
    };
  }

  private toggleSource(): void {
    this.isRendered = !this.isRendered;
    this.redraw?.();
  }

  private renewSoon(): void {
    window.clearTimeout(this.timer);
    if (this.redraw === null) return;
    this.timer = window.setTimeout(() => void this.renew().catch(this.context.onError), RENDER_AFTER_MS);
  }

  private async renew(): Promise<void> {
    const { engine, store } = this.context;
    const run = (this.latest += 1);
    const record = await this.record();
    const settings = { ...store.settings, naming: { ...store.settings.naming, ...this.names } };
    const preview = await engine.withBoth((both) =>
      previewItem({ ...engine.host, ...both }, { record, settings }),
    );
    // Another item or other settings may have been chosen meanwhile.
    if (run !== this.latest) return;
    this.last = { record, preview };
    this.redraw?.();
  }

  private async record(): Promise<ItemRecord> {
    const { engine, library } = this.context;
    const { key } = this;
    const chosen = key === null ? null : await engine.withState((state) => recordOf(state, key));
    return chosen ?? library.first();
  }

  private async choose(): Promise<void> {
    const { app, library, store } = this.context;
    const entries = await library.all(store.settings.rules);
    if (entries === null) return;
    new ChoiceModal(app, {
      question: NOTE_PREVIEW.which,
      items: entries,
      nameOf: ({ facts: { title, authors } }) => [title, ...authors.slice(0, 1)].join(' · '),
      choose: ({ key }) => {
        this.key = key;
        this.renewSoon();
      },
    }).open();
  }
}

function nameOf(record: ItemRecord): string {
  const title = titleOf(record);
  return record === SAMPLE_ITEM ? NOTE_PREVIEW.sample(title) : title;
}
