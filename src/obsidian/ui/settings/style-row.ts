import type { SettingDefinitionRender } from 'obsidian';
import { ITEM_KINDS } from '../../../model/model';
import { ROWS, STYLE } from '../../strings/settings-strings';
import { addButton } from '../components/elements';
import { openTemplate } from '../components/open-template';
import type { PageContext } from './page-context';
import { copyBuiltIn, isFile, templateChoices, type TemplateUse } from './template-files';

/** What the dropdown has where the settings name several. */
const SEVERAL = '';

/** The style of all items: one choice, also where the settings name one for each type. */
export const styleRow = (context: PageContext): SettingDefinitionRender =>
  templateRow(context, 'style', ITEM_KINDS);

export const highlightStyleRow = (context: PageContext): SettingDefinitionRender =>
  templateRow(context, 'templates.highlight', ['highlight']);

export const fullTextStyleRow = (context: PageContext): SettingDefinitionRender =>
  templateRow(context, 'templates.fullText', ['fullText']);

/** The template of some uses; the button opens it, or a copy of a built-in one. */
function templateRow(
  { app, store, save, update, onError }: PageContext,
  key: 'style' | 'templates.highlight' | 'templates.fullText',
  uses: readonly [TemplateUse, ...TemplateUse[]],
): SettingDefinitionRender {
  const [use] = uses;
  const { name } = ROWS[key];
  const chosen = (): string => {
    const { templates } = store.settings;
    return uses.every((each) => templates[each] === templates[use]) ? templates[use] : SEVERAL;
  };
  const choose = async (template: string): Promise<void> => {
    if (template === SEVERAL) return;
    const chosenNow = Object.fromEntries(uses.map((each) => [each, template]));
    await save('templates', { ...store.settings.templates, ...chosenNow });
  };
  const open = async (): Promise<void> => {
    const template = chosen();
    if (isFile(template)) return openTemplate(app, template);
    const { folder } = store.settings.templates;
    const copy = await copyBuiltIn(app, { folder, use, chosen: template });
    await choose(copy);
    update();
    await openTemplate(app, copy);
  };
  return {
    ...ROWS[key],
    render: (setting) => {
      setting.setClass('florilegium-wrap').setClass('florilegium-template-row');
      const template = chosen();
      setting.addDropdown((dropdown) => {
        dropdown.selectEl.setAttr('aria-label', name);
        if (template === SEVERAL) dropdown.addOption(SEVERAL, STYLE.several);
        dropdown
          .addOptions({ ...templateChoices({ app, settings: store.settings, use, chosen: template }) })
          .setValue(template)
          .onChange((value) => {
            choose(value).then(label, onError);
          });
      });
      const button = addButton(setting, { text: '', act: open, onError });
      const label = (): void => {
        const texts = isFile(chosen()) ? STYLE.open : STYLE.copy;
        button.setButtonText(texts.button).buttonEl.setAttr('aria-label', texts.label(name));
        button.buttonEl.toggle(chosen() !== SEVERAL);
      };
      label();
    },
  };
}
