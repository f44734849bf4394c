import type { Setting, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { plainPath, nameableItem } from '../../notes/names/naming';
import type { ItemRecord } from '../../model/record';
import { compileNames, type NameTemplates } from '../../notes/template/name-template';
import { NAMES } from './settings-strings';
import { changesGroup } from './changes-modal';
import { page } from './controls';
import { exampleItems } from './example-items';
import type { PageContext } from './page-context';
import { withValueAt } from './setting-keys';

const EXAMPLES = 3;

/** The page of the templates that names are made of, with names that come out of them while they are typed. */
export function namesPage(context: PageContext): SettingDefinitionPage {
  const draft = new NamesDraft(context);
  return page(NAMES, [
    draft.row('folder'),
    draft.row('fileName'),
    {
      type: 'group',
      heading: NAMES.examples,
      items: [
        { name: NAMES.examples, searchable: false, render: (setting) => draft.renderExamples(setting) },
      ],
    },
    changesGroup(context),
  ]);
}

/** What is wrong with one of the templates, with its place; null when nothing is. */
export function problemWithName(key: keyof NameTemplates, typed: string): string | null {
  const compiled = compileNames({ folder: '', fileName: '', [key]: typed }, { root: '' });
  return compiled.ok ? null : compiled.problems.map(NAMES.problem).join(' ');
}

/** What is typed and not saved yet: a name that is typed half must move no note. */
class NamesDraft {
  private typed: Partial<NameTemplates> = {};
  private examples: readonly ItemRecord[] = [];
  private list: HTMLElement | null = null;

  constructor(private readonly context: PageContext) {}

  row(key: keyof NameTemplates): SettingDefinitionRender {
    const { name, desc } = NAMES[key];
    return {
      name,
      desc,
      render: (setting) => {
        setting.setClass('florilegium-wide');
        setting.addText((field) => {
          field.inputEl.setAttr('aria-label', name);
          field.setValue(this.templates[key]).onChange((typed) => {
            this.typed = { ...this.typed, [key]: typed };
            setting.setErrorMessage(problemWithName(key, typed));
            this.draw();
          });
          field.inputEl.addEventListener('change', () => this.save(key));
        });
        setting.setErrorMessage(problemWithName(key, this.templates[key]));
        return () => this.save(key);
      },
    };
  }

  private get templates(): NameTemplates {
    return { ...this.context.store.settings.naming, ...this.typed };
  }

  renderExamples(setting: Setting): void {
    setting.settingEl.empty();
    this.list = setting.settingEl.createEl('ul', {
      cls: 'florilegium-examples',
      attr: { 'aria-live': 'polite' },
    });
    exampleItems(this.context, EXAMPLES).then((items) => {
      this.examples = items;
      this.draw();
    }, this.context.failed);
  }

  /** What was not typed here is not saved either: another device may have changed it meanwhile. */
  private save(key: keyof NameTemplates): void {
    const { store, failed } = this.context;
    const { [key]: typed, ...others } = this.typed;
    if (typed === undefined || problemWithName(key, typed) !== null) return;
    this.typed = others;
    store.save(withValueAt(store.settings, `naming.${key}`, typed)).catch(failed);
  }

  /** While what is typed has a mistake, the names stay that came before it. */
  private draw(): void {
    const names = compileNames(this.templates, { root: this.context.store.settings.folder });
    if (!names.ok || this.list === null) return;
    this.list.empty();
    for (const record of this.examples) {
      const item = nameableItem(record);
      if (item !== null)
        this.list.createEl('li', {
          text: plainPath(names.place(item)),
          attr: { dir: 'auto' },
        });
    }
  }
}
