import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { findAccess, withAccess, type AccessOptions } from '../core/access.ts';
import { asMany } from '../core/arguments.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError, UsageError } from '../core/command-error.ts';
import { unreadable } from '../core/file-error.ts';
import { memberClient } from '../core/member.ts';
import { readStandardInput, STANDARD_INPUT } from '../core/standard-input.ts';
import { toJsonText, writeOutput } from '../core/terminal.ts';
import { describeApiError } from '../import/api-client.ts';

const help = `
PATH is that of the documentation, such as /api/v1/me, or what follows the workspace, such as /stories.
Fields are the body or, of GET and DELETE, the query. A value that is JSON is taken as such: --field minutes=30,
--field labels='[]', --field dueDate=null; others are text.`;

interface ApiCommandOptions extends AccessOptions {
  field?: string[];
  input?: string;
}

/** `plotline api`: one request of the REST API. */
export function apiCommand(program: Command): void {
  withAccess(program.command('api <method> <path>'))
    .description('call the REST API with your token, and print its answer')
    .option('-f, --field <name=value>', 'a field; repeat it for several', asMany)
    .option('--json', 'print JSON, as it does anyway, and errors as JSON')
    .option('--input <file>', 'a file with the body, as JSON; - reads standard input')
    .addHelpText('after', closingHelp(help))
    .action(async (verb: string, path: string, { field = [], input, ...options }: ApiCommandOptions) => {
      const method = verb.toUpperCase();
      const fields = Object.fromEntries(field.map(fieldIn));
      const inQuery = method === 'GET' || method === 'DELETE';
      const access = findAccess(options);
      const at = pathOf(path, parseToken(access.token)!.workspaceId);
      const query = new URLSearchParams(
        inQuery ? Object.entries(fields).map(([name, value]): [string, string] => [name, textOf(value)]) : [],
      ).toString();
      const url = query === '' ? at : `${at}${at.includes('?') ? '&' : '?'}${query}`;
      const body =
        input !== undefined
          ? read(input)
          : inQuery || field.length === 0
            ? undefined
            : JSON.stringify(fields);
      const key = method === 'POST' ? randomUUID() : undefined;
      const { status, replayed: _, ...answer } = await memberClient(access).send(method, url, body, key);
      if (status >= 300) throw new CommandError(messageOf({ status, ...answer }));
      writeOutput(`${toJsonText(answer)}\n`);
    });
}

function fieldIn(text: string): [string, unknown] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`${text} is no field: write NAME=VALUE.`);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A whole path stays; the others are in the workspace, but those of the caller. */
function pathOf(path: string, workspaceId: string): string {
  const absolute = path.startsWith('/') ? path : `/${path}`;
  if (/^\/(api\/|openapi)/.test(absolute)) return absolute.replace('{workspaceId}', workspaceId);
  const isOfCaller = /^\/(me|workspaces)(?![\w-])/.test(absolute);
  return `/api/v1${isOfCaller ? '' : `/workspaces/${workspaceId}`}${absolute}`;
}

function read(file: string): string {
  if (file === STANDARD_INPUT) return readStandardInput().toString();
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(unreadable(file, error));
  }
}

const messageOf = (answer: Parameters<typeof describeApiError>[0]): string =>
  [describeApiError(answer), answer.error?.hint].filter(Boolean).join(' ');
