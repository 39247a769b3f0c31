import { Option, type Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { edgeHeaders } from '../../shared/kernel/api/http/viewer-address.ts';
import { rotateKeyring } from '../../shared/surface/system/rotate-keyring.ts';
import { systemClock } from '../../shared/kernel/core/clock.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { distributionKey, edgeSecret, rotateEdgeKey } from '../../shared/kernel/secrets/edge-key.ts';
import { keyringSecret, type KeyringStore } from '../../shared/kernel/secrets/keyring-secret.ts';
import { activeVersion, type KeyVersion } from '../../shared/kernel/core/keyring.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { findRunning, homeFolder, useLocalEndpoints } from '../core/local-service.ts';
import { createOutput, type Columns } from '../core/output.ts';
import { findStackOutputs } from '../core/stack-table.ts';
import { localDatabase } from '../core/target.ts';

const rotateHelp = `
The keys that sign cursors, access tokens, sign-ins and forms, and that encrypt webhook signing secrets, are derived
from one keyring in Secrets Manager. A new version verifies at once and signs 15 minutes later, when all functions know
it; earlier versions go on verifying, so no one is signed out and no cursor, token or webhook breaks. Webhook signing
secrets are encrypted again by the first run after that. A schedule does the same every 90 days.`;

const dropHelp = `
For a version that has leaked, after "plotline keys rotate" and 15 minutes. Whatever was signed with it becomes invalid:
people sign in again, AI clients connect again, and clients restart their lists. Webhook signing secrets that are
encrypted with it are encrypted again first.`;

interface KeysOptions {
  stack?: string;
  json?: boolean;
}

/** `plotline keys …`: the keyring and the edge's key. */
export function keysCommand(program: Command): void {
  const keys = program.command('keys').description('rotate the keys that sign tokens and encrypt secrets');
  inStack(keys.command('list').description('the versions of the keyring')).action(
    async (options: KeysOptions) => {
      const { store, database } = await open(options);
      database.client.destroy();
      list(options, await store.read());
    },
  );
  inStack(keys.command('rotate').description('add a version to the keyring'))
    .addHelpText('after', closingHelp(rotateHelp))
    .action(async (options: KeysOptions) => {
      const place = await open(options);
      const { keyring, resealed } = await rotateKeyring(
        { ...place, now: systemClock(), randomBytes },
        { force: true },
      );
      place.database.client.destroy();
      if (!options.json) {
        const [{ version, activeFrom }] = keyring as [KeyVersion];
        createOutput(false).done(
          `Version ${version} signs from ${activeFrom}; ${resealed} endpoints and hooks were encrypted again.`,
        );
      }
      list(options, keyring);
    });
  rotateEdge(keys);
  inStack(keys.command('drop').argument('<version>').description('remove a version that has leaked'))
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', closingHelp(dropHelp))
    .action(async (text: string, options: KeysOptions & { yes?: boolean }) => {
      const place = await open(options);
      const now = systemClock();
      const version = Number(text);
      const before = await place.store.read();
      if (!before.some((one) => one.version === version)) {
        throw new CommandError(
          `The keyring has no version ${text}; it has ${before.map((one) => one.version).join(', ')}.`,
        );
      }
      if (activeVersion(before, now).version <= version) {
        throw new CommandError(
          `Version ${version} still signs, or will: run "plotline keys rotate", and this 15 minutes later.`,
        );
      }
      await confirm(
        `Whatever was signed with version ${version} becomes invalid: people sign in again, AI clients connect again.`,
        options.yes ?? false,
      );
      await rotateKeyring({ ...place, now, randomBytes });
      const keyring = (await place.store.read()).filter((one) => one.version !== version);
      await place.store.write(keyring);
      place.database.client.destroy();
      list(options, keyring);
    });
}

const rotateEdgeHelp = `
CloudFront sends this key to the functions, which then trust the client's address that it names. They accept the new key
at once and the one before it until the next rotation, so no one is locked out while CloudFront takes the new one, which
is a matter of minutes. A schedule does the same every 90 days.`;

function rotateEdge(keys: Command): void {
  keys
    .command('rotate-edge')
    .description('replace the key by which functions recognize CloudFront')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--stack <name>', 'a deployed API stack, Plotline-<environment>-api').helpGroup('Where:'),
    )
    .addHelpText('after', closingHelp(rotateEdgeHelp))
    .action(async ({ stack, json = false }: KeysOptions) => {
      const { secretArn, distributionId } = await findEdge(stack);
      const result = await rotateEdgeKey(
        {
          secret: edgeSecret(secretArn),
          sent: distributionKey(distributionId, edgeHeaders.key),
          now: systemClock(),
          delay,
          randomBytes,
        },
        { force: true },
      );
      if (!result.configured) {
        throw new CommandError('CloudFront is still being deployed: try again in a few minutes.');
      }
      createOutput(json).record(result, {
        result: ({ rotated }) =>
          rotated
            ? 'The key was replaced, and CloudFront takes it in the next minutes.'
            : 'CloudFront lacked the current key and takes it now: run this again in a few minutes to replace it.',
      });
    });
}

