import type { Command } from 'commander';
import { findAccess, withAccess, type Access, type AccessOptions } from './core/access.ts';
import { resolveWorkspace } from './core/find.ts';
import { createMember } from './core/member.ts';
import { createOutput, type CommandOutput } from './core/output.ts';
import type { Operator } from './operator.ts';
import { createWorkspaceOperations, type WorkspaceOperations } from './workspace-operations.ts';

/** Options of every command that needs the service, since only it has the keys and files. */
export interface ServiceOptions extends AccessOptions {
  json?: boolean;
}

/** The workspace of a token, as its member uses it over the API. */
export interface ServiceSession {
  access: Access;
  member: Operator;
  operations: WorkspaceOperations;
  output: CommandOutput;
}

/** Adds a command that speaks to the service with a token. */
export const serviceCommand = (parent: Command, usage: string, description: string): Command =>
  withAccess(parent.command(usage).description(description).option('--json', 'print JSON'));

/** Runs a command with the workspace of its token. */
export async function withService(
  options: ServiceOptions,
  run: (session: ServiceSession) => Promise<void>,
): Promise<void> {
  const access = findAccess(options);
  const member = createMember(access);
  const operations = createWorkspaceOperations(member, await resolveWorkspace(member, ''));
  await run({ access, member, operations, output: createOutput(options.json === true) });
}
