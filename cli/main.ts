import { CommanderError, type Command } from 'commander';
import { ApiError } from '../shared/kernel/core/errors.ts';
import { fromSources, OperatorsOnly } from './core/bundled.ts';
import { CommandError, SeveralNamed, UsageError } from './core/command-error.ts';
import { explainFileError } from './core/file-error.ts';
import { explainApiError } from './explain-api-error.ts';
import { styled, toJsonText, writeError } from './core/terminal.ts';
import { calledBy, createProgram, usageMessage } from './program.ts';

const FAILURE_CODE = 1;
const USAGE_CODE = 2;

const asJson = process.argv.includes('--json');

/**
 * Runs the command line. Errors are a sentence, or JSON with --json, on standard error; the exit code is 2 for a wrong
 * use and 1 for any other failure.
 */
async function main(): Promise<void> {
  endWithParent();
  if (!('groupBy' in Map)) await import('./core/older-node.ts');
  // Output cut off by `| head` is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const args = normalizeArguments(process.argv.slice(2));
  const program = await createProgram(args);
  try {
    await program.parseAsync(withoutHelpOfNothing(program, args), { from: 'user' });
  } catch (error) {
    if (error instanceof OperatorsOnly) throw error;
    if (error instanceof CommanderError) failParsing(error, program, args);
    else if (error instanceof UsageError) fail('usage', error.message, USAGE_CODE);
    else if (error instanceof SeveralNamed) fail('failed', error.explained(optionsOf(program, args), args));
    else if (error instanceof CommandError) fail('failed', error.message);
    else if (error instanceof ApiError)
      fail(error.code, explainApiError(error, optionsOf(program, args)), codeOf(error));
    else failUnexpectedly(error);
  }
}

/** The long names of the options of the command that was run. */
const optionsOf = (program: Command, args: readonly string[]): string[] =>
  calledBy(program, args).options.flatMap(({ long }) => (long ? [long.slice(2)] : []));

/** A filter is part of a command: a wrong one is a wrong use. */
const codeOf = ({ fields }: ApiError): number =>
  fields.length > 0 && fields.every(({ path }) => path === 'filter') ? USAGE_CODE : FAILURE_CODE;

/** The parser's `help` takes one command that exists: `help stories create` is `stories create --help`. */
const normalizeArguments = ([first = '', ...rest]: string[]): string[] =>
  first === 'help' && rest.length > 0
    ? [...rest, '--help']
    : withFilterLast([first, ...rest].filter(Boolean));

/** Without the option for help where a command is named that does not exist, which is then said. */
function withoutHelpOfNothing(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const [at, arg] of args.entries()) {
    if (arg.startsWith('-') || command.commands.length === 0) break;
    const named = command.commands.find((one) => one.name() === arg || one.aliases().includes(arg));
    if (named) command = named;
    // So is `teams help create`, and of what does not exist.
    else if (arg === 'help' && command.registeredArguments.length === 0 && at > 0 && args.length > at + 1)
      return withoutHelpOfNothing(program, [...args.toSpliced(at, 1), '--help']);
    else if (command.registeredArguments.length > 0 || arg === 'help' || args.every(isNoHelp)) return args;
    // The parser would take it for an argument of the command that runs without a name, and run that.
    else return command.error(`error: unknown command '${arg}'`, { code: 'commander.unknownCommand' });
  }
  return args;
}

const isNoHelp = (arg: string): boolean => arg !== '--help' && arg !== '-h';

/** What a filter excludes, as `-status:done`, which the parser takes for an option. */
const EXCLUDING = /^-[a-z][\w.]*:/i;

/** The arguments with a filter that begins so after `--`, where it is no option; after an option, it is its value. */
function withFilterLast(args: string[]): string[] {
  const at = args.findIndex((arg, position) => EXCLUDING.test(arg) && !args[position - 1]?.startsWith('--'));
  if (at === -1 || args.includes('--')) return args;
  return [...args.slice(0, at), ...args.slice(at + 1), '--', args[at]!];
}

/** What operators run is not in a bundle. */
async function runFromSources(error: unknown): Promise<void> {
  if (!(error instanceof OperatorsOnly)) return failUnexpectedly(error);
  const run = fromSources();
  if (run) await run();
  else fail('failed', error.message);
}

/** A file that cannot be used is the caller's to mend, all else ours. */
function failUnexpectedly(error: unknown): void {
  const ofFile = explainFileError(error);
  if (ofFile === undefined) fail('unexpected', unexpectedMessage(error));
  else fail('failed', ofFile);
}

/** Says in a sentence that plotline itself failed; where it did is for those who mend it. */
function unexpectedMessage(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (process.env['PLOTLINE_DEBUG']) return stack ?? message;
  return `plotline failed unexpectedly: ${message}. Set PLOTLINE_DEBUG=1 to see where, and report it.`;
}

/** The parser has written its own message, except with --json. */
function failParsing(error: CommanderError, program: Command, args: readonly string[]): void {
  process.exitCode = error.exitCode === 0 ? 0 : USAGE_CODE;
  if (asJson && error.exitCode !== 0) fail('usage', usageMessage(error, program, args), USAGE_CODE);
}

function fail(code: string, message: string, exitCode = FAILURE_CODE): void {
  writeError(
    `${asJson ? toJsonText({ error: { code, message } }) : styled('red', message, process.stderr)}\n`,
  );
  process.exitCode = exitCode;
}

function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}

// What fails outside of a command, such as a stream, is reported like what fails in one.
process.on('uncaughtException', (error) => {
  failUnexpectedly(error);
  process.exit();
});

await main().catch(runFromSources);
