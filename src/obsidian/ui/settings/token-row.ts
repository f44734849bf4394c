import type { Setting, SettingDefinitionRender, TextComponent } from 'obsidian';
import { SETTINGS } from '../../strings/settings-strings';
import type { TokenStore } from '../../state/token-store';
import { addButton } from './page-context';

const TOKEN_PAGE = 'https://readwise.io/access_token';
const PRINTABLE = /^[\x21-\x7e]+$/;
const TEXT = SETTINGS.token;

/** What came back when the service was asked about the token. */
export type TokenCheck = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface TokenRowOptions {
  readonly tokens: TokenStore;
  readonly checkToken: () => Promise<TokenCheck>;
  readonly failed: (error: unknown) => void;
}

/**
 * The row that takes the access token, puts it into the secret storage, never shows it again, and can try it.
 */
export function tokenRow(options: TokenRowOptions): SettingDefinitionRender {
  return {
    name: TEXT.name,
    desc: description(),
    aliases: [TEXT.alias, 'Readwise'],
    render: (setting) => new TokenRow(setting, options).close,
  };
}

/** The same row where nothing draws it by its definition. */
export const drawTokenRow = (setting: Setting, options: TokenRowOptions): TokenRow =>
  new TokenRow(setting.setName(TEXT.name).setDesc(description()), options);

function description(): DocumentFragment {
  const text = createFragment();
  text.appendText(`${TEXT.desc} `);
  text.createEl('a', { text: TEXT.link, href: TOKEN_PAGE });
  return text;
}

export class TokenRow {
  private field: TextComponent | null = null;
  private readonly status: HTMLElement;

  constructor(
    private readonly setting: Setting,
    private readonly options: TokenRowOptions,
  ) {
    setting.addText((field) => this.prepare(field));
    addButton(setting, { text: TEXT.check, act: () => this.check(), failed: options.failed });
    setting.settingEl.addClass('florilegium-token');
    // Below everything else: a line that appears between pressing and releasing the button must not move it
    // away.
    this.status = setting.settingEl.createDiv({ cls: 'florilegium-token-status', attr: { role: 'status' } });
  }

  /** Keeps what was typed but not left yet when the settings are closed. */
  readonly close = (): void => {
    this.store();
  };

  private prepare(field: TextComponent): void {
    this.field = field;
    field.inputEl.type = 'password';
    field.inputEl.autocomplete = 'off';
    field.inputEl.setAttr('aria-label', TEXT.name);
    field.setPlaceholder(this.options.tokens.read() === null ? TEXT.placeholder : TEXT.stored);
    field.onChange((typed) => this.setting.setErrorMessage(problemWith(typed)));
    field.inputEl.addEventListener('change', () => this.store());
  }

  /** False when what was typed cannot be a token. */
  private store(): boolean {
    const typed = this.field?.getValue().trim() ?? '';
    if (typed === '') return true;
    if (problemWith(typed) !== null) return false;
    this.options.tokens.write(typed);
    this.field?.setValue('').setPlaceholder(TEXT.stored);
    this.say(TEXT.saved);
    return true;
  }

  /** Whether there is a token and the service takes it; the row says why not. */
  async check(): Promise<boolean> {
    if (!this.store()) return false;
    this.setting.setErrorMessage(null);
    if (this.options.tokens.read() === null) {
      this.setting.setErrorMessage(TEXT.none);
      return false;
    }
    this.say(TEXT.checking);
    try {
      const result = await this.options.checkToken();
      this.say(result.ok ? TEXT.good : '');
      if (!result.ok) this.setting.setErrorMessage(result.message);
      return result.ok;
    } catch (error) {
      this.say('');
      throw error;
    }
  }

  private say(text: string): void {
    this.status.setText(text);
  }
}

function problemWith(typed: string): string | null {
  return typed.trim() === '' || PRINTABLE.test(typed.trim()) ? null : TEXT.unprintable;
}
