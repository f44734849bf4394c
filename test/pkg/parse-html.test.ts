import { parseHtml } from '../../pkg/parse-html';
import { describeParseHtml } from '../notes/html/parse-html-contract';

describeParseHtml('in the terminal', parseHtml);
