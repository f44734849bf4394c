import { Modal, type App } from 'obsidian';
import type { ExplainedPart } from '../../../core/history/explain-note';
import type { ExplainedNote } from '../../../core/history/explained-note';
import { linksOf, type NoteIds } from '../../../core/views/item-links';
import { named } from '../components/named';
import { WHY } from './history-strings';

/** Tells of a note what it is of, by which syncs it came to be, and what in it is the person's. */
export class WhyModal extends Modal {
  constructor(
    app: App,
    private readonly note: ExplainedNote,
  ) {
    super(app);
    this.modalEl.addClass('florilegium-why');
    this.setTitle(WHY.title);
    this.addOrigin();
    this.addLook();
    this.addOwn();
    this.addParts();
  }

  private addOrigin(): void {
    const { item, identity, made, isKnown } = this.note;
    this.say(item === null ? WHY.unknownItem : WHY.of(item.title, item.kind));
    const ids = namesOf(identity);
    if (ids.length > 0) this.say(WHY.ids(ids));
    this.addLinks(identity);
    this.say(made === null ? WHY.madeBefore : WHY.made(this.runName(made)));
    if (!isKnown) this.contentEl.createEl('p', { cls: 'florilegium-problem', text: WHY.unknown });
  }

  private addLinks(identity: NoteIds): void {
    const { readwise, reader } = linksOf(identity);
    const links = [
      ...(readwise === null ? [] : [[WHY.openReadwise, readwise] as const]),
      ...(reader === null ? [] : [[WHY.openReader, reader] as const]),
    ];
    if (links.length === 0) return;
    const line = this.contentEl.createEl('p', { cls: 'florilegium-why-links' });
    for (const [text, href] of links)
      line.createEl('a', { text, href, attr: { target: '_blank', rel: 'noopener' } });
  }

  private addLook(): void {
    const { template, rule } = this.note;
    if (template === null) return;
    this.contentEl.createEl('h3', { text: WHY.look });
    this.say(WHY.template(template.choice === 'built-in' ? WHY.builtIn : template.choice, template.use));
    this.say(rule === null ? WHY.noRule : WHY.rule(rule));
  }

  private addParts(): void {
    const { header, blocks, properties } = this.note;
    this.addList(WHY.passages, [...(header === null ? [] : [{ ...header, name: WHY.header }]), ...blocks]);
    this.addList(WHY.properties, together(properties));
  }

  private addList(title: string, parts: readonly ExplainedPart[]): void {
    if (parts.length === 0) return;
    this.contentEl.createEl('h3', { text: title });
    const list = named(
      this.contentEl.createEl('ul', { cls: 'florilegium-why-parts', attr: { tabindex: 0 } }),
      title,
    );
    for (const { name, state, run } of parts) {
      const line = list.createEl('li');
      line.createDiv({ text: name, attr: { dir: 'auto' } });
      line.createDiv({
        cls: 'florilegium-why-state',
        text: WHY.part(WHY.states[state], run === null ? null : this.runName(run)),
      });
    }
  }

  private addOwn(): void {
    const { ownWords, ownProperties, isKnown } = this.note;
    if (!isKnown) return;
    this.contentEl.createEl('h3', { text: WHY.own });
    this.say(ownWords === 0 ? WHY.noOwnWords : WHY.ownWords(ownWords));
    if (ownProperties.length > 0) this.say(WHY.ownProperties(ownProperties));
  }

  private say(text: string): void {
    this.contentEl.createEl('p', { text, attr: { dir: 'auto' } });
  }

  private runName(run: number): string {
    const record = this.note.runs.get(run);
    return record === undefined ? WHY.forgotten(run) : WHY.run(record.kind, record.at);
  }
}

/** Properties that are alike in all else, on one line. */
function together(parts: readonly ExplainedPart[]): readonly ExplainedPart[] {
  const groups = new Map<string, ExplainedPart[]>();
  for (const part of parts) {
    const key = `${part.state} ${String(part.run)}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, name: WHY.names(group.map(({ name }) => name)) })),
  );
}

const namesOf = ({ bookId, documentId, partId }: NoteIds): readonly string[] => [
  ...(bookId === null ? [] : [WHY.bookId(bookId)]),
  ...(documentId === null ? [] : [WHY.documentId(documentId)]),
  ...(partId === null ? [] : [WHY.partId(partId)]),
];
