import { parseHtml } from '../../../src/platform/node/parse-html';
import { describeParseHtml } from '../../html/parse-html-contract';

describeParseHtml('in the terminal', parseHtml);
