import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { assetFiles } from '../../shared/browser/asset-files.ts';
import { startService, type OwnService } from '../support/service.ts';
import { rightsOf } from './role-rights.ts';
import { synthesize, templatesFor } from './synthesize.ts';

interface AssetManifest {
  files: Record<
    string,
    { source: { path: string }; destinations: Record<string, { bucketName: string; objectKey: string }> }
  >;
}

const hashOf = (contents: string | Buffer): string =>
  createHash('sha256').update(contents).digest('hex').slice(0, 16);

test.each(['dev', 'prod'])('a deployment of %s uploads each file of its pages by its address', (name) => {
  const { app, api } = synthesize(name);
  const { directory } = app.synth();
  const manifest = JSON.parse(
    readFileSync(join(directory, `${api.artifactId}.assets.json`), 'utf8'),
  ) as AssetManifest;
  const uploaded = Object.values(manifest.files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map((destination) => ({ ...destination, path: source.path })),
  );
  for (const { path } of assetFiles.values()) {
    const found = uploaded.find(({ objectKey }) => objectKey === `plotline-asset-${basename(path)}`);
    expect(path).toContain(`-${hashOf(readFileSync(join(directory, found!.path)))}.`);
    expect(found!.bucketName).toBe('cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}');
  }
});

test('the function of pages may read these files, and nothing else that deployments upload', () => {
  const [, statements] = rightsOf(templatesFor('prod').api).find(([id]) => id.startsWith('OauthRole'))!;
  const ofObjects = statements.filter(({ Action }) => JSON.stringify(Action).includes('s3:'));
  expect(ofObjects.map(({ Action }) => Action)).toEqual(['s3:GetObject']);
  expect(JSON.stringify(ofObjects[0]!.Resource)).toContain('/plotline-asset-*');
});

/** Code that does not know a release's files, as most requests reach while it is rolled out. */
let service: OwnService;
const home = mkdtempSync(join(inject('dataFolder'), 'assets-'));
const store = (file: string, contents: string) => {
  const folder = join(home, 'buckets', 'cdk-hnb659fds-assets-000000000000-us-east-1');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `plotline-asset-${file}`), contents);
};
beforeAll(async () => {
  service = await startService({ home });
});
afterAll(() => service.stop());

test('code serves the files of a release that it does not know, once they are uploaded', async () => {
  const contents = 'body { color: red }';
  const file = `newer-page-${hashOf(contents)}.css`;
  const before = await fetch(`${service.baseUrl}/assets/${file}`);
  expect(before.status).toBe(404);
  expect(before.headers.get('cache-control') ?? '').not.toContain('immutable');
  store(file, contents);
  const answer = await fetch(`${service.baseUrl}/assets/${file}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(contents);
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('immutable');
});

test('a file that is not what its address says is not served', async () => {
  const file = `page-${hashOf('one')}.js`;
  store(file, 'another');
  expect((await fetch(`${service.baseUrl}/assets/${file}`)).status).toBe(404);
});

test.each(['page.js', 'page-0123456789abcdef.html', '..%2Ftemplate-0123456789abcdef.js'])(
  'what is no address of such a file is not looked for: %s',
  async (file) => {
    expect((await fetch(`${service.baseUrl}/assets/${file}`)).status).toBe(404);
  },
);
