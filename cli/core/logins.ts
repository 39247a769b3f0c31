import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CommandError } from './command-error.ts';
import { OWN_FILE_MODE } from './own-file.ts';

/** What `plotline login` stores: a token goes to no other address than its own. */
export interface Login {
  url: string;
  token: string;
  workspace: { id: string; slug: string };
}

/** The profile of a login that names none. */
const DEFAULT_PROFILE = 'default';

/** What a login is called: as the option or PLOTLINE_PROFILE says. */
export const loginName = (profile: string | undefined): string =>
  profile ?? (process.env['PLOTLINE_PROFILE'] || DEFAULT_PROFILE);

const OWN_FOLDER_MODE = 0o700;

/** In the folder of the user's settings (https://specifications.freedesktop.org/basedir-spec/latest/). */
function fileOfLogins(): string {
  const { XDG_CONFIG_HOME: folder = '' } = process.env;
  return join(isAbsolute(folder) ? folder : join(homedir(), '.config'), 'plotline/logins.json');
}

/** The stored logins by profile. Throws a CommandError if the file is damaged. */
export function readLogins(): Record<string, Login> {
  const file = fileOfLogins();
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Login>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError(`${file} cannot be read; remove it, and use plotline login again.`);
  }
}

/** Stores a login, or removes it. The file is replaced as a whole, and never readable by others. */
export function storeLogin(profile: string, login: Login | undefined): void {
  const file = fileOfLogins();
  const { [profile]: _, ...others } = readLogins();
  mkdirSync(dirname(file), { recursive: true, mode: OWN_FOLDER_MODE });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...others, ...(login && { [profile]: login }) }, null, 2), {
    mode: OWN_FILE_MODE,
  });
  chmodSync(draft, OWN_FILE_MODE);
  renameSync(draft, file);
}

/**
 * The login of a profile or, without a name, the default or the only one. With an address, only one for that. Throws a
 * CommandError if the named one does not exist or is for another address, or if several match.
 */
export function findLogin(profile: string | undefined, url: string | undefined): Login | undefined {
  const logins = readLogins();
  if (profile !== undefined) {
    const login = Object.hasOwn(logins, profile) ? logins[profile] : undefined;
    if (!login) throw new CommandError(`There is no login ${profile}: plotline login --profile ${profile}`);
    if (url === undefined || url === login.url) return login;
    throw new CommandError(`The login ${profile} is for ${login.url}, not for ${url}.`);
  }
  const fitting = Object.entries(logins).filter(([, login]) => url === undefined || login.url === url);
  const found = fitting.length === 1 ? fitting[0] : fitting.find(([name]) => name === DEFAULT_PROFILE);
  if (found || fitting.length === 0) return found?.[1];
  const names = fitting.map(([name]) => name).join(', ');
  throw new CommandError(`Choose one of the logins ${names} with --profile or PLOTLINE_PROFILE.`);
}
