/** `npm run invoke -- NAME`: hands a function its sample event events/NAME.json, and prints what it answers. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seedDemo } from './demo.ts';
import { startLocal } from './start.ts';
import { synthesize } from './synth.ts';

const root = resolve(import.meta.dirname, '../..');

const names = globSync('events/*.json', { cwd: root }).map((file) => basename(file, '.json'));
const name = process.argv[2] ?? 'stories';
if (!names.includes(name)) {
  console.error(`There is no events/${name}.json; there are ${names.join(', ')}.`);
  process.exit(1);
}
const home = mkdtempSync(join(tmpdir(), 'plotline-invoke-'));
const assembly = await synthesize(root);
const local = await startLocal({ home, port: 0, assembly, inMemory: true, quiet: true });
try {
  const { workspaceId, tokens } = await seedDemo({ ...local, home });
  const stories = await fetch(`${local.baseUrl}/api/v1/workspaces/${workspaceId}/stories`, {
    headers: { authorization: `Bearer ${tokens.member}` },
  });
  const [{ id: storyId }] = ((await stories.json()) as { data: [{ id: string }] }).data;
  const event = readFileSync(resolve(root, `events/${name}.json`), 'utf8')
    .replaceAll('{{workspaceId}}', workspaceId)
    .replaceAll('{{storyId}}', storyId)
    .replaceAll('{{token}}', tokens.member);
  const construct = name.split('-').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
  Object.assign(process.env, local.environments[`${construct.join('')}Function`]);
  const entry = pathToFileURL(resolve(root, `dist/functions/${name}/index.mjs`)).href;
  const { handler } = (await import(entry)) as {
    handler: (event: unknown, context: object) => Promise<unknown>;
  };
  console.log(JSON.stringify(await handler(JSON.parse(event), { awsRequestId: 'sample-request' }), null, 2));
} finally {
  await local.stop();
  rmSync(home, { recursive: true, force: true });
}
