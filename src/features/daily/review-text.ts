import reviewTemplate from '../../../templates/review-highlight.hbs';
import type { Settings } from '../../model/settings';
import { imagesAsLinks } from '../../notes/attachments/remote-images';
import { cleanText, oneLine } from '../../notes/markdown/plain-text';
import { webAddress } from '../../notes/markdown/url';
import { compileText, createEnvironment } from '../../notes/template/environment';
import { settledText } from '../../notes/template/settle';
import { addressValue, passageValue, textValue } from '../../notes/template/values';
import type { DailyReview } from '../../readwise/highlight-records';
import { linksOf } from './note-links';

export type ReviewedHighlight = DailyReview['highlights'][number];

/** Renders highlights of the review that have no block in the vault, as markdown without active content. */
export function reviewTextWriter({
  remoteImages,
}: Pick<Settings, 'remoteImages'>): (highlight: ReviewedHighlight) => string {
  const write = compileText(createEnvironment(), reviewTemplate);
  return (highlight) => {
    const text = settledText(write(fieldsOf(highlight)));
    return remoteImages === 'link' ? imagesAsLinks(text) : text;
  };
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
