import type { ButtonComponent, DropdownComponent, Setting, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { normalizePath } from 'obsidian';
import { ITEM_KINDS } from '../../../core/library/item-kind';
import { problemWithFolder } from '../../../core/settings';
import { CATEGORY_NAMES, STYLE_NAMES, TEMPLATES, USE_NAMES } from '../strings-settings';
import { changesGroup } from './changes-modal';
import { ChoiceModal } from './choice-modal';
import type { PageContext } from './page-context';
import { valueAt, withValueAt } from './setting-keys';
import { builtInText, isFile, makeTemplate, openTemplate, stylesFor, templateChoices, type TemplateUse } from './template-files';
import { TemplatePreview } from './template-preview';
import { problemsAt, TemplateWatch } from './template-watch';

const USES = [...ITEM_KINDS, 'highlight', 'fullText'] as const satisfies readonly TemplateUse[];
const OTHER = '…';

/** One place in the settings that names a template. */
interface Place {
  readonly key: string;
  readonly name: string;
  readonly use: TemplateUse;
  /** What is shown where the settings name none. */
  readonly none: string | null;
}

/** The page of the templates: which is in use for what, new ones, and what comes out of them. */
export function templatesPage(context: PageContext): SettingDefinitionPage {
  const watch = new TemplateWatch(context);
  const row = (place: Place): SettingDefinitionRender => ({ name: place.name, render: (setting) => new TemplateRow(setting, { context, watch, place }).close });
  return {
    type: 'page',
    name: TEMPLATES.name,
    desc: TEMPLATES.desc,
    items: [
      { type: 'group', heading: TEMPLATES.kinds, items: USES.map((use) => row({ key: `templates.${use}`, name: USE_NAMES[use], use, none: null })) },
      { type: 'group', heading: TEMPLATES.categories, items: categoriesOf(context).map(([category, name]) => row({ key: `templates.categories.${category}`, name, use: 'article', none: TEMPLATES.likeKind })) },
      {
        type: 'group',
        items: [
          { ...TEMPLATES.folder, control: { type: 'folder', key: 'templates.folder', validate: (value) => problemWithFolder(value) ?? undefined } },
          { name: TEMPLATES.create.name, desc: TEMPLATES.create.desc, render: (setting) => renderCreate(setting, context) },
        ],
      },
      new TemplatePreview(context, watch).group(),
      changesGroup(context),
    ],
  };
}

/** Those that have no kind of their own, and those that the settings name. */
function categoriesOf({ store }: PageContext): readonly (readonly [category: string, name: string])[] {
  const named = Object.keys(store.settings.templates.categories).map((category) => [category, category] as const);
  return Object.entries({ ...Object.fromEntries(named), ...CATEGORY_NAMES });
}

class TemplateRow {
  private dropdown: DropdownComponent | null = null;
  private readonly buttons: ButtonComponent[] = [];
  readonly close: () => void;

  constructor(
    private readonly setting: Setting,
    private readonly options: { readonly context: PageContext; readonly watch: TemplateWatch; readonly place: Place },
  ) {
    const { context, watch, place } = options;
    setting.setClass('florilegium-template-row');
    setting.addDropdown((dropdown) => {
      this.dropdown = dropdown;
      dropdown.selectEl.setAttr('aria-label', place.name);
      dropdown.onChange((chosen) => this.choose(chosen));
    });
    this.addButton(TEMPLATES.open, TEMPLATES.openOf(place.name), () => openTemplate(context.app, this.chosen));
    this.addButton(TEMPLATES.duplicate, TEMPLATES.duplicateOf(place.name), () => this.duplicate());
    const stopListening = context.store.onChange(() => this.draw());
    const stopWatching = watch.listen((preview) => {
      setting.setErrorMessage(problemsAt(preview, this.chosen).map(({ message }) => message).join(' '));
    });
    this.close = () => {
      stopListening();
      stopWatching();
    };
    this.draw();
  }

  /** A style, a path, or nothing. */
  private get chosen(): string {
    const value = valueAt(this.options.context.store.settings, this.options.place.key);
    return typeof value === 'string' ? value : '';
  }

  private addButton(text: string, label: string, act: () => Promise<void>): void {
    this.setting.addButton((button) => {
      button.setButtonText(text).onClick(() => act().catch(this.options.context.failed));
      button.buttonEl.setAttr('aria-label', label);
      this.buttons.push(button);
    });
  }

  private draw(): void {
    const { context, place } = this.options;
    const { chosen, dropdown } = this;
    const choices = templateChoices({ app: context.app, settings: context.store.settings, use: place.use, chosen });
    dropdown?.selectEl.empty();
    dropdown?.addOptions({ ...(place.none === null ? {} : { '': place.none }), ...choices, [OTHER]: TEMPLATES.other }).setValue(chosen);
    for (const { buttonEl } of this.buttons) buttonEl.toggle(isFile(chosen));
  }

  private choose(chosen: string): void {
    const { app } = this.options.context;
    if (chosen !== OTHER) return this.save(chosen);
    this.draw();
    new ChoiceModal(app, { question: TEMPLATES.which, items: app.vault.getMarkdownFiles(), nameOf: ({ path }) => path.replace(/\.md$/, ''), choose: ({ path }) => this.save(path) }).open();
  }

  private async duplicate(): Promise<void> {
    const { app } = this.options.context;
    const file = app.vault.getFileByPath(normalizePath(this.chosen));
    if (file !== null) this.save(await makeTemplate(app, { path: file.path, text: await app.vault.read(file) }));
  }

  private save(chosen: string): void {
    saveChoice(this.options.context, this.options.place.key, chosen);
  }
}

/** Where nothing is chosen for a category, the settings do not name it. */
function saveChoice({ store, failed }: PageContext, key: string, chosen: string): void {
  const { settings } = store;
  const changed = withValueAt(settings, key, chosen);
  const categories = Object.fromEntries(Object.entries({ ...settings.templates.categories, ...(key.startsWith('templates.categories.') ? { [key.slice('templates.categories.'.length)]: chosen } : {}) }).filter(([, choice]) => choice !== ''));
  store.save(withValueAt(changed, 'templates.categories', categories)).catch(failed);
}

function renderCreate(setting: Setting, context: PageContext): void {
  let use: TemplateUse = 'book';
  let style = stylesFor(use)[0] ?? 'classic';
  setting.addDropdown((uses) => {
    uses.selectEl.setAttr('aria-label', TEMPLATES.create.kind);
    uses.addOptions({ ...USE_NAMES });
    setting.addDropdown((styles) => {
      const offer = (): void => {
        styles.selectEl.empty();
        for (const each of stylesFor(use)) styles.addOption(each, STYLE_NAMES[each]);
        style = stylesFor(use)[0] ?? style;
      };
      styles.selectEl.setAttr('aria-label', TEMPLATES.create.style);
      styles.onChange((chosen) => {
        style = stylesFor(use).find((each) => each === chosen) ?? style;
      });
      uses.onChange((chosen) => {
        use = USES.find((each) => each === chosen) ?? use;
        offer();
      });
      offer();
    });
  });
  setting.addButton((button) =>
    button.setButtonText(TEMPLATES.create.button).onClick(async () => {
      const path = `${context.store.settings.templates.folder}/${TEMPLATES.newName(STYLE_NAMES[style], USE_NAMES[use])}.md`;
      saveChoice(context, `templates.${use}`, await makeTemplate(context.app, { path, text: builtInText(use, style) }));
    }),
  );
}
