import callouts from '../../../templates/callouts.hbs';
import classic from '../../../templates/classic.hbs';
import conflict from '../../../templates/conflict.hbs';
import deletedHighlight from '../../../templates/deleted-highlight.hbs';
import fullText from '../../../templates/full-text.hbs';
import fullTextSection from '../../../templates/full-text-section.hbs';
import highlight from '../../../templates/highlight.hbs';
import leftOutHighlight from '../../../templates/left-out-highlight.hbs';
import official from '../../../templates/official.hbs';
import outline from '../../../templates/outline.hbs';
import about from '../../../templates/parts/about.hbs';
import chapter from '../../../templates/parts/chapter.hbs';
import head from '../../../templates/parts/head.hbs';
import passage from '../../../templates/parts/passage.hbs';
import properties from '../../../templates/parts/properties.hbs';
import question from '../../../templates/parts/question.hbs';
import source from '../../../templates/parts/source.hbs';

/** The styles to choose from. `highlight` is for notes of one highlight each. */
export const builtInStyles = { classic, callouts, outline, official, highlight } as const;

export type StyleName = keyof typeof builtInStyles;

/** The partials that styles share. A file of the same name in the template folder replaces one of them. */
export const builtInParts: ReadonlyMap<string, string> = new Map(
  Object.entries({ properties, head, about, chapter, passage, question, source }),
);

/** The template for a full text in a file of its own. */
export const fullTextTemplate: string = fullText;

/** Markdown that the merge inserts. */
export const marks: {
  /** One line under a block that was deleted at the service but has the user's text. */
  readonly deletedHighlight: string;
  /** The same under one that is left out. */
  readonly leftOutHighlight: string;
  /** The conflict callout, with `{{text}}` for the service's text. */
  readonly conflict: string;
  /** The section with a document's full text, in the place of `{{text}}`. */
  readonly fullText: string;
} = {
  deletedHighlight: deletedHighlight.trim(),
  leftOutHighlight: leftOutHighlight.trim(),
  conflict: conflict.trim(),
  fullText: fullTextSection.trim(),
};
