import { parseHtml } from '../../src/node/parse-html';
import { describeParseHtml } from '../notes/html/parse-html-contract';

describeParseHtml('in the terminal', parseHtml);
