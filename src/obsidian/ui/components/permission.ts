import { addButton } from './elements';
import type { Setting, SettingDefinitionRender } from 'obsidian';
import { DEFAULT_BASE_URL, DEFAULT_TOKEN_SECRET } from '../../../model/settings';
import type { Destination } from '../../app/app-account';
import type { PluginContext } from '../../app/plugin-context';
import { PERMISSION } from '../../strings/permission-strings';

interface Answer {
  readonly label: string;
  readonly act: () => Promise<void>;
}

/** The two answers to the question whether this vault's address may get a secret. */
export function permissionAnswers(context: PluginContext, question: Destination): readonly Answer[] {
  const { account, events, store } = context;
  const allow = (): Promise<void> => {
    account.allow(question);
    events.trigger('decided');
    return Promise.resolve();
  };
  const refuse = async (): Promise<void> => {
    await store.save({
      ...store.settings,
      baseUrl: DEFAULT_BASE_URL,
      tokenSecret: DEFAULT_TOKEN_SECRET,
    });
    events.trigger('decided');
  };
  return [
    { label: PERMISSION.allow, act: allow },
    { label: PERMISSION.refuse(question), act: refuse },
  ];
}

/** The settings row of the question. */
export function permissionRow(context: PluginContext, question: Destination): SettingDefinitionRender {
  return {
    name: PERMISSION.name(question),
    desc: PERMISSION.desc(question),
    render: (setting) => drawPermissionRow(setting, context, question),
  };
}

/** Draws the row outside of the settings, too. */
export function drawPermissionRow(setting: Setting, context: PluginContext, question: Destination): void {
  setting.setName(PERMISSION.name(question)).setDesc(PERMISSION.desc(question));
  for (const { label, act } of permissionAnswers(context, question))
    addButton(setting, { text: label, act, onError: context.onError });
}
