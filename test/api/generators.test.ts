import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { sampled } from '../support/sampling.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

/** The served document, given to generators of clients; what they make is compiled and used. */
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'dist/generators');
const run = promisify(execFile);
const tool = (name: string, ...parameters: string[]) =>
  run(process.execPath, [resolve(root, 'node_modules/.bin', name), ...parameters], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  });

const compilerOptions = {
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'dom', 'dom.iterable'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const answer = await fetch(`${sharedService().baseUrl}/openapi.json`);
  await writeFile(resolve(folder, 'openapi.json'), await answer.text());
  const output = (client: string, file: string) => ({
    input: './openapi.json',
    output: { target: file, client },
  });
  const orval = { api: output('fetch', './orval/api.ts'), schemas: output('zod', './orval/schemas.ts') };
  await writeFile(resolve(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(orval)};`);
  await writeFile(
    resolve(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['hey-api', 'orval', 'swagger-typescript-api'] }),
  );
});

const generators: [name: string, ...parameters: string[]][] = [
  ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api', '--no-log-file'],
  ['orval', '--config', 'orval.config.cjs'],
  ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'swagger-typescript-api'],
];

/** What a generator complains about, if it does. */
async function generate([name, ...parameters]: (typeof generators)[number]): Promise<string | undefined> {
  const { stdout, stderr } = await tool(name, ...parameters);
  return /.*(unresolvable|invalid|error).*/i.exec((stdout + stderr).replaceAll(folder, ''))?.[0];
}

test.each(sampled('generators', 1, generators))('%s makes clients that compile', async (...generator) => {
  expect(await generate(generator)).toBeUndefined();
  expect(await numberedTypes()).toEqual([]);
  await tool('tsc', '-p', 'tsconfig.json');
});

/** Types that a generator numbered, such as `Priority2`, since what it was given has two of the name. */
async function numberedTypes(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  const sources = await Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => readFile(resolve(folder, file), 'utf8')),
  );
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^export (?:type|interface|enum|const|class) (\w+)/gm)].map(([, name]) => name!),
  );
  expect(names).toContain('Story');
  return names.filter((name) => /[A-Za-z][2-9]$/.test(name) && names.includes(name.slice(0, -1)));
}

test("a strict client generated today reads today's answers and tomorrow's", async () => {
  if (!existsSync(resolve(folder, 'orval/schemas.ts'))) await generate(generators[1]!);
  const { ListStoriesResponse } = (await import(pathToFileURL(resolve(folder, 'orval/schemas.ts')).href)) as {
    ListStoriesResponse: z.ZodType;
  };
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  await client.post(
    `/api/v1/workspaces/${workspace.id}/stories`,
    { title: 'A story', teamId: team.id },
    { 'idempotency-key': crypto.randomUUID() },
  );
  const { json } = await client.get(`/api/v1/workspaces/${workspace.id}/stories`);
  ListStoriesResponse.parse(json);
  const [story] = json.data;
  const tomorrow = { ...story, priority: 'critical', color: '#ff0000', statusCategory: { id: 'paused' } };
  ListStoriesResponse.parse({ ...json, data: [tomorrow], included: {} });
  expect(() => ListStoriesResponse.parse({ ...json, data: [{ ...story, title: 3 }] })).toThrow();
});
