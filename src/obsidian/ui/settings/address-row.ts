import type { SettingDefinitionRender } from 'obsidian';
import { DEFAULT_BASE_URL, problemWithBaseUrl } from '../../../model/settings';
import { ADVANCED } from '../../strings/settings-strings';
import type { PageContext } from './page-context';
import { withValueAt } from './setting-keys';

const KEY = 'baseUrl';

/**
 * The row of the service's address. What a person enters there is allowed on this device. It is saved when the
 * field is left: what stands there while it is typed is another address.
 */
export function addressRow({ store, engine, onError }: PageContext): SettingDefinitionRender {
  const { name, desc } = ADVANCED.baseUrl;
  return {
    name,
    desc,
    render: (setting) => {
      let typed: string | null = null;
      const save = async (): Promise<void> => {
        if (typed === null || problemWithBaseUrl(typed) !== null) return;
        const address = typed;
        typed = null;
        engine.account.allowAddress(address);
        await store.save(withValueAt(store.settings, KEY, address));
        engine.events.trigger('decided');
      };
      const close = (): void => void save().catch(onError);
      setting.addText((field) => {
        field.inputEl.setAttr('aria-label', name);
        field.setPlaceholder(DEFAULT_BASE_URL).setValue(store.settings.baseUrl);
        field.onChange((text) => {
          typed = text.trim();
          setting.setErrorMessage(problemWithBaseUrl(typed));
        });
        field.inputEl.addEventListener('change', close);
      });
      return close;
    },
  };
}
