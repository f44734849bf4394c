import type { Problem } from '../../../model/problem';
import { problemMessage } from '../../../messages/messages';
import type { PluginContext } from '../../app/plugin-context';
import { DATABASE } from '../../strings/strings';
import { addSectionButton, buttonRow, type Section } from './section';

/** Shown while the app's database does not answer: only a person may give it up. */
export class DatabaseSection {
  constructor(
    private readonly section: Section,
    private readonly context: PluginContext,
  ) {}

  hide(): void {
    this.section.hide();
  }

  /** `refresh` reads the database again. */
  draw(problem: Problem, refresh: () => void): void {
    const { context } = this;
    const { onError } = context;
    this.section.draw(problem, (body) => {
      body.createEl('p', { text: problemMessage(problem), cls: 'florilegium-problem' });
      body.createEl('p', { text: DATABASE.newOne });
      const row = buttonRow(body);
      const begin = (): Promise<void> => context.replaceState().then(refresh);
      addSectionButton(row, { text: DATABASE.retry, act: refresh, onError });
      addSectionButton(row, { text: DATABASE.begin, act: begin, onError });
    });
  }
}
