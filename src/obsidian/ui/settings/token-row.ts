import { addButton } from '../components/elements';
import type { Setting, SettingDefinitionRender, TextComponent } from 'obsidian';
import { SETTINGS } from '../../strings/settings-strings';
import { errorText } from '../../../messages/messages';
import { isReadwiseError, type ReadwiseError } from '../../../readwise/readwise-error';
import type { PluginContext } from '../../app/plugin-context';
import { withLink } from './controls';

const TOKEN_PAGE = 'https://readwise.io/access_token';
const PRINTABLE = /^[\x21-\x7e]+$/;
const TEXT = SETTINGS.token;

/** The settings row of the access token: stores one that Readwise does not refuse, and never shows it again. */
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
  private isClosed = false;
  /** The check that goes on. */
  private running: { readonly typed: string; readonly isAccepted: Promise<boolean> } | null = null;
  /** What was typed when the last check ended. */
  private answered = '';
  /** What the last check has led to, in words; `''` when it was nothing. */
  private outcome = '';

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

  /** What was typed is stored when the settings are closed, unless the service refuses it. */
  readonly close = (): void => {
    this.isClosed = true;
    this.checkTyped();
  };

  private get typed(): string {
    return this.field?.getValue().trim() ?? '';
  }

  private prepare(field: TextComponent): void {
    this.field = field;
    field.inputEl.type = 'password';
    field.inputEl.autocomplete = 'off';
    field.inputEl.setAttr('aria-label', TEXT.name);
    field.setPlaceholder(this.context.account.token === null ? TEXT.placeholder : TEXT.stored);
    field.onChange((typed) => this.setting.setErrorMessage(problemWith(typed)));
    field.inputEl.addEventListener('change', () => this.checkTyped());
  }

  private checkTyped(): void {
    if (this.typed !== '' && this.typed !== this.answered) this.check().catch(this.context.onError);
  }

  /** Whether the service accepts what was typed, else the stored token; shows why not. */
  async check(): Promise<boolean> {
    const { typed } = this;
    const { question, token } = this.context.account;
    if (problemWith(typed) !== null || question !== null) return false;
    if (typed === '' && token === null) {
      this.setting.setErrorMessage(TEXT.none);
      return false;
    }
    if (this.running?.typed !== typed) this.running = { typed, isAccepted: this.ask(typed) };
    return this.running.isAccepted;
  }

  private async ask(typed: string): Promise<boolean> {
    this.setting.setErrorMessage(null);
    this.setStatus(TEXT.checking);
    this.outcome = '';
    try {
      const failure = await this.context.checkToken(typed);
      // Another text may stand there by now.
      if (this.typed !== typed) return false;
      this.answered = typed;
      this.take(typed, failure);
      return failure === null;
    } finally {
      if (this.running?.typed === typed) this.running = null;
      if (this.running === null) this.setStatus(this.outcome);
    }
  }

  /** A refused token is not stored: the field keeps it, with the reason below. */
  private take(typed: string, failure: ReadwiseError | null): void {
    const { account } = this.context;
    const isRefused = isReadwiseError(failure, 'token-refused');
    if (failure !== null) this.showFailure(errorText(failure));
    if (typed === '') {
      if (failure === null || isRefused) account.setAccepted(!isRefused);
    } else if (!isRefused) {
      account.saveToken(typed, { isAccepted: failure === null });
      this.field?.setValue('').setPlaceholder(TEXT.stored);
    }
    if (failure === null) this.outcome = TEXT.good;
    else if (!isRefused) this.outcome = TEXT.saved;
  }

  private showFailure(text: string): void {
    if (this.isClosed) this.context.notices.showProblem(text);
    else this.setting.setErrorMessage(text);
  }

  private setStatus(text: string): void {
    this.status.setText(text);
  }
}

function problemWith(typed: string): string | null {
  return typed.trim() === '' || PRINTABLE.test(typed.trim()) ? null : TEXT.unprintable;
}
