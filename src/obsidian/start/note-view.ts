import { Component, MarkdownRenderer, type App } from 'obsidian';
import { problemMessage } from '../../messages';
import { splitNote } from '../../notes/note/note';
import { named } from '../components/named';
import type { ItemPreview } from '../settings/engine';

/** Shows a note as the app would. */
export class NoteView {
  private readonly view: HTMLElement;
  private drawn: Component | null = null;

  constructor(
    private readonly app: App,
    container: HTMLElement,
    label: string,
  ) {
    this.view = named(
      container.createDiv({ cls: 'florilegium-start-preview', attr: { role: 'region', tabindex: 0 } }),
      label,
    );
  }

  async show({ notes, failures }: ItemPreview): Promise<void> {
    this.close();
    this.view.empty();
    for (const { problem } of failures)
      this.view.createEl('p', { cls: 'florilegium-problem', text: problemMessage(problem) });
    const note = notes?.[0];
    if (note === undefined) return;
    this.view.createDiv({ cls: 'florilegium-preview-path', text: note.path, attr: { dir: 'auto' } });
    const component = new Component();
    component.load();
    this.drawn = component;
    await MarkdownRenderer.render(
      this.app,
      splitNote(note.text).body,
      this.view.createDiv({ cls: 'markdown-rendered', attr: { dir: 'auto' } }),
      note.path,
      component,
    );
  }

  close(): void {
    this.drawn?.unload();
    this.drawn = null;
  }
}
