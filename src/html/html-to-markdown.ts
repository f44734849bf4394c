import TurndownService from 'turndown';
import { resolverOf } from './addresses';
import { blockRules } from './block-rules';
import { codeRules } from './code-rules';
import { elementsNamed } from './dom';
import { listRules } from './list-rules';
import { mediaRules } from './media-rules';
import { preparePage } from './prepare';
import { tableRules } from './table-rules';
import { textRules } from './text-rules';

/** `address`: where the page comes from, for its relative links; without it they become text. */
export type ConvertHtml = (html: string, address?: string) => string;

/** Gives the body of a page, read by the host's own parser of HTML; nothing of the page may run or be loaded by it. */
export type ParseHtml = (html: string) => HTMLElement;

/** What is read in another way with and without scripts, or by newer and older parsers, is read as something unknown by all. */
const READ_DIFFERENTLY = /<(\/?)(noscript|select|search|selectedcontent|frameset|frame|noframes)(?=[\s/>])/gi;

/**
 * Makes markdown of a page. The text comes from outside and is not harmless yet: `fullText` makes it so.
 * The same page gives the same text under each parser.
 */
export function createHtmlConverter(parseHtml: ParseHtml): ConvertHtml {
  return (html, address = '') => {
    const body = parseHtml(html.replace(READ_DIFFERENTLY, '<$1x-$2'));
    const resolve = resolverOf(body.ownerDocument, address);
    preparePage(body);
    const service = new TurndownService({ hr: '***', br: '  ', emDelimiter: '*' });
    // Escaped already, each text by what is around it.
    service.escape = (text) => text;
    const hasTitle = elementsNamed(body, 'h1').length > 0;
    const rules = [
      textRules(),
      blockRules({ headingShift: hasTitle ? 1 : 0 }),
      listRules(),
      codeRules(),
      tableRules(),
      mediaRules(resolve),
    ];
    for (const [name, rule] of rules.flatMap((group) => Object.entries(group))) service.addRule(name, rule);
    return service.turndown(body).replace(/[ \t]+$/gm, (blanks) => (blanks === '  ' ? blanks : ''));
  };
}
