import { isCancel, password as askPassword } from '@clack/prompts';
import type { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { INVITATION_LIFETIME } from '../../../shared/accounts/account-store.ts';
import { invitationPath } from '../../../shared/accounts/invitation.ts';
import type { Member } from '../../../shared/members/member.ts';
import { CommandError } from '../command-error.ts';
import { findWorkspace } from '../find.ts';
import { findMembership as findMember } from '../find-membership.ts';
import { findRunning, homeFolder } from '../local-service.ts';
import type { Columns } from '../output.ts';
import { withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
}

interface InviteOptions extends Options {
  baseUrl?: string;
}

interface PasswordOptions extends Options {
  generate?: boolean;
}

interface Invited {
  email: string;
  url: string;
  expiresAt: string;
}

const invitedFields: Columns<Invited> = {
  'e-mail': ({ email }) => email,
  link: ({ url }) => url,
  expires: ({ expiresAt }) => expiresAt,
};

function addressOf({ email, name }: Pick<Member, 'email' | 'name'>): string {
  if (email !== null) return email;
  throw new CommandError(`${name} has no e-mail address yet; set one with updateMember of the API.`);
}

/** Adds the commands by which a member comes to sign in on the pages. */
export function memberAccountCommands(command: (usage: string, description: string) => Command): void {
  command('invite <member>', 'make a link by which they set their password, once and within seven days')
    .option('--base-url <url>', 'where the deployed service is reached, such as https://plan.example.com')
    .action((text: string, options: InviteOptions) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const member = await findMember(operator, workspace, text);
        const email = addressOf(member);
        const baseUrl = baseUrlOf(options);
        const url = baseUrl + invitationPath(await operator.inviteMember(member));
        const expiresAt = new Date(Date.now() + INVITATION_LIFETIME).toISOString();
        output.done(`Made a link for ${email}. Send it to them alone: whoever opens it sets the password.`);
        output.record({ email, url, expiresAt }, invitedFields);
      }),
    );

  command('set-password <member>', 'set their password; asks for it, or reads a line from a pipe')
    .option('--generate', 'make one up and show it once')
    .action((text: string, options: PasswordOptions) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const member = await findMember(operator, workspace, text);
        const email = addressOf(member);
        const password = options.generate ? randomBytes(15).toString('base64url') : await readPassword(email);
        await operator.setPassword(member, password);
        output.done(
          `Set the password of ${email}. They are signed out, the programs they connected are cut off, and a link of before is no longer good.`,
        );
        const shown = { email, ...(options.generate ? { password } : {}) };
        if (options.generate || output.json) output.record(shown, shownFields);
      }),
    );
}

const shownFields: Columns<{ email: string; password?: string }> = {
  'e-mail': ({ email }) => email,
  password: ({ password }) => password,
};

function baseUrlOf({ baseUrl, stack, table }: InviteOptions): string {
  const given = baseUrl ?? (stack || table ? undefined : findRunning(homeFolder())?.baseUrl);
  const url = given === undefined ? undefined : URL.parse(given);
  if (url?.protocol.startsWith('http')) return url.href.replace(/\/$/, '');
  throw new CommandError('Say where the service is reached, with --base-url https://…');
}

async function readPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).split(/\r?\n/)[0]!;
  const answer = await askPassword({ message: `The new password of ${email}`, output: process.stderr });
  if (isCancel(answer)) throw new CommandError('Nothing was changed.');
  return answer;
}
