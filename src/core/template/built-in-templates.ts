import article from '../../../templates/article.hbs';
import book from '../../../templates/book.hbs';
import conflict from '../../../templates/conflict.hbs';
import deletedHighlight from '../../../templates/deleted-highlight.hbs';
import podcast from '../../../templates/podcast.hbs';
import tweet from '../../../templates/tweet.hbs';
import video from '../../../templates/video.hbs';
import type { ItemKind } from '../library/model';

/** The source of the built-in template for each kind of item: what a new note looks like until a person chooses otherwise. */
export const builtInTemplates: Readonly<Record<ItemKind, string>> = { book, article, tweet, podcast, video };

/** Markdown that the merge puts into a note by itself. */
export const marks: {
  /** One line, under a block whose highlight is gone at the service but which holds the person's words. */
  readonly deletedHighlight: string;
  /** Under a text that both sides changed: the service's, in the line with `{{text}}`. */
  readonly conflict: string;
} = { deletedHighlight: deletedHighlight.trim(), conflict: conflict.trim() };
