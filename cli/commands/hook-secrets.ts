import type { Command } from 'commander';
import { createHook } from '../../shared/planning/hooks/create-hook.ts';
import { listHooks } from '../../shared/planning/hooks/list-hooks.ts';
import { rotateHookSecret } from '../../shared/planning/hooks/rotate-hook-secret.ts';
import type { Hook } from '../../shared/planning/hooks/hook.ts';
import { CommandError } from '../core/command-error.ts';
import { findNamed, findServiceAccount } from '../core/find.ts';
import { SecretLost } from '../core/operations.ts';
import { serviceCommand, withService, type ServiceOptions, type ServiceSession } from '../service-session.ts';
import { ruleOf, withRule, type RuleOptions } from './hook-rules.ts';

interface CreateOptions extends ServiceOptions, RuleOptions {
  provider: string;
  account: string;
}

/** Commands that return a secret of a hook, which only the service can encrypt. */
export function hookSecretCommands(hooks: Command): void {
  withRule(serviceCommand(hooks, 'create <name>', 'create a hook of one team, with the token of an admin'))
    .requiredOption('--provider <provider>', 'github or gitlab (required)')
    .requiredOption('--account <account>', 'the service account that acts, by name or id (required)')
    .action((name: string, { provider, account, ...options }: CreateOptions) =>
      withService(options, async (session) => {
        const { operations } = session;
        const { id: serviceAccountId } = await findServiceAccount(operations, account);
        const body = { name, provider, serviceAccountId, rules: [await ruleOf(operations, options)] };
        const made = await operations.runForSecret(createHook, { body }).catch(sayHowToRotate);
        show(session, made, `Created the hook ${name}.`);
      }),
    );

  serviceCommand(hooks, 'rotate-secret <hook>', 'create a new secret; the old one works for 24 hours').action(
    (text: string, options: ServiceOptions) =>
      withService(options, async (session) => {
        const { id: hookId, name } = findNamed('hook', await session.operations.list(listHooks), text);
        const rotating = session.operations.runForSecret(rotateHookSecret, { path: { hookId } });
        show(session, await rotating.catch(sayHowToRotate), `Rotated the secret of the hook ${name}.`);
      }),
  );
}

/** The secret is shown this once. */
function show(
  { output, access }: ServiceSession,
  { data, secret }: { data: Hook; secret: string },
  sentence: string,
): void {
  output.done(sentence);
  output.record(
    { ...data, signingSecret: secret },
    {
      id: ({ id }) => id,
      address: ({ path }) => `${access.baseUrl}${path}`,
      secret: ({ signingSecret }) => signingSecret,
    },
  );
  output.note('Enter both at the provider now: the secret is not shown again.');
}

function sayHowToRotate(error: unknown): never {
  if (!(error instanceof SecretLost)) throw error;
  throw new CommandError(
    `The hook has a new secret, which was lost with the connection. Create another one with plotline hooks rotate-secret ${error.id}.`,
  );
}
