import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { root } from './bundles.mjs';

/**
 * Puts small bugs (mutants) into the engine and lets the scenes look for them, one mutant at a time. Prints the
 * mutants that nobody notices, and how many each file of scenes notices that none before it did. A file that
 * notices none is needless as far as these mutants tell. Short files come first: what was noticed costs no more
 * time. Three hundred mutants over all scenes take many hours; a folder by its own scenes takes minutes. The tests
 * must be green.
 */
const USAGE =
  'node build/mutants.mjs [--mutants 300] [--seed 1] [--only src/sync/plan] [--scenes test/sync]...';
const CONFIG = 'test/mutants/jest.config.cjs';
/** A mutant may loop for ever; then the rest of that file is not tried. */
const LONGEST_MS = 20 * 60_000;
const OTHER = { '&&': '||', '||': '&&' };

const read = (path) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending));

const parse = (file) => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);

/** What can be done to a node; each kind is a mutant of its own. */
function kindsOf(node) {
  const { parent } = node;
  const kinds = [];
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (ts.isBinaryExpression(node) && node.operatorToken.getText() in OTHER) kinds.push('swap');
  if (isCondition) kinds.push('flip');
  if (ts.isExpressionStatement(node) && !node.getText().startsWith('super')) kinds.push('drop');
  if (ts.isBlock(node) && returnsNothing(parent)) kinds.push('return');
  return kinds;
}

const returnsNothing = (node) =>
  ts.isFunctionLike(node) && /^(?:Promise<void>|void)$/.test(node.type?.getText() ?? '');

/** The mutants of one file, each named by its place and kind. */
function mutantsOf(file) {
  const tree = parse(file);
  const found = [];
  const visit = (node) => {
    found.push(...kindsOf(node).map((kind) => nameOf(tree, node, kind)));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return found;
}

function nameOf(tree, node, kind) {
  const { line, character } = tree.getLineAndCharacterOfPosition(
    (kind === 'swap' ? node.operatorToken : node).getStart(),
  );
  return `${tree.fileName}:${String(line + 1)}:${String(character + 1)} ${kind}`;
}

/** The text of a file in which each chosen mutant can be turned on: `mutant(name)` says whether it is. */
function withMutants(file, chosen) {
  const tree = parse(file);
  const textOf = (node) => {
    const isChosen = (kind) => chosen.has(nameOf(tree, node, kind));
    const turnedOn = (kind) => `mutant(${JSON.stringify(nameOf(tree, node, kind))})`;
    const kinds = kindsOf(node).filter(isChosen);
    let text = textInside(node);
    if (kinds.includes('swap')) text = swapped(node, turnedOn('swap'));
    if (kinds.includes('flip')) text = `(${turnedOn('flip')} !== !!(${text}))`;
    if (kinds.includes('drop')) text = `{ if (!${turnedOn('drop')}) { ${text} } }`;
    if (kinds.includes('return')) text = `{ if (${turnedOn('return')}) return; ${text.slice(1)}`;
    return text;
  };
  const textInside = (node) => {
    let text = '';
    let at = node.getStart();
    ts.forEachChild(node, (child) => {
      text += tree.text.slice(at, child.getStart()) + textOf(child);
      at = child.end;
    });
    return text + tree.text.slice(at, node.end);
  };
  const swapped = ({ left, right, operatorToken }, isOn) => {
    const joined = (operator) => `(${textOf(left)}) ${operator} (${textOf(right)})`;
    const operator = operatorToken.getText();
    return `(${isOn} ? ${joined(OTHER[operator])} : ${joined(operator)})`;
  };
  return textInside(tree);
}

/** The chosen mutants that each file of scenes notices, without those that were noticed before it. */
function noticed(chosen, scenes) {
  const folder = mkdtempSync(join(tmpdir(), 'florilegium-mutants-'));
  const record = join(folder, 'record');
  const plan = join(folder, 'plan.json');
  const changed = [...new Set([...chosen].map((name) => name.split(':')[0]))];
  const sources = Object.fromEntries(changed.map((file) => [file, withMutants(file, chosen)]));
  writeFileSync(record, '');
  writeFileSync(plan, JSON.stringify({ sources, record }));
  for (const file of scenes) {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        'node_modules/jest/bin/jest.js',
        '--config',
        CONFIG,
        '--silent',
        '--runInBand',
        // A test that a mutant ends early leaves its server open.
        '--forceExit',
        '--runTestsByPath',
        file,
      ],
      {
        cwd: root,
        env: { ...process.env, MUTANTS: plan },
        encoding: 'utf8',
        timeout: LONGEST_MS,
        killSignal: 'SIGKILL',
      },
    );
    if (status !== 0) console.error(stderr);
    console.error(file);
  }
  const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true });
  return lines.map((line) => JSON.parse(line));
}

function main() {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: 'src/sync' },
      scenes: { type: 'string', multiple: true, default: ['test/sync', 'test/features'] },
    },
  });
  const rankOf = (name) =>
    createHash('sha256')
      .update(values.seed + name)
      .digest('hex');
  const chosen = filesIn('src/sync', '.ts')
    .filter((file) => file.startsWith(values.only))
    .flatMap(mutantsOf)
    .sort((one, other) => rankOf(one).localeCompare(rankOf(other)))
    .slice(0, Number(values.mutants));
  const scenes = values.scenes
    .flatMap((folder) => filesIn(folder, '.test.ts'))
    .filter((file) => !file.endsWith('.full.test.ts'))
    .sort((one, other) => read(one).length - read(other).length);
  const found = noticed(new Set(chosen), scenes);
  const show = (what, lines) => console.log([`\n${what}: ${String(lines.length)}`, ...lines].join('\n  '));
  const countOf = (scene) => found.filter(({ file }) => file === scene).length;
  show(
    'Noticed by nobody',
    chosen.filter((name) => found.every(({ id }) => id !== name)),
  );
  show(
    'First noticed by',
    scenes.filter(countOf).map((scene) => `${String(countOf(scene))} ${scene}`),
  );
  show(
    'Files of scenes that notice nothing more',
    scenes.filter((scene) => countOf(scene) === 0),
  );
}

if (process.argv.includes('--help')) console.log(USAGE);
else main();
