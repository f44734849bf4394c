import { addButton } from '../components/elements';
import type { Setting, SettingDefinitionRender, TextComponent } from 'obsidian';
import { SETTINGS } from '../../strings/settings-strings';
import { errorText } from '../../../messages/messages';
import type { PluginContext } from '../../app/plugin-context';
import { withLink } from './controls';

const TOKEN_PAGE = 'https://readwise.io/access_token';
const PRINTABLE = /^[\x21-\x7e]+$/;
const TEXT = SETTINGS.token;

/** The settings row of the access token: stores it, never shows it again, and can check it. */
export function tokenRow(context: PluginContext): SettingDefinitionRender {
  return {
    name: TEXT.name,
    desc: description(),
    aliases: [TEXT.alias, 'Readwise'],
    render: (setting) => new TokenRow(setting, context).close,
  };
}

const description = (): string | DocumentFragment => withLink(TEXT.desc, TEXT.link, TOKEN_PAGE);

/** Draws the row, also outside of the settings. */
export class TokenRow {
  private field: TextComponent | null = null;
  private readonly status: HTMLElement;

  constructor(
    private readonly setting: Setting,
    private readonly context: PluginContext,
  ) {
    setting
      .setName(TEXT.name)
      .setDesc(description())
      .addText((field) => this.prepare(field));
    addButton(setting, { text: TEXT.check, act: () => this.check(), onError: context.onError });
    setting.setClass('florilegium-wrap').setClass('florilegium-token');
    // At the bottom, so that a new line does not move the button while it is being pressed.
    this.status = setting.settingEl.createDiv({ cls: 'florilegium-token-status', attr: { role: 'status' } });
  }

  /** Stores what was typed when the settings are closed. */
  readonly close = (): void => {
    this.store();
  };

  private prepare(field: TextComponent): void {
    this.field = field;
    field.inputEl.type = 'password';
    field.inputEl.autocomplete = 'off';
    field.inputEl.setAttr('aria-label', TEXT.name);
    field.setPlaceholder(this.context.account.token === null ? TEXT.placeholder : TEXT.stored);
    field.onChange((typed) => this.setting.setErrorMessage(problemWith(typed)));
    field.inputEl.addEventListener('change', () => this.store());
  }

  /** False when the text cannot be a token, or the settings have changed so that it may not be stored. */
  private store(): boolean {
    const typed = this.field?.getValue().trim() ?? '';
    if (typed === '') return true;
    if (problemWith(typed) !== null || this.context.account.question !== null) return false;
    this.context.account.saveToken(typed);
    this.field?.setValue('').setPlaceholder(TEXT.stored);
    this.setStatus(TEXT.saved);
    return true;
  }

  /** Whether a token is stored and the service accepts it; shows why not. */
  async check(): Promise<boolean> {
    if (!this.store()) return false;
    this.setting.setErrorMessage(null);
    if (this.context.account.token === null) {
      this.setting.setErrorMessage(TEXT.none);
      return false;
    }
    this.setStatus(TEXT.checking);
    try {
      const failure = await this.context.checkToken();
      this.setStatus(failure === null ? TEXT.good : '');
      if (failure !== null) this.setting.setErrorMessage(errorText(failure));
      return failure === null;
    } catch (error) {
      this.setStatus('');
      throw error;
    }
  }

  private setStatus(text: string): void {
    this.status.setText(text);
  }
}

function problemWith(typed: string): string | null {
  return typed.trim() === '' || PRINTABLE.test(typed.trim()) ? null : TEXT.unprintable;
}
