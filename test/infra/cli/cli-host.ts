/**
 * Runs the command line many times in one process, started by cli.ts: main.ts is evaluated anew each time, what it
 * imports once. One run at a time; the environment and what is printed are those of the run.
 */
import type { CliRun, Finished } from './cli.ts';

// Each run adds listeners, of which a process of its own would have one.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
const own = { ...process.env };
let count = 0;

process.once('disconnect', () => process.exit());
process.on('message', (run: CliRun) => void finish(run).then((finished) => process.send!(finished)));

async function finish({ args, env }: CliRun): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += String(chunk);
      return true;
    };
  }
  process.env = { ...own, ...env };
  process.argv = [process.argv[0]!, 'plotline', ...args];
  process.exitCode = 0;
  try {
    await import(`../../../cli/main.ts?${count++}`);
  } catch (error) {
    printed.stderr += error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.exitCode = 1;
  }
  // The command unrefs the channel, so that a process of its own could end.
  process.channel?.ref();
  for (const name of ['stdout', 'stderr'] as const) Reflect.deleteProperty(process[name], 'write');
  const code = Number(process.exitCode ?? 0);
  process.exitCode = 0;
  return { code, signal: null, ...printed };
}
