import { type ButtonComponent, type DropdownComponent, type Setting, type SettingDefinitionGroup, type SettingDefinitionPage, normalizePath } from 'obsidian';
import { problemMessages } from '../../messages';
import { ITEM_KINDS } from '../../model/model';
import { problemWithFolder } from '../../model/settings';
import { ChoiceModal, withoutEnding } from '../ui/windows/choice-modal';
import { CATEGORY_NAMES, STYLE_NAMES, TEMPLATES, USE_NAMES } from './settings-strings';
import { changesGroup } from './changes-modal';
import { folder, page } from './controls';
import { addButton, type PageContext } from './page-context';
import { valueAt, withValueAt } from './setting-keys';
import { builtInText, isFile, makeTemplate, openTemplate, stylesFor, templateChoices, type TemplateUse } from './template-files';
import { TemplatePreview } from './template-preview';
import { problemsAt, TemplateWatch } from './template-watch';

const USES = [...ITEM_KINDS, 'highlight', 'fullText'] as const satisfies readonly TemplateUse[];
const CATEGORIES = 'templates.categories.';
const OTHER = '…';

/** One place in the settings that names a template. */
interface Place {
  readonly key: string;
  readonly name: string;
  readonly use: TemplateUse;
  /** What may be chosen for none at all. */
  readonly none: Readonly<Record<string, string>>;
}

/** The page of the templates: which is in use for what, new ones, and what comes out of them. */
export function templatesPage(context: PageContext): SettingDefinitionPage {
  const watch = new TemplateWatch(context);
  const rows = (heading: string, places: readonly Place[]): SettingDefinitionGroup => ({
    type: 'group',
    heading,
    items: places.map((place) => ({
      name: place.name,
      render: (setting) => new TemplateRow(setting, { context, watch, place }).close,
    })),
  });
  return page(TEMPLATES, [
    rows(
      TEMPLATES.kinds,
      USES.map((use) => ({ key: `templates.${use}`, name: USE_NAMES[use], use, none: {} })),
    ),
    rows(
      TEMPLATES.categories,
      categoriesOf(context).map(([category, name]) => ({
        key: `${CATEGORIES}${category}`,
        name,
        use: 'article',
        none: { '': TEMPLATES.likeKind },
      })),
    ),
    {
      type: 'group',
      items: [
        folder('templates.folder', TEMPLATES.folder, { problemWith: problemWithFolder }),
        {
          name: TEMPLATES.create.name,
          desc: TEMPLATES.create.desc,
          render: (setting) => renderCreate(setting, context),
        },
      ],
    },
    new TemplatePreview(context, watch).group(),
    changesGroup(context),
  ]);
}

/** Those that have no kind of their own, and those that the settings name. */
function categoriesOf({ store }: PageContext): readonly (readonly [category: string, name: string])[] {
  const named = Object.keys(store.settings.templates.categories).map(
    (category) => [category, category] as const,
  );
  return Object.entries({ ...Object.fromEntries(named), ...CATEGORY_NAMES });
}

class TemplateRow {
  private dropdown: DropdownComponent | null = null;
  private readonly buttons: readonly ButtonComponent[];
  readonly close: () => void;

  constructor(
    setting: Setting,
    private readonly options: {
      readonly context: PageContext;
      readonly watch: TemplateWatch;
      readonly place: Place;
    },
  ) {
    const { context, watch, place } = options;
    setting.setClass('florilegium-template-row');
    setting.addDropdown((dropdown) => {
      this.dropdown = dropdown;
      dropdown.selectEl.setAttr('aria-label', place.name);
      dropdown.onChange((chosen) => this.choose(chosen));
    });
    const { failed } = context;
    this.buttons = [
      addButton(setting, {
        text: TEMPLATES.open,
        label: TEMPLATES.openOf(place.name),
        act: () => openTemplate(context.app, this.chosen),
        failed,
      }),
      addButton(setting, {
        text: TEMPLATES.duplicate,
        label: TEMPLATES.duplicateOf(place.name),
        act: () => this.duplicate(),
        failed,
      }),
    ];
    const stopListening = context.store.onChange(() => this.draw());
    const stopWatching = watch.listen((preview) => {
      setting.setErrorMessage(
        problemMessages(problemsAt(preview, this.chosen).map(({ problem }) => problem)),
      );
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

  private draw(): void {
    const { context, place } = this.options;
    const { chosen, dropdown } = this;
    const choices = templateChoices({
      app: context.app,
      settings: context.store.settings,
      use: place.use,
      chosen,
    });
    dropdown?.selectEl.empty();
    dropdown?.addOptions({ ...place.none, ...choices, [OTHER]: TEMPLATES.otherNote }).setValue(chosen);
    for (const { buttonEl } of this.buttons) buttonEl.toggle(isFile(chosen));
  }

  private choose(chosen: string): void {
    const { app } = this.options.context;
    if (chosen !== OTHER) return this.save(chosen);
    this.draw();
    new ChoiceModal(app, {
      question: TEMPLATES.which,
      items: app.vault.getMarkdownFiles(),
      nameOf: ({ path }) => withoutEnding(path),
      choose: ({ path }) => this.save(path),
    }).open();
  }

  private async duplicate(): Promise<void> {
    const { app } = this.options.context;
    const file = app.vault.getFileByPath(normalizePath(this.chosen));
    if (file !== null)
      this.save(await makeTemplate(app, { path: file.path, text: await app.vault.read(file) }));
  }

  private save(chosen: string): void {
    const { context, place } = this.options;
    saveChoice(context, place.key, chosen).catch(context.failed);
  }
}

/** Where nothing is chosen for a category, the settings do not name it. */
async function saveChoice({ store }: PageContext, key: string, chosen: string): Promise<void> {
  const { settings } = store;
  if (!key.startsWith(CATEGORIES)) return store.save(withValueAt(settings, key, chosen));
  const category = key.slice(CATEGORIES.length);
  const { [category]: _, ...others } = settings.templates.categories;
  await store.save(
    withValueAt(settings, 'templates.categories', chosen === '' ? others : { ...others, [category]: chosen }),
  );
}

function renderCreate(setting: Setting, context: PageContext): void {
  let use: TemplateUse = 'book';
  let style = stylesFor(use)[0] ?? 'classic';
  setting.setClass('florilegium-template-row');
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
  const create = async (): Promise<void> => {
    const path = `${context.store.settings.templates.folder}/${TEMPLATES.newName(STYLE_NAMES[style], use)}.md`;
    await saveChoice(
      context,
      `templates.${use}`,
      await makeTemplate(context.app, { path, text: builtInText(use, style) }),
    );
  };
  addButton(setting, { text: TEMPLATES.create.button, act: create, failed: context.failed });
}
