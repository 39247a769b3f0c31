import { isCancel, password as askPassword } from '@clack/prompts';
import type { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { invitationPath } from '../../shared/pages/session/account-paths.ts';
import { inviteMember } from '../../shared/pages/accounts/invite-member.ts';
import { setPassword } from '../../shared/pages/accounts/set-password.ts';
import { CommandError } from '../core/command-error.ts';
import { resolveMember } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { findRunning, homeFolder } from '../core/local-service.ts';
import type { Columns } from '../core/output.ts';
import { printable } from '../core/terminal.ts';
import { withWorkspace, type WorkspaceOptions } from '../core/session.ts';

interface InviteOptions extends WorkspaceOptions {
  baseUrl?: string;
}

interface PasswordOptions extends WorkspaceOptions {
  generate?: boolean;
}

interface Invited {
  email: string;
  url: string;
  expiresAt: string;
}

const invitedFields: Columns<Invited> = {
  email: ({ email }) => email,
  link: ({ url }) => url,
  expires: ({ expiresAt }) => expiresAt,
};

/** Finds a member with an email address; throws a CommandError for one without. */
async function findAddressed(
  operations: WorkspaceOperations,
  text: string,
): Promise<{ memberId: string; email: string }> {
  const { id: memberId, email, name } = await resolveMember(operations, text);
  if (email !== null) return { memberId, email };
  throw new CommandError(`${name} has no email address yet; set one with plotline members update --email.`);
}

/** Adds the commands that give members access to the pages. */
export function memberAccountCommands(command: (usage: string, description: string) => Command): void {
  command('invite <member>', 'create a link with which they set their password, once and within seven days')
    .option('--base-url <url>', 'the public URL of the deployed service, such as https://plan.example.com')
    .action((text: string, options: InviteOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { memberId, email } = await findAddressed(operations, text);
        const baseUrl = baseUrlOf(options);
        const { data, secret } = await operations.runForSecret(inviteMember, { body: { memberId } });
        const url = baseUrl + invitationPath({ text: secret });
        output.done(
          `Created a link for ${email}. Send it only to them: anyone who opens it can set the password.`,
        );
        output.record({ email, url, ...data }, invitedFields);
      }),
    );

  command('set-password <member>', 'set their password; prompts for it, or reads a line from a pipe')
    .option('--generate', 'generate one and show it once')
    .action((text: string, options: PasswordOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { memberId, email } = await findAddressed(operations, text);
        const password = options.generate ? randomBytes(15).toString('base64url') : await readPassword(email);
        await operations.run(setPassword, { body: { memberId, password } });
        output.done(
          `Set the password of ${email}. Their sessions, connected applications and earlier links no longer work.`,
        );
        const shown = { email, ...(options.generate ? { password } : {}) };
        if (options.generate || output.json) output.record(shown, shownFields);
      }),
    );
}

const shownFields: Columns<{ email: string; password?: string }> = {
  email: ({ email }) => email,
  password: ({ password }) => password,
};

function baseUrlOf({ baseUrl, stack, table }: InviteOptions): string {
  const given = baseUrl ?? (stack || table ? undefined : findRunning(homeFolder())?.baseUrl);
  const url = given === undefined ? undefined : URL.parse(given);
  if (url?.protocol.startsWith('http')) return url.href.replace(/\/$/, '');
  throw new CommandError('Set the public URL of the service with --base-url https://…');
}

async function readPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).split(/\r?\n/)[0]!;
  const answer = await askPassword({
    message: printable(`The new password of ${email}`),
    output: process.stderr,
  });
  if (isCancel(answer)) throw new CommandError('Nothing was changed.');
  return answer;
}
