import { resultMessage } from '../../../messages/result-messages';
import type { SettingDefinitionRender } from 'obsidian';
import { NO_RUNS, type LastRuns } from '../../../sync/journal/last-runs';
import type { PluginContext } from '../../app/plugin-context';
import { timeAgo } from '../../strings/times';
import { SETTINGS } from '../../strings/settings-strings';
import { addButton } from '../components/elements';
import { docsPage } from '../components/project-page';
import { withLink } from '../settings/controls';
import type { Guide } from './guide';

const TEXT = SETTINGS.status;

/** Where one is, and the one thing to press next: set up until a token has worked, then sync. */
export function statusRow(context: PluginContext, guide: Guide): SettingDefinitionRender {
  const { account, onError } = context;
  return {
    name: TEXT.syncNow,
    aliases: [TEXT.setUp],
    render: (setting) => {
      context.syncs.display?.opened(['open-settings']);
      const setUp = addButton(setting, { text: TEXT.setUp, act: () => guide.open(), onError });
      const syncNow = addButton(setting, {
        text: TEXT.syncNow,
        act: async () => {
          await context.sync({ origin: 'user' });
          await drawAnew();
        },
        onError,
      });
      const describe = (text: string): void => {
        setting.setDesc(withLink(text, SETTINGS.learnMore, docsPage('start.md')));
      };
      const draw = ({ last, succeeded }: LastRuns): void => {
        const synced = last === null || last.end.outcome === 'failed' ? succeeded : last.at;
        const ready = synced === null ? TEXT.ready : TEXT.synced(timeAgo(synced));
        setting.setName(account.isAccepted ? ready : TEXT.notSetUp);
        if (last !== null) describe(resultMessage(last.end).text);
        const isSetUp = account.isAccepted && !guide.isUnderWay;
        setUp.buttonEl.toggle(!isSetUp);
        // During the setup, somebody who has entered the token here may still go on without the guide.
        syncNow.buttonEl.toggle(account.isAccepted);
        if (isSetUp) syncNow.setCta();
        else syncNow.removeCta();
      };
      const drawAnew = async (): Promise<void> => draw(await context.readLastRuns());
      const follow = (): void => void drawAnew().catch(onError);
      setUp.setCta();
      describe('');
      draw(NO_RUNS);
      follow();
      if (!account.isAccepted || guide.isUnderWay) {
        guide.hideOffer();
        guide.addAdoptionHint(setting);
      }
      const followed = account.on('change', follow);
      return () => account.offref(followed);
    },
  };
}
