import Handlebars from 'handlebars';
import { isBlock, type Program } from './handlebars-ast';
import { LIST_HELPERS } from './list-helpers';
import { LOGIC_HELPERS } from './logic-helpers';
import { MARKDOWN_HELPERS } from './markdown-helpers';
import type { Helper, HelperTable } from './template-helper';
import { markdownOf, plainText } from './template-values';
import { TEXT_HELPERS } from './text-helpers';

// Handlebars brings these; the rest of its own is left out (`log` writes to the console).
const HANDLEBARS_OWN: HelperTable = {
  each: { form: 'block', least: 1, most: 1, run: () => '' },
  with: { form: 'block', least: 1, most: 1, run: () => '' },
  lookup: { form: 'inline', least: 2, most: 2, run: () => '' },
};

const OURS: HelperTable = { ...TEXT_HELPERS, ...LOGIC_HELPERS, ...LIST_HELPERS, ...MARKDOWN_HELPERS };

/** Every helper that a template may call, by its name. */
export const HELPERS: ReadonlyMap<string, Helper> = new Map(Object.entries({ ...OURS, ...HANDLEBARS_OWN }));

/** Names of the helpers that the compiler wraps around output. The blank keeps them out of a template's reach. */
export const WRITE_MARKDOWN = 'write markdown';
export const WRITE_PLAIN = 'write plain';
export const KEEP_VALUE = 'keep value';

// Hands out the inside of a block as a function, once: see compileProgram.
const TAKE_INSIDE = 'take inside';

/** Where `KEEP_VALUE` leaves the value of an expression, handed over with the context. */
export class KeptValue {
  value: unknown = '';
}

type Renderer = (context: unknown, options?: { readonly data: object }) => string;
const isRenderer = (value: unknown): value is Renderer => typeof value === 'function';
const isOptions = (value: unknown): value is Handlebars.HelperOptions => typeof value === 'object' && value !== null && 'hash' in value;

function adapt(helper: Helper): Handlebars.HelperDelegate {
  return function (this: unknown, ...received: unknown[]): unknown {
    const options = received.pop();
    if (!isOptions(options)) throw new TypeError('Handlebars calls helpers with options last');
    const named: Readonly<Record<string, unknown>> = options.hash;
    const render = (renderer: unknown): string => (isRenderer(renderer) ? renderer(this) : '');
    return helper.run({ params: received, named, body: () => render(options.fn), otherwise: () => render(options.inverse) });
  };
}

class TakenInside {
  renderer: Renderer | null = null;
}

/** What the program hands to its own helpers along with a context: `slot` of the runtime data. */
const slotOf = (options: unknown): unknown => {
  const data: unknown = isOptions(options) ? options.data : undefined;
  return typeof data === 'object' && data !== null && 'slot' in data ? data.slot : undefined;
};

function keepValue(value: unknown, options: unknown): string {
  const slot = slotOf(options);
  if (slot instanceof KeptValue) slot.value = value;
  return '';
}

function takeInside(options: unknown): string {
  const slot = slotOf(options);
  const inside: unknown = isOptions(options) ? options.fn : undefined;
  if (slot instanceof TakenInside && isRenderer(inside)) slot.renderer = inside;
  return '';
}

function createEnvironment(): typeof Handlebars {
  const environment = Handlebars.create();
  for (const name of Object.keys(environment.helpers)) if (!(name in HANDLEBARS_OWN) && name !== 'blockHelperMissing' && name !== 'helperMissing') environment.unregisterHelper(name);
  for (const [name, helper] of Object.entries(OURS)) environment.registerHelper(name, adapt(helper));
  environment.registerHelper(WRITE_MARKDOWN, (value: unknown) => markdownOf(value));
  environment.registerHelper(WRITE_PLAIN, (value: unknown) => plainText(value));
  environment.registerHelper(KEEP_VALUE, keepValue);
  environment.registerHelper(TAKE_INSIDE, takeInside);
  return environment;
}

const ENVIRONMENT = createEnvironment();
const KNOWN = Object.fromEntries([...HELPERS.keys(), WRITE_MARKDOWN, WRITE_PLAIN, KEEP_VALUE, TAKE_INSIDE].map((name) => [name, true]));
// Values are our own objects and lists; nothing of a prototype is ever meant.
const RUNTIME = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

/** Reads a part of a template; throws what `syntaxProblem` explains. */
export function parseExpressions(source: string): Program {
  return ENVIRONMENT.parse(source);
}

/**
 * A checked program as a function of its context. It never throws. Handlebars sets up all helpers anew at every call of a
 * template, which would cost more than a highlight itself; the inside of a block has them already, so that is what is kept.
 */
export function compileProgram(program: Program): (context: object, kept?: KeptValue) => string {
  const taken = new TakenInside();
  const template = ENVIRONMENT.compile<object>(asInside(program), { noEscape: true, knownHelpersOnly: true, knownHelpers: KNOWN });
  template({}, { ...RUNTIME, data: { slot: taken } });
  const inside = taken.renderer;
  if (inside === null) throw new Error('Handlebars did not hand out the inside of a block');
  return (context, kept) => inside(context, { data: { root: context, slot: kept } });
}

function asInside(program: Program): Program {
  const wrapper = ENVIRONMENT.parse('{{#if this}}{{/if}}');
  for (const node of wrapper.body) {
    if (!isBlock(node)) continue;
    node.path = { ...node.path, parts: [TAKE_INSIDE], original: TAKE_INSIDE };
    node.params = [];
    node.program = program;
  }
  return wrapper;
}
