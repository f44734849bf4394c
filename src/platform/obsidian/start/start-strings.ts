import { HEARD, MESSAGES, SPEECH } from '../language/current-language';
import { naming } from '../language/sayings';
import { PROGRESS } from '../strings';

/** What the plugin says in the first minute: how a person is led through setting up, and the sample library. */

const { settings, templates, preview, time, start, sample } = MESSAGES;
const { coming, ready } = start;

export const PROGRESS_CONTROLS = { details: time.details, statusHint: time.statusHint };

export const START = {
  ...start,
  command: start.title,
  step: (number: number, of: number): string => SPEECH.fill(start.step, { number, of }),
  style: {
    ...start.style,
    folder: { name: settings.folder.name, desc: start.style.folder },
    style: { name: templates.create.style, desc: start.style.style },
    preview: preview.heading,
  },
  coming: {
    ...coming,
    asking: settings.token.checking,
    documents: PROGRESS.documents,
    found: (parts: readonly string[]): string => SPEECH.fill(coming.found, { parts: SPEECH.list(parts) }),
    failed: (message: string): string => SPEECH.fill(coming.failed, { message: HEARD(message) }),
  },
  ready: { ...ready, folder: naming(ready.folder, 'folder') },
};

export const SAMPLE = {
  ...sample,
  written: (folder: string): string => SPEECH.fill(sample.written, { folder, command: sample.remove }),
  failed: (message: string): string => SPEECH.fill(sample.failed, { message: HEARD(message) }),
  kept: (count: number, names: string): string => sample.kept(count, { names }),
};
