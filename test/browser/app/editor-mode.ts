import { StateEffect, StateField } from '@codemirror/state';

/** A person switches between Live Preview and Source mode. */
export const showLivePreview = StateEffect.define<boolean>();

/** Whether the editor shows formatted text. */
export const editorLivePreviewField = StateField.define<boolean>({
  create: () => true,
  update: (before, { effects }) =>
    effects.reduce((isOn, effect) => (effect.is(showLivePreview) ? effect.value : isOn), before),
});
