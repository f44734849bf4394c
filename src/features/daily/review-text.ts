import reviewTemplate from '../../../templates/review-highlight.hbs';
import type { Settings } from '../../model/settings';
import { remoteImagesIn } from '../../notes/attachments/remote-images';
import { cleanText, oneLine } from '../../model/clean-text';
import { webAddress } from '../../notes/markdown/url';
import { compileText, createEnvironment } from '../../notes/template/environment';
import { settledText } from '../../notes/template/settle';
import { addressValue, Markdown, passageValue, textValue } from '../../notes/template/values';
import type { DailyReview } from '../../readwise/highlight-records';
import { embedOf, linkTo, type EmbedPlace, type PlacedHighlight } from './highlight-places';
import { linksOf } from './item-links';

export type ReviewedHighlight = DailyReview['highlights'][number];

/** Writes a highlight of the review with its source; `place` is null if it has no block in the vault. */
export type ReviewWriter = (highlight: ReviewedHighlight, place: PlacedHighlight | null) => string;

/** Renders highlights of the review as markdown: embeds, or their text without active content. */
export function reviewWriter({ remoteImages }: Pick<Settings, 'remoteImages'>): ReviewWriter {
  const write = compileText(createEnvironment(), reviewTemplate);
  return (highlight, place) => {
    const text = settledText(write({ ...fieldsOf(highlight), ...fieldsOfPlace(place) }));
    return place === null ? remoteImagesIn(text, remoteImages) : text;
  };
}

/** Writes a highlight that has a block in the vault as an embed with its source, in reviews and days. */
export function sourceWriter(): (source: Pick<ReviewedHighlight, 'author'>, place: EmbedPlace) => string {
  const write = compileText(createEnvironment(), reviewTemplate);
  return ({ author }, place) =>
    settledText(write({ author: textValue(oneLine(author)), ...fieldsOfPlace(place) }));
}

function fieldsOf({ id, text, title, author, highlightUrl, url, sourceUrl }: ReviewedHighlight) {
  const own = linksOf({ bookId: null, documentId: null, partId: `rw${id}` }).readwise ?? '';
  const addresses = [highlightUrl, url, sourceUrl, own].map(webAddress);
  return {
    text: passageValue(cleanText(text)),
    title: textValue(oneLine(title)),
    author: textValue(oneLine(author)),
    url: addressValue(addresses.find((one) => one !== '') ?? ''),
  };
}

const fieldsOfPlace = (place: EmbedPlace | null) => ({
  embed: place === null ? null : new Markdown(embedOf(place)),
  note: place === null ? null : new Markdown(linkTo(place.path)),
});
