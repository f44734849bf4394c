import { problemMessages } from '../../../messages/messages';
import type { ButtonComponent, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { ITEM_KINDS } from '../../../model/model';
import { compileNames, type NameTemplates } from '../../../notes/template/name-template';
import { changesGroup, choice, folder, page, text, toggle } from './controls';
import { NotePreview } from './note-preview';
import { addButton } from '../components/elements';
import { NameSuggest } from '../components/field-suggest';
import type { PageContext } from './page-context';
import { valueAt, withValueAt } from './setting-keys';
import { DAILY, NAMES, NOTES, TEMPLATES, USE_NAMES } from '../../strings/settings-strings';
import { copyBuiltIn, isFile, openTemplate, templateChoices, type TemplateUse } from './template-files';

const USES: readonly TemplateUse[] = [...ITEM_KINDS, 'highlight', 'fullText'];

/** Problems of a name template with their positions; null when there are none. */
export function problemWithName(key: keyof NameTemplates, typed: string): string | null {
  const compiled = compileNames({ folder: '', fileName: '', [key]: typed }, { root: '' });
  return compiled.ok ? null : compiled.problems.map(NAMES.problem).join(' ');
}

/** The page of templates and names, with a preview of any note. */
export class NotesPage {
  private readonly preview: NotePreview;
  /** Name templates that are typed but not saved yet: half a template must not rename notes. */
  private typed: Partial<NameTemplates> = {};

  constructor(private readonly context: PageContext) {
    const { store } = context;
    this.preview = new NotePreview(context, () => ({
      ...store.settings,
      naming: { ...store.settings.naming, ...this.typed },
    }));
  }

  definition(): SettingDefinitionPage {
    const { store } = this.context;
    return page(NOTES, [
      {
        type: 'group',
        heading: TEMPLATES.kinds,
        items: USES.map((use) => this.templateRow({ key: `templates.${use}`, name: USE_NAMES[use], use })),
      },
      { type: 'group', heading: NAMES.heading, items: [this.nameRow('folder'), this.nameRow('fileName')] },
      this.preview.group(),
      {
        type: 'group',
        heading: DAILY.heading,
        items: [
          choice('daily.reviewPlace', DAILY.reviewPlace),
          {
            ...folder(store, 'daily.reviewFolder', DAILY.reviewFolder),
            visible: () => store.settings.daily.reviewPlace === 'note',
          },
        ],
      },
      {
        type: 'group',
        heading: NOTES.more,
        items: [
          toggle('authorsAsLinks', NOTES.authorsAsLinks),
          text(store, 'tagPrefix', NOTES.tagPrefix, 'readwise/'),
          toggle('ownNotesAsMarkdown', NOTES.ownNotesAsMarkdown),
          toggle('notePerHighlight', NOTES.notePerHighlight),
          text(store, 'timeZone', NOTES.timeZone, 'UTC'),
          folder(store, 'templates.folder', TEMPLATES.folder),
        ],
      },
      changesGroup(this.context),
    ]);
  }

  /** The template of a use; the button opens it, or a copy of a built-in one. */
  private templateRow({
    key,
    name,
    use,
  }: {
    readonly key: string;
    readonly name: string;
    readonly use: TemplateUse;
  }): SettingDefinitionRender {
    const { app, store, onError } = this.context;
    const chosen = (): string => {
      const value = valueAt(store.settings, key);
      return typeof value === 'string' ? value : '';
    };
    const label = (button: ButtonComponent): void => {
      const texts = isFile(chosen()) ? TEMPLATES.open : TEMPLATES.copy;
      button.setButtonText(texts.button).buttonEl.setAttr('aria-label', texts.label(name));
    };
    return {
      name,
      render: (setting) => {
        setting.setClass('florilegium-template-row');
        setting.addDropdown((dropdown) => {
          const settings = store.settings;
          dropdown.selectEl.setAttr('aria-label', name);
          dropdown
            .addOptions({ ...templateChoices({ app, settings, use, chosen: chosen() }) })
            .setValue(chosen())
            .onChange((value) => {
              this.save(key, value).then(() => label(button), onError);
            });
        });
        const button = addButton(setting, { text: '', act: () => this.open(key, use, chosen()), onError });
        label(button);
        return this.preview.listen(({ failures }) => {
          const problems = failures.filter(({ id, path }) => [id, path].includes(chosen()));
          setting.setErrorMessage(problemMessages(problems.map(({ problem }) => problem)));
        });
      },
    };
  }

  private async open(key: string, use: TemplateUse, chosen: string): Promise<void> {
    const { app, store, update } = this.context;
    if (isFile(chosen)) return openTemplate(app, chosen);
    const copy = await copyBuiltIn(app, { folder: store.settings.templates.folder, use, chosen });
    await this.save(key, copy);
    update();
    await openTemplate(app, copy);
  }

  private nameRow(key: keyof NameTemplates): SettingDefinitionRender {
    const { app, store } = this.context;
    const { name, desc } = NAMES[key];
    return {
      name,
      desc,
      render: (setting) => {
        setting.setClass('florilegium-wide');
        setting.addText((field) => {
          field.inputEl.setAttr('aria-label', name);
          new NameSuggest(app, field.inputEl);
          field.setValue(store.settings.naming[key]).onChange((typed) => {
            this.typed = { ...this.typed, [key]: typed };
            const problem = problemWithName(key, typed);
            setting.setErrorMessage(problem);
            if (problem === null) this.preview.renewSoon();
          });
          field.inputEl.addEventListener('change', () => this.saveName(key));
        });
        setting.setErrorMessage(problemWithName(key, store.settings.naming[key]));
        return () => this.saveName(key);
      },
    };
  }

  /** Saves only what was typed here: another device may have changed it meanwhile. */
  private saveName(key: keyof NameTemplates): void {
    const { [key]: typed, ...others } = this.typed;
    this.typed = others;
    if (typed !== undefined && problemWithName(key, typed) === null)
      this.save(`naming.${key}`, typed).catch(this.context.onError);
  }

  private save(key: string, value: unknown): Promise<void> {
    const { store } = this.context;
    return store.save(withValueAt(store.settings, key, value));
  }
}
