/**
 * npm and GitHub as far as a release needs them, run in the place of `npm` and `gh`. What they hold is in the JSON
 * file `SERVICES`. The step that `STOP` names is done, or half of it, and then fails, as when the connection ends
 * before the answer.
 */
const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');

const [program, ...args] = process.argv.slice(2);
const held = JSON.parse(readFileSync(process.env.SERVICES, 'utf8'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Stores what is held, and fails where the test wants it. */
function done(step) {
  writeFileSync(process.env.SERVICES, JSON.stringify(held));
  if (process.env.STOP === step) fail('connection reset');
}

const npm = {
  view() {
    if (held.npm !== null) return console.log(JSON.stringify({ version, ...held.npm }));
    console.log(JSON.stringify({ error: { code: 'E404' } }));
    process.exit(1);
  },
  whoami() {
    if (held.isLoggedOut) fail('You need to log in');
  },
  publish() {
    if (args.includes('--dry-run')) return;
    if (held.npm !== null) fail('A version cannot be published again');
    held.npm = { gitHead: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim() };
    done('publish');
  },
};

const gh = {
  view() {
    if (held.forge === null) fail('release not found');
    console.log(JSON.stringify(held.forge));
  },
  create() {
    if (held.forge !== null) fail('a release with the same tag name already exists');
    held.forge = { isDraft: true, assets: [], notes: readFileSync(valueOf('--notes-file'), 'utf8') };
    done('create');
  },
  upload() {
    const files = args.slice(3).filter((arg) => !arg.startsWith('--'));
    const isHalf = process.env.STOP === 'upload';
    held.forge.assets = held.forge.assets.filter(({ name }) => !files.includes(name));
    for (const [index, name] of files.entries())
      if (!isHalf || index < 2)
        held.forge.assets.push({ name, state: isHalf && index === 1 ? 'starter' : 'uploaded' });
    done('upload');
  },
  edit() {
    if (!held.forge.isDraft) fail('It is public already');
    held.forge.isDraft = false;
    done('edit');
  },
};

const valueOf = (option) => args[args.indexOf(option) + 1];

if (program === 'npm') npm[args[0]]();
else gh[args[1]]();
