/**
 * `npm run invoke -- NAME…`: invokes functions with their sample events events/NAME.json, and prints the
 * result, or the results by name if there are several.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOperator } from '../../cli/operator.ts';
import { getPerson } from '../../shared/identity/members/get-person.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { makeAccessToken, keyringOf } from './invoke-token.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { startLocal } from './start.ts';
import { synthesize } from './template/synth.ts';

const root = resolve(import.meta.dirname, '../..');

const known = globSync('events/*.json', { cwd: root }).map((file) => basename(file, '.json'));
const names = process.argv.length > 2 ? process.argv.slice(2) : ['stories'];
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no events/${unknown}.json; available events: ${known.join(', ')}.`);
  process.exit(1);
}
const home = mkdtempSync(join(tmpdir(), 'plotline-invoke-'));
const assembly = await synthesize(root);
const local = await startLocal({ home, port: 0, assembly, inMemory: true, quiet: true });
try {
  const { workspaceId, tokens, portalSlug } = await seedDemo({ ...local, home });
  const get = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${tokens.member}` };
    const answer = await fetch(`${local.baseUrl}/api/v1/${path}`, { headers });
    return ((await answer.json()) as { data: T }).data;
  };
  const [{ id: storyId }] = await get<[{ id: string }]>(`workspaces/${workspaceId}/stories`);
  const { principalId } = await get<{ principalId: string }>('me');
  const { dynamodbEndpoint: endpoint, baseUrl, credentials } = local;
  const database = createDatabase(local.tableName(), { endpoint, region: 'local', credentials });
  const keyring = await keyringOf(local);
  const { userId } = await createOperator(database)
    .within(workspaceId)
    .run(getPerson, { body: { memberId: principalId } });
  const { token } = await makeAccessToken({ baseUrl, keyring, database }, userId, new Date());
  database.client.destroy();
  const eventOf = (name: string): unknown =>
    JSON.parse(
      readFileSync(resolve(root, `events/${name}.json`), 'utf8')
        .replaceAll('{{workspaceId}}', workspaceId)
        .replaceAll('{{storyId}}', storyId)
        .replaceAll('{{portalSlug}}', portalSlug)
        .replaceAll('{{adminToken}}', tokens.admin)
        .replaceAll('{{token}}', tokens.member)
        .replaceAll('{{accessToken}}', token),
    );
  // What functions log is not part of their result.
  console.info = console.error;
  const context = { awsRequestId: 'sample-request', getRemainingTimeInMillis: () => 60_000 };
  const answers: Record<string, unknown> = {};
  for (const name of names) {
    const construct = name.split('-').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
    Object.assign(process.env, local.environments[`${construct.join('')}Function`]);
    const entry = pathToFileURL(resolve(root, `dist/functions/${name}/index.mjs`)).href;
    const { handler } = (await import(entry)) as {
      handler: (event: unknown, context: object) => Promise<unknown>;
    };
    answers[name] = await handler(eventOf(name), context);
  }
  console.log(JSON.stringify(names.length === 1 ? answers[names[0]!] : answers, null, 2));
} finally {
  await local.stop();
  rmSync(home, { recursive: true, force: true });
}
