import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseEnvironment } from '../../../infra/config.ts';
import { assertTableRetained } from '../../../infra/deploy/assert-table-retained.ts';
import { sharedService } from '../../support/service.ts';
import { templatesFor } from '../synthesize.ts';

const compileCache = mkdtempSync(join(tmpdir(), 'plotline-compile-cache-'));
afterAll(() => rmSync(compileCache, { recursive: true, force: true }));

let folder: string;
let log: string;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plotline-deploy-test-'));
  log = join(folder, 'log');
  writeFileSync(log, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

function command(name: string, body: string): void {
  const file = join(folder, name);
  const note = `import { appendFileSync, writeFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(name)} + ' ' + process.argv.slice(2).join(' ') + '\\n');`;
  writeFileSync(file, `#!${process.execPath}\n${note}\n${body}\n`);
  chmodSync(file, 0o755);
}

/** Stands in for cdk; deploying returns the outputs of a service at an address. */
const cdkTo = (baseUrl: string, failing?: string) =>
  command(
    'cdk',
    `const [verb, ...rest] = process.argv.slice(2);
if (verb === ${JSON.stringify(failing)}) process.exit(1);
const file = rest[rest.indexOf('--outputs-file') + 1];
const outputs = { 'Plotline-dev-api': { BaseUrl: ${JSON.stringify(baseUrl)}, ApiId: 'a1b2c3' } };
if (verb === 'deploy') writeFileSync(file, JSON.stringify(outputs));`,
  );
const awsSaying = (said: string | undefined) =>
  command(
    'aws',
    said === undefined ? '' : `process.stderr.write(${JSON.stringify(said)}); process.exit(254);`,
  );

/** Stands in for aws, and knows the outputs of an environment's data stack. */
const dataStackSays = (id: string, outputs: Record<string, string>) => {
  const said = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const isAsked = `process.argv.includes('Plotline-${id}-data')`;
  command('aws', `if (${isAsked}) process.stdout.write(${JSON.stringify(JSON.stringify(said))});`);
};

/** A folder with the templates of an environment that matter before it is deployed. */
function assemblyOf(id: string, { table, isGradual }: { table?: string; isGradual?: boolean }): string {
  const assembly = join(folder, 'assembly');
  mkdirSync(assembly);
  const templates = {
    data: { Resources: {}, Outputs: table ? { RestoredTable: { Value: table } } : {} },
    api: templatesFor('dev', { rollout: isGradual ? 'canary' : 'all-at-once' }).api.toJSON(),
  };
  for (const [stack, template] of Object.entries(templates))
    writeFileSync(join(assembly, `Plotline-${id}-${stack}.template.json`), JSON.stringify(template));
  return assembly;
}

interface Ended {
  code: number;
  output: string;
  /** The verbs that cdk was run with, in order. */
  calls: string[];
}

const run = (parameters: string[], environment: Record<string, string> = {}) =>
  new Promise<Ended>((resolve) => {
    // The construct library takes a second to compile, each time.
    const env = { PATH: folder, NODE_COMPILE_CACHE: compileCache, ...environment };
    execFile(process.execPath, ['infra/deploy/main.ts', ...parameters], { env }, (error, stdout, stderr) => {
      const calls = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      resolve({
        code: error ? Number(error.code) : 0,
        output: stdout + stderr,
        calls: calls.filter((call) => call.startsWith('cdk ')).map((call) => call.slice(4)),
      });
    });
  });

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('deploy', () => {
  test('says what the account lacks, shows the changes, deploys, tries the service, and says what to do first', async () => {
    const { baseUrl } = sharedService();
    cdkTo(baseUrl);
    command('aws', `if (process.argv.includes('get-account-settings')) process.stdout.write('10');`);
    const { code, output, calls } = await run(['deploy', 'dev', '--yes', '--wait', '0']);
    const answered = ['/liveness', '/readiness', '/openapi.json', '/sign-in'].map((path) => `ok     ${path}`);
    const note = 'NOTE   The account allows 10 concurrent executions';
    for (const said of [...answered, note, `Plotline dev: ${baseUrl}`]) expect(output).toContain(said);
    expect(output).toContain(
      'npx plotline workspaces create "Acme Inc" --slug acme --stack Plotline-dev-data',
    );
    expect(output).toContain(`--base-url ${baseUrl}`);
    expect(output).toMatch(/NOTE {3}Webhooks were not tried, which needs the rights of plotline --stack/);
    expect(code).toBe(0);
    expect(calls[0]).toBe('diff --all -c env=dev');
    expect(calls[1]).toMatch(/^deploy --all --require-approval never --outputs-file \S+ -c env=dev$/);
    expect(calls).toHaveLength(2);
  });

  test('fails with what the gateway says where it did not put new routes into use', async () => {
    cdkTo(sharedService().baseUrl);
    command('aws', `if (process.argv.includes('get-stage')) process.stdout.write('Unable to deploy API.');`);
    const ended = await run(['deploy', 'dev', '--yes', '--wait', '0']);
    expect(ended.output).toContain('the gateway still has its former routes: Unable to deploy API.');
    expect(ended.code).toBe(1);
  });

  test('deploys what was synthesized before, if its folder is named', async () => {
    cdkTo(sharedService().baseUrl);
    awsSaying(undefined);
    const assembly = assemblyOf('dev', {});
    const { code, calls } = await run(['deploy', 'dev', '--yes', '--wait', '0', '--assembly', assembly]);
    expect(code).toBe(0);
    expect(calls[0]).toBe(`diff --all --app ${assembly}`);
    expect(calls[1]).toMatch(/^deploy --all .* --app \/.*\/assembly$/);
  });

  test.each([
    ['staging', {}, /assembly has no template of Plotline-dev-data/],
    ['dev', { table: 'restored-1' }, /was synthesized with another table or rollout than .*dev\.json/],
    ['dev', { isGradual: true }, /was synthesized with another table or rollout than .*dev\.json/],
  ])('refuses an assembly of %s with %j for dev as its file is', async (of, differing, message) => {
    cdkTo('http://127.0.0.1:1');
    awsSaying(undefined);
    const assembly = assemblyOf(of, differing);
    const { code, output, calls } = await run([
      'deploy',
      'dev',
      '--yes',
      '--wait',
      '0',
      '--assembly',
      assembly,
    ]);
    expect(output).toMatch(message);
    expect([code, calls]).toEqual([1, []]);
  });

  test('prepares an account that has never been used, and none of another company', async () => {
    cdkTo(sharedService().baseUrl);
    awsSaying('An error occurred (ParameterNotFound) when calling the GetParameter operation: ');
    const first = await run(['deploy', 'dev', '--yes', '--wait', '0']);
    expect(first.calls.map((call) => call.split(' ')[0])).toEqual(['bootstrap', 'diff', 'deploy']);
  });

  test('names the file and the variable of the region where none is set', async () => {
    cdkTo('http://127.0.0.1:1');
    awsSaying('You must specify a region. You can also configure your region by running "aws configure".');
    const { code, output, calls } = await run(['deploy', 'dev', '--yes']);
    expect([code, calls]).toEqual([1, []]);
    expect(output).toContain('No region is set: set AWS_REGION, or region in infra/environments/dev.json.');
  });

  test('stops where AWS refuses the credentials', async () => {
    cdkTo('http://127.0.0.1:1');
    awsSaying('Unable to locate credentials. You can configure credentials by running "aws configure".');
    const { code, output, calls } = await run(['deploy', 'dev', '--yes']);
    expect([code, calls]).toEqual([1, []]);
    expect(output).toMatch(/AWS does not answer with these credentials: Unable to locate.*Check AWS_PROFILE/);
  });

  test('leaves the preparation to cdk where there is no aws command', async () => {
    cdkTo(sharedService().baseUrl);
    const { code, calls } = await run(['deploy', 'dev', '--yes', '--wait', '0']);
    expect([code, calls[0]]).toEqual([0, 'bootstrap']);
  });

  test('fails where the service gives wrong answers, and says how', async () => {
    cdkTo(
      await serve(({ url }, response) => {
        response.writeHead(url === '/readiness' ? 503 : 200).end('{"data":{},"paths":{}}<h1>');
      }),
    );
    const { code, output } = await run(['deploy', 'dev', '--yes', '--wait', '0']);
    expect(code).toBe(1);
    expect(output).toContain('FAILED /readiness answers 503');
    expect(output).toContain('FAILED /liveness answers 200 with something else');
    expect(output).toContain('is deployed, but does not answer as it should');
  });

  test('fails where nothing answers', async () => {
    cdkTo('http://127.0.0.1:1');
    const { code, output } = await run(['deploy', 'dev', '--yes', '--wait', '0']);
    expect(code).toBe(1);
    expect(output).toContain('FAILED /liveness does not answer');
  });

  test.each([
    [['deploy', 'qa', '--yes'], {}, /There is no environment "qa"/],
    [['deploy', 'prod', '--yes'], {}, /Set alarmEmail in infra\/environments\/prod\.json/],
    [['deploy', 'local', '--yes'], {}, /npm start runs it/],
    [['deploy', 'dev', '--yes'], { PLOTLINE_ENV: 'prod' }, /PLOTLINE_ENV is prod, but dev was named/],
    [['deploy'], {}, /Name an environment, for example dev; there are dev, prod, staging\./],
    [['deploy', 'dev', '--copy', 'A B', '--yes'], {}, /cannot name a copy/],
  ])('refuses %j before anything is done', async (parameters, environment, message) => {
    cdkTo('http://127.0.0.1:1');
    const { code, output, calls } = await run(parameters, environment);
    expect(output).toMatch(message);
    expect([code, calls]).toEqual([2, []]);
  });

  test('changes nothing without a yes', async () => {
    cdkTo('http://127.0.0.1:1');
    awsSaying(undefined);
    const { code, output, calls } = await run(['deploy', 'dev']);
    expect(output).toMatch(/add --yes/);
    expect([code, calls]).toEqual([1, ['diff --all -c env=dev']]);
  });

  test('refuses to replace a restored table by an empty one', async () => {
    cdkTo('http://127.0.0.1:1');
    dataStackSays('dev', { RestoredTable: 'restored-1', TableName: 'restored-1' });
    const { code, output, calls } = await run(['deploy', 'dev', '--yes']);
    expect(output).toMatch(/dev uses the restored table restored-1, but .*dev\.json has no "table"/);
    expect([code, calls]).toEqual([1, []]);
  });

  /** For minutes, most requests would write to the former table. */
  test.each([
    [
      'another table gradually',
      'lost',
      'canary',
      /uses the table lost, and would get found gradually.*all-at-once/,
    ],
    ['another table all at once', 'lost', 'all-at-once', undefined],
    ['the table that it has gradually', 'found', 'canary', undefined],
  ] as const)('an environment that gets %s is refused or not', async (_, TableName, rollout, refusal) => {
    dataStackSays('staging', { TableName });
    vi.stubEnv('PATH', folder);
    const table = { name: 'found', streamArn: 'arn:aws:dynamodb:eu-central-1:1:table/found/stream/1' };
    const asserted = assertTableRetained(parseEnvironment('staging', { kind: 'staging', table, rollout }));
    await (refusal ? expect(asserted).rejects.toThrow(refusal) : asserted);
  });

  test.each([
    [
      'has not imported',
      '["lost"]',
      /found is managed, but the stack does not have it.*cdk import Plotline-qa-data/,
    ],
    ['has imported', '["found"]', undefined],
    ['that is missing', '', undefined],
  ] as const)('a managed table that the stack %s is refused or not', async (_, tables, refusal) => {
    const asked = "process.argv.includes('list-stack-resources')";
    command('aws', `if (${asked}) process.stdout.write(${JSON.stringify(tables)});`);
    vi.stubEnv('PATH', folder);
    const streamArn = 'arn:aws:dynamodb:eu-central-1:1:table/found/stream/1';
    const table = { name: 'found', streamArn, managed: true };
    const asserted = assertTableRetained(parseEnvironment('qa', { kind: 'development', table }));
    await (refusal ? expect(asserted).rejects.toThrow(refusal) : asserted);
  });

  test('stops where cdk fails', async () => {
    cdkTo('http://127.0.0.1:1', 'diff');
    awsSaying(undefined);
    const { code, output, calls } = await run(['deploy', 'dev', '--yes']);
    expect(output).toContain('cdk diff failed');
    expect([code, calls.length]).toEqual([1, 1]);
  });
});

describe('synth', () => {
  const synthOf = (name: string) => `synth --quiet --output cdk.out/${name} -c env=${name}`;

  test('covers each environment, and says which file lacks which field', async () => {
    cdkTo('');
    const { code, output, calls } = await run(['synth']);
    expect(calls).toEqual([synthOf('dev'), synthOf('staging')]);
    expect(output).toContain('dev: synthesized into cdk.out/dev');
    expect(output).toContain('staging: synthesized into cdk.out/staging');
    expect(output).toMatch(/prod: NOT synthesized.* Set alarmEmail in infra\/environments\/prod\.json/);
    expect(code).toBe(0);
  });

  test.each([
    [['prod'], /prod: Set alarmEmail in infra\/environments\/prod\.json/],
    [['qa'], /qa: There is no environment "qa"/],
  ])('fails for %j, which cannot be synthesized', async (names, message) => {
    cdkTo('');
    const { code, output } = await run(['synth', ...names]);
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  test('goes on after an environment that fails, and fails in the end', async () => {
    cdkTo('', 'synth');
    const { code, output, calls } = await run(['synth']);
    expect(calls).toEqual([synthOf('dev'), synthOf('staging')]);
    expect(output).toContain('staging: cdk synth failed');
    expect(code).toBe(1);
  });
});

describe('destroy', () => {
  const stacks = (id: string, ...names: string[]) => names.map((name) => `Plotline-${id}-${name}`).join(' ');

  test('deletes an environment whose data can be lost', async () => {
    cdkTo('');
    const { code, calls } = await run(['destroy', 'dev', '--copy', 'ada', '--yes']);
    const all = stacks('dev-ada', 'api', 'projections', 'webhooks', 'data');
    expect([code, calls]).toEqual([0, [`destroy ${all} --force -c env=dev -c copy=ada`]]);
  });

  test('leaves the table and the secrets with --keep-data', async () => {
    cdkTo('');
    const { calls } = await run(['destroy', 'dev', '--keep-data', '--yes']);
    expect(calls).toEqual([`destroy ${stacks('dev', 'api', 'projections', 'webhooks')} --force -c env=dev`]);
  });

  test('deletes nothing without a yes', async () => {
    cdkTo('');
    const { code, output, calls } = await run(['destroy', 'dev']);
    expect(output).toMatch(/all of its data, and there is no way back/);
    expect([code, calls]).toEqual([1, []]);
  });
});
