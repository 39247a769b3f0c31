import { readFileSync } from 'node:fs';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { CommandError } from '../core/command-error.ts';
import { unreadable } from '../core/file-error.ts';
import { findRunning, homeFolder, readDemo } from '../core/local-service.ts';

interface Access {
  baseUrl: string;
  token: string;
}

/**
 * The target of an import and its token: from the given file, PLOTLINE_TOKEN or, for the local service, its
 * demo admin. Throws a CommandError if either is missing or the token would be sent unencrypted.
 */
export function findAccess({ url, tokenFile }: { url?: string; tokenFile?: string }): Access {
  const home = homeFolder();
  const local = findRunning(home)?.baseUrl;
  const baseUrl = (url ?? process.env['PLOTLINE_URL'] ?? local)?.replace(/\/+$/, '');
  if (baseUrl === undefined) {
    throw new CommandError(
      `No local service is running in ${home}: start one with npm start, set PLOTLINE_HOME ` +
        'to its folder, or set another service with --url.',
    );
  }
  assertEncrypted(baseUrl);
  const source = tokenSource(tokenFile, baseUrl === local ? readDemo(home)?.tokens.admin : undefined);
  if (!parseToken(source.token)) {
    throw new CommandError(
      `${source.name} does not contain a complete token; tokens start with plt_pat_ or plt_svc_.`,
    );
  }
  return { baseUrl, token: source.token };
}

function tokenSource(file: string | undefined, demo: string | undefined): { name: string; token: string } {
  if (file !== undefined) {
    try {
      return { name: file, token: readFileSync(file, 'utf8').trim() };
    } catch (error) {
      throw new CommandError(unreadable(file, error));
    }
  }
  const variable = process.env['PLOTLINE_TOKEN']?.trim();
  if (variable) return { name: 'PLOTLINE_TOKEN', token: variable };
  if (demo) return { name: 'demo.json', token: demo };
  throw new CommandError(
    'There is no token: set PLOTLINE_TOKEN, or a file that contains one with --token-file. ' +
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
