import type { SettingDefinitionRender } from 'obsidian';
import { countHighlights } from '../../../features/status/library-overview';
import { unwantedTexts, type HighlightChoice } from '../../../model/highlight-choice';
import { HIGHLIGHT_CHOICE, KINDLE_LIMIT } from '../../strings/rule-strings';
import { ROWS, RULES } from '../../strings/settings-strings';
import { addButton } from '../components/elements';
import { FormWindow } from '../parts/form-window';
import { DraftFields } from './draft-fields';
import { labelled, type PageContext } from './page-context';
import { HIGHLIGHT_FIELDS } from './rule-draft';
import { choiceText } from './rule-sentence';

const KEY = 'scope.highlights';
const CHOOSE_LABEL = `${ROWS[KEY].name}: ${HIGHLIGHT_CHOICE.choose}`;

/** Which highlights are in notes: in words, with how many of the library these are. */
export function highlightsRow(context: PageContext): SettingDefinitionRender {
  const { store, onError } = context;
  return {
    ...ROWS[KEY],
    render: (setting) => {
      const closed = new AbortController();
      const { scope, rules } = store.settings;
      const hasRules = rules.some(({ enabled, then }) => enabled && then.highlights !== undefined);
      const show = (count = ''): void =>
        void setting.setDesc(HIGHLIGHT_CHOICE.row(choiceText(scope.highlights), { hasRules, count }));
      show();
      addButton(setting, {
        text: HIGHLIGHT_CHOICE.choose,
        label: CHOOSE_LABEL,
        act: () => new ChoiceForm(context).open(),
        onError,
      });
      count(context, scope.highlights, {
        signal: closed.signal,
        show: (chosen, all) => show(HIGHLIGHT_CHOICE.share(chosen, all)),
      });
      return () => closed.abort(new Error('The page was closed'));
    },
  };
}

/** A switch for what a person would have to know the words of. */
export function kindleLimitRow(context: PageContext): SettingDefinitionRender {
  const { store } = context;
  return {
    ...ROWS.kindleLimit,
    render: (setting) => {
      const texts = unwantedTexts(store.settings.scope.highlights);
      setting.addToggle((toggle) =>
        labelled(toggle, ROWS.kindleLimit.name)
          .setValue(texts.includes(KINDLE_LIMIT))
          .onChange((isOn) => void leaveOutLimits(context, isOn)),
      );
    },
  };
}

async function leaveOutLimits({ store, save, update }: PageContext, isOn: boolean): Promise<void> {
  const choice = store.settings.scope.highlights;
  const others = unwantedTexts(choice).filter((text) => text !== KINDLE_LIMIT);
  await save(KEY, { ...choice, none: { ...choice.none, texts: isOn ? [...others, KINDLE_LIMIT] : others } });
  update();
}

/** Edits the choice with the fields that rules have for it. */
class ChoiceForm {
  private readonly fields: DraftFields;
  private readonly form: FormWindow;
  private readonly footer = createDiv({ cls: 'florilegium-rule-count', attr: { role: 'status' } });
  private counting = new AbortController();

  constructor(private readonly context: PageContext) {
    const { app, store, engine } = context;
    this.fields = new DraftFields({
      app,
      draft: { then: { highlights: store.settings.scope.highlights } },
      knownTags: () => engine.tags.names(),
      onChange: () => this.check(),
    });
    this.form = new FormWindow(context, {
      title: HIGHLIGHT_CHOICE.title,
      send: RULES.save,
      cancel: RULES.cancel,
      problem: () => (this.fields.read() === null ? RULES.mistakes : null),
      act: () => this.save(),
    });
    const { contentEl, closed } = this.form;
    closed.signal.addEventListener('abort', () => this.counting.abort());
    contentEl.createEl('p', { text: HIGHLIGHT_CHOICE.explanation });
    for (const field of HIGHLIGHT_FIELDS) this.fields.add(contentEl, field);
    contentEl.after(this.footer);
    this.check();
  }

  open(): void {
    this.form.open();
  }

  /** Shows each field's problem, or, when there is none, how many highlights are left. */
  private check(): void {
    const rule = this.fields.read();
    this.fields.showProblems();
    this.form.check();
    this.counting.abort();
    this.counting = new AbortController();
    this.footer.empty();
    if (rule === null) return;
    count(this.context, rule.then.highlights ?? {}, {
      signal: this.counting.signal,
      show: (chosen, all) => this.footer.setText(HIGHLIGHT_CHOICE.counted(chosen, all)),
    });
  }

  private async save(): Promise<string | null> {
    const rule = this.fields.read();
    if (rule === null) return '';
    await this.context.save(KEY, rule.then.highlights ?? {});
    this.context.update(CHOOSE_LABEL);
    return null;
  }
}

/** Shows how many highlights of the library notes have with a choice; nothing before the first sync. */
function count(
  { engine, store, onError }: PageContext,
  highlights: HighlightChoice,
  { signal, show }: { readonly signal: AbortSignal; readonly show: (chosen: number, all: number) => void },
): void {
  const settings = { ...store.settings, scope: { ...store.settings.scope, highlights } };
  engine
    .withState((state) => countHighlights({ state, clock: engine.host.clock, signal }, settings))
    .then(
      ({ chosen, all }) => {
        if (!signal.aborted && all > 0) show(chosen, all);
      },
      (error: unknown) => {
        if (!signal.aborted) onError(error);
      },
    );
}
