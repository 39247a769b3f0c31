import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { CommandError } from './command-error.ts';
import { unreadable } from './file-error.ts';
import { findRunning, homeFolder, readDemo } from './local-service.ts';
import { findLogin, type Login } from './logins.ts';

/** Options that say which service is called, and with which token. */
export interface AccessOptions {
  url?: string;
  tokenFile?: string;
  profile?: string;
}

export interface Access {
  baseUrl: string;
  token: string;
  /** What is stored of the login, if the token is that of one. */
  login?: Login | undefined;
}

/** Adds the options of a command that calls the API with a token. */
export const withAccess = (command: Command): Command =>
  [
    new Option('--url <url>', 'the service (default: PLOTLINE_URL, that of the login, or the local one)'),
    new Option('--token-file <file>', 'a file that contains the token (default: PLOTLINE_TOKEN)'),
    new Option('--profile <name>', 'a login (default: PLOTLINE_PROFILE)'),
  ].reduce((all, option) => all.addOption(option.helpGroup('Where:')), command);

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');

const tokenVariable = (): string | undefined => process.env['PLOTLINE_TOKEN']?.trim() || undefined;

/** The address that the options or the shell name; a profile that is named has its own. */
const namedUrl = ({ url, profile }: AccessOptions): string | undefined =>
  withoutSlash(url ?? (profile === undefined ? process.env['PLOTLINE_URL'] || undefined : undefined));

/** The login that counts: none if a token is given otherwise. */
function loginOf(options: AccessOptions): Login | undefined {
  const { tokenFile, profile } = options;
  if (tokenFile !== undefined || (profile === undefined && tokenVariable() !== undefined)) return undefined;
  return findLogin(profile ?? (process.env['PLOTLINE_PROFILE'] || undefined), namedUrl(options));
}

/** Whether the options, the shell or a stored login say to act as a member. */
export const namesMember = (options: AccessOptions): boolean =>
  [options.url, options.tokenFile, options.profile, tokenVariable()].some((one) => one !== undefined) ||
  loginOf(options) !== undefined;

/**
 * The address of the service. Throws a CommandError if there is none, or if a token would be sent to it unencrypted.
 */
export function findBaseUrl(options: AccessOptions, login?: Login): string {
  const home = homeFolder();
  const baseUrl = namedUrl(options) ?? login?.url ?? findRunning(home)?.baseUrl;
  if (baseUrl === undefined) {
    throw new CommandError(
      `No local service is running in ${home}: start one with npm start, set PLOTLINE_HOME ` +
        'to its folder, or set another service with --url.',
    );
  }
  assertEncrypted(baseUrl);
  return baseUrl;
}

/**
 * The service and its token: from the given file, PLOTLINE_TOKEN, a stored login or, for the local service, its demo
 * admin. Throws a CommandError if either is missing or the token would be sent unencrypted.
 */
export function findAccess(options: AccessOptions): Access {
  const login = loginOf(options);
  const baseUrl = findBaseUrl(options, login);
  if (login) return { baseUrl, token: login.token, login };
  const home = homeFolder();
  const demo = baseUrl === findRunning(home)?.baseUrl ? readDemo(home)?.tokens.admin : undefined;
  const { name, token } = tokenSource(options.tokenFile, demo);
  return { baseUrl, token: completeToken(name, token) };
}

/** Returns a token. Throws a CommandError if it is not a whole one. */
export function completeToken(source: string, token: string): string {
  if (parseToken(token)) return token;
  throw new CommandError(
    `${source} does not contain a complete token; tokens start with plt_pat_ or plt_svc_.`,
  );
}

function tokenSource(file: string | undefined, demo: string | undefined): { name: string; token: string } {
  if (file !== undefined) {
    try {
      return { name: file, token: readFileSync(file, 'utf8').trim() };
    } catch (error) {
      throw new CommandError(unreadable(file, error));
    }
  }
  const variable = tokenVariable();
  if (variable !== undefined) return { name: 'PLOTLINE_TOKEN', token: variable };
  if (demo) return { name: 'demo.json', token: demo };
  throw new CommandError(
    'There is no token: use plotline login, or set PLOTLINE_TOKEN, or a file that contains one with --token-file. ' +
      'Create one on your account page, or with plotline tokens create.',
  );
}

function assertEncrypted(baseUrl: string): void {
  const { protocol, hostname } = URL.parse(baseUrl) ?? { protocol: '', hostname: '' };
  if (protocol === 'https:') return;
  if (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new CommandError(
    `${baseUrl} must start with https://; only services on this machine may be used without encryption.`,
  );
}
