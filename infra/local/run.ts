import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { readDirectCalls } from './runner/direct-calls.ts';
import { makeHome } from './runner/home.ts';
import { readRateLimit } from './runner/rate-limit.ts';
import { readLocalHosts } from './runner/local-hosts.ts';
import { isReportedFullDisk, watchFullDisk } from './runner/full-disk.ts';
import { StartError } from './runner/start-error.ts';
import { explainSystemError } from './runner/system-error.ts';
import { withTimeout } from './runner/timeout.ts';
import { startLocal } from './start.ts';
import type { RunningService } from './start.ts';
import { DEMO_BOARD_VARIABLE, DEMO_PORTAL_VARIABLE } from '../../shared/surface/docs/demo-links.ts';
import { DEMO_PORTAL } from './demo/portal-plan.ts';
import { DEMO } from './demo/routes.ts';
import { optionsFor, synthesize } from './template/synth.ts';
import type { Seed } from './demo/seed.ts';

type RunOptions = {
  /** Seeds a new home folder; called on every start, before the URL is printed. */
  seedDemo?: (seed: Seed) => Promise<void>;
  /** The cloud assembly to serve; by default synthesized from this repository. */
  assembly?: string;
};

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** npm forwards a signal that the terminal has already sent to this process: one Ctrl-C arrives twice. */
const UNDER_NPM = process.env.npm_lifecycle_event !== undefined;
const NPM_REPEATS_MS = 300;
const PARENT_CHECK_MS = 500;
/** How long what runs may take to stop before this process ends with an error. */
const STOP_MS = 5_000;

/**
 * Serves the app until it is stopped (Ctrl-C or SIGTERM: exit code 0; a second Ctrl-C stops it immediately).
 * Reads PORT (3000), PLOTLINE_HOME (.local), PLOTLINE_LOCAL_HOSTS (none),
 * PLOTLINE_RATE_LIMIT (that of the template) and PLOTLINE_DIRECT_CALLS (on). Errors that the user can fix are printed as a sentence, with exit code 1.
 */
export async function run({ seedDemo, assembly }: RunOptions = {}): Promise<void> {
  const home = resolve(process.env.PLOTLINE_HOME || '.local');
  let local: RunningService | undefined;
  let stoppingSince: number | undefined;
  const stop = () => {
    // The engine's guard stops it when this process ends, so exiting early is safe.
    if (!local) process.exit(0);
    if (stoppingSince === undefined) {
      stoppingSince = Date.now();
      void local.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error, home),
      );
    } else if (!UNDER_NPM || Date.now() - stoppingSince > NPM_REPEATS_MS) {
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (UNDER_NPM) stopWithParent(stop);
  const crash = (error: unknown) => {
    if (stoppingSince !== undefined) return;
    // What is served goes on; before, there is nothing to go on with.
    if (local && isReportedFullDisk(error)) return;
    stoppingSince = Date.now();
    void withTimeout(STOP_MS, Promise.resolve(local?.stop())).finally(() => fail(error, home));
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, crash);
  try {
    const port = readPort(process.env.PORT);
    const hosts = readLocalHosts(process.env.PLOTLINE_LOCAL_HOSTS);
    const variables = {
      ...(seedDemo && { [DEMO_PORTAL_VARIABLE]: DEMO_PORTAL, [DEMO_BOARD_VARIABLE]: DEMO }),
      ...readRateLimit(process.env.PLOTLINE_RATE_LIMIT),
      ...readDirectCalls(process.env.PLOTLINE_DIRECT_CALLS),
    };
    // Before all that takes minutes.
    makeHome(home);
    const served = assembly ?? (await synthesize(ROOT, { ...optionsFor(ROOT), report: say }));
    const isReadyLater = seedDemo !== undefined;
    local = await startLocal({ home, port, hosts, variables, assembly: served, isReadyLater });
    if (seedDemo) await seed(seedDemo, { ...local, home });
    watchFullDisk(home, (sentence) => say(styleText('yellow', sentence, { stream: process.stderr })));
    local.setReady();
    print(local.baseUrl, home);
  } catch (error) {
    // Errors of seeding that Ctrl-C caused are irrelevant.
    if (stoppingSince !== undefined) return;
    await local?.stop();
    fail(error, home);
  }
}

/** Makes the demo, whose errors are those of the disk if it was full: the API says only that it is unavailable. */
async function seed(seedDemo: (seed: Seed) => Promise<void>, given: Seed): Promise<void> {
  let wasFull = false;
  const end = watchFullDisk(given.home, () => (wasFull = true));
  try {
    await seedDemo(given);
  } catch (error) {
    throw wasFull ? Object.assign(new Error('No room for the demo'), { code: 'ENOSPC' }) : error;
  } finally {
    end();
  }
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Ends the process: with a sentence for what the user can mend, otherwise with the error. */
function fail(error: unknown, home: string): never {
  const known = explainSystemError(error, home);
  if (known) say(styleText('red', known.message, { stream: process.stderr }));
  else console.error(error);
  process.exit(1);
}

/** A killed npm takes its shell with it, but does not notify this process. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

function readPort(text: string | undefined): number {
  const port = Number(text || 3000);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new StartError(
    `PORT is "${text}"; set it to a number from 0 (any free port) to 65535, or leave it unset.`,
  );
}

function print(baseUrl: string, home: string): void {
  const stream = process.stdout;
  const dim = (text: string) => styleText('dim', text, { stream });
  stream.write(
    `Plotline listens on ${styleText(['bold', 'cyan'], baseUrl, { stream })}\n` +
      `${dim(`Data and logs are in ${home}. Ctrl-C stops it.`)}\n`,
  );
}
