import type { Command } from 'commander';
import { confirmIdentityProvider } from '../../shared/identity/identity-providers/confirm-identity-provider.ts';
import type { IdentityProvider } from '../../shared/identity/identity-providers/identity-provider.ts';
import { listIdentityProviders } from '../../shared/identity/identity-providers/list-identity-providers.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

const columns: Columns<IdentityProvider> = {
  id: ({ id }) => id,
  issuer: ({ issuer }) => issuer,
  domains: ({ emailDomains }) => emailDomains.join(', '),
  verified: ({ verifiedAt }) => verifiedAt ?? 'no',
};

/** `plotline identity-providers`. */
export function identityProvidersCommand(program: Command): void {
  const noun = program
    .command('identity-providers')
    .alias('identity-provider')
    .description("companies' identity providers that workspaces trust");
  workspaceCommand(noun, 'list', 'list identity providers').action((options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const all = await operations.list(listIdentityProviders);
      output.list(all, columns, 'There are no identity providers.');
    }),
  );
  workspaceCommand(
    noun,
    'confirm <id>',
    'confirm that one speaks for its domains, without DNS records',
  ).action((identityProviderId: string, options: WorkspaceOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      const provider = await operations.run(confirmIdentityProvider, { body: { identityProviderId } });
      output.done(`${provider.issuer} now vouches for people of ${provider.emailDomains.join(', ')}.`);
      output.record(provider, columns);
    }),
  );
}