async function findEdge(stack: string | undefined): Promise<{ secretArn: string; distributionId: string }> {
  if (stack === undefined) {
    const { secrets, cloudFront } = findRunning(homeFolder()) ?? {};
    const secretArn = secrets?.arns[EDGE_KEY];
    if (!secrets || !secretArn || !cloudFront) {
      throw new CommandError('The local service is not running: npm start runs it.');
    }
    useLocalEndpoints({ SECRETS_MANAGER: secrets.endpoint, CLOUDFRONT: cloudFront });
    return { secretArn, distributionId: 'local' };
  }
  const outputs = await findStackOutputs(stack);
  const [secretArn, distributionId] = [outputs.get('EdgeKeyArn'), outputs.get('DistributionId')];
  if (secretArn && distributionId) return { secretArn, distributionId };
  throw new CommandError(`The stack ${stack} has no edge; use Plotline-<environment>-api.`);
}

const columns: Columns<{ version: number; activeFrom: string; active: boolean }> = {
  version: ({ version }) => version,
  // The first version has no moment.
  'signs from': ({ activeFrom }) => (Date.parse(activeFrom) === 0 ? 'the beginning' : activeFrom),
  '': ({ active }) => (active ? 'signs now' : ''),
};

/** Without the secrets themselves. */
function list({ json = false }: KeysOptions, keyring: readonly KeyVersion[]): void {
  const active = activeVersion(keyring, systemClock()).version;
  const rows = keyring.map(({ version, activeFrom }) => ({
    version,
    activeFrom,
    active: version === active,
  }));
  createOutput(json).list(rows, columns, '');
}

const inStack = (command: Command): Command =>
  command
    .option('--json', 'print JSON')
    .addOption(
      new Option('--stack <name>', 'a deployed data stack, Plotline-<environment>-data').helpGroup('Where:'),
    );

async function open({ stack }: KeysOptions): Promise<{ database: Database; store: KeyringStore }> {
  if (stack === undefined) return openLocal();
  const outputs = await findStackOutputs(stack);
  const [table, keyring] = [outputs.get('TableName'), outputs.get('KeyringArn')];
  if (table && keyring) return { database: createDatabase(table), store: keyringSecret(keyring) };
  throw new CommandError(
    `The stack ${stack} has no keyring; use the data stack, Plotline-<environment>-data.`,
  );
}

/** The keyring's name in the template: that of the key it has adopted (infra/data-stack.ts). */
const KEYRING = 'WebhookKey';
/** The name of the edge's key in the template. */
const EDGE_KEY = 'EdgeKey';

function openLocal(): { database: Database; store: KeyringStore } {
  const database = localDatabase();
  const { secrets } = findRunning(homeFolder()) ?? {};
  const keyring = secrets?.arns[KEYRING];
  if (!secrets || !keyring) {
    throw new CommandError('The local service has no keyring yet: wait until it has started.');
  }
  useLocalEndpoints({ SECRETS_MANAGER: secrets.endpoint });
  return { database, store: keyringSecret(keyring) };
}
