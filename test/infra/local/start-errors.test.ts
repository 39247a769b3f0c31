import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { INTEGRATIONS, type ApiBody } from '../../../infra/constructs/api-body.ts';
import { findEngine } from '../../../infra/local/database/engine-binary.ts';
import { spawnRunner } from './runner-process.ts';
import { alteredAssembly, startFixture, temporaryFolder } from './support.ts';
import type { TemplateResources } from './support.ts';

/** Runs the runner to its end and returns what it said; one line without a stack trace, exit code 1. */
async function failure(home: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await (await spawnRunner(home, env)).ended;
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
  return stderr.trim();
}

describe('npm start says what to do', () => {
  test('when the port is busy', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await failure(temporaryFolder(), { PORT: String(port) })).toBe(
      `Port ${port} is in use; set PORT to another one, for example PORT=${port + 1} npm start.`,
    );
  });

  test('when the port is no port', async () => {
    expect(await failure(temporaryFolder(), { PORT: 'http' })).toMatch(/^PORT is "http"; set it to a number/);
  });

  test('when it gets an argument, of which it takes none but --help', () => {
    const home = join(temporaryFolder(), 'none');
    const start = (argument: string) => {
      const main = join(import.meta.dirname, '../../../infra/local/main.ts');
      const env = { PATH: process.env.PATH, PLOTLINE_HOME: home };
      return spawnSync(process.execPath, [main, argument], { env, encoding: 'utf8' });
    };
    expect(start('--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('PORT') });
    const refused = start('--port');
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/^npm start takes no argument such as "--port"[^]*PORT/);
    expect(existsSync(home)).toBe(false);
  });

  test('when the home folder is a file, or in one', async () => {
    const home = join(temporaryFolder(), 'file');
    writeFileSync(home, '');
    expect(await failure(home)).toBe(
      `${home} is a file, not a folder; remove it, or set PLOTLINE_HOME to a folder, which is created if necessary.`,
    );
    expect(await failure(join(home, 'home'))).toMatch(/^The folder .* is inside a file; set PLOTLINE_HOME/);
  });

  test.runIf(existsSync('/proc/self'))('when no folder can be created where it is to be', async () => {
    expect(await failure('/proc/plotline/home')).toBe(
      'The folder /proc/plotline/home cannot be created: its file system takes no folders; set PLOTLINE_HOME to one elsewhere.',
    );
  });

  test('when a host is served under a name that is reserved', async () => {
    const PLOTLINE_LOCAL_HOSTS = 'hooks.acme.example=127.0.0.1:8443';
    expect(await failure(temporaryFolder(), { PLOTLINE_LOCAL_HOSTS })).toMatch(
      /^PLOTLINE_LOCAL_HOSTS has "hooks\.acme\.example=.*names ending in \.example are reserved.*hooks\.acme\.dev=/,
    );
  });

  test('when another instance has the home folder', async () => {
    const home = temporaryFolder();
    const local = await startFixture({ home });
    expect(await failure(home)).toBe(
      `Another instance is using ${home} (process ${process.pid}, ${local.baseUrl}); ` +
        'stop it, or set PLOTLINE_HOME to another folder.',
    );
    await expect(startFixture({ home })).rejects.toThrow('Another instance is using');
    expect((await fetch(`${local.baseUrl}/misc/plain`)).status).toBe(200);
    await local.stop();
  });

  test('when the data file is damaged', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'dynamodb.sqlite'), 'this is not a database. '.repeat(100));
    expect(await failure(home)).toMatch(
      /^The data file .*dynamodb.sqlite is damaged .* restore it from a copy/,
    );
    await (await startFixture({ home: join(home, 'cut'), inMemory: false })).stop();
    truncateSync(join(home, 'cut', 'dynamodb.sqlite'), 10_000);
    expect(await failure(join(home, 'cut'))).toMatch(/is damaged/);
  });

  test.runIf(existsSync('/dev/full'))('when the disk is full, and leaves no engine', async () => {
    const home = temporaryFolder();
    symlinkSync('/dev/full', join(home, 'engine.json.new'));
    expect(await failure(home)).toBe(
      `${home} cannot be written (ENOSPC): the disk is full; free some space and start again.`,
    );
    expect(() => execFileSync('pgrep', ['-f', join(home, 'dynamodb.sqlite')])).toThrow();
    rmSync(join(home, 'engine.json.new'));
    // Nobody has the data file open, or its lock.
    await (await startFixture({ home, inMemory: false })).stop();
  });

  test('when there is no engine', async () => {
    expect(await failure(temporaryFolder(), { PLOTLINE_DYNOXIDE: '/nowhere/dynoxide' })).toBe(
      'PLOTLINE_DYNOXIDE names /nowhere/dynoxide, which does not exist; correct it or leave it unset.',
    );
    const endpoint = { PLOTLINE_DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' };
    expect(await failure(temporaryFolder(), endpoint)).toMatch(/^Nothing responds at http:\/\/127.0.0.1:9 /);
    expect(() => findEngine({}, 'plan9-mips')).toThrow(
      /There is no DynamoDB engine for plan9-mips without Java: install Java 17 or newer/,
    );
    expect(() => findEngine({ PLOTLINE_ENGINE: 'derby' })).toThrow(
      'PLOTLINE_ENGINE is "derby"; set it to dynamodb-local, or leave it unset.',
    );
  });

  test('when this platform needs another Java and engine to serve it', () => {
    const folder = temporaryFolder();
    const bin = join(folder, 'bin');
    const java = (version: string) => {
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'java'), `#!/bin/sh\necho "openjdk ${version} 2025-04-15"\n`, { mode: 0o755 });
    };
    const engine = { PLOTLINE_DYNAMODB_LOCAL: folder };
    java('11.0.2');
    expect(() => findEngine({ ...engine, PATH: bin }, 'plan9-mips')).toThrow(/without Java: install Java 17/);
    java('17.0.15');
    expect(() => findEngine({ ...engine, PATH: bin }, 'plan9-mips')).toThrow(
      `PLOTLINE_DYNAMODB_LOCAL names ${folder}, which has no DynamoDBLocal.jar; correct it or unset it.`,
    );
    writeFileSync(join(folder, 'DynamoDBLocal.jar'), '');
    for (const environment of [{ PATH: bin }, { JAVA_HOME: folder }]) {
      const { binary, parameters } = findEngine({ ...engine, ...environment }, 'plan9-mips');
      expect(binary).toBe(join(bin, 'java'));
      expect(parameters({ host: '127.0.0.1', port: 8000 }, undefined).slice(1)).toEqual([
        '-jar',
        join(folder, 'DynamoDBLocal.jar'),
        '-disableTelemetry',
        '-sharedDb',
        '-port',
        '8000',
        '-cors',
        'http://localhost',
        '-inMemory',
      ]);
      expect(parameters({ host: '127.0.0.1', port: 8000 }, '/home').slice(-2)).toEqual(['-dbPath', '/home']);
    }
    // It is chosen before an engine that is installed.
    const chosen = { ...engine, PATH: bin, PLOTLINE_ENGINE: 'dynamodb-local' };
    expect(findEngine(chosen).binary).toBe(join(bin, 'java'));
    expect(findEngine({ ...engine, PATH: bin, PLOTLINE_DYNOXIDE: '/bin/false' }).binary).toBe('/bin/false');
  });

  test('when the engine does not start', async () => {
    const home = temporaryFolder();
    expect(await failure(home, { PLOTLINE_DYNOXIDE: '/bin/false' })).toMatch(
      /^The DynamoDB engine did not start \(exit 1\); its log is .*dynamodb.log\.$/,
    );
  });
});

describe('a template that cannot be run is refused', () => {
  const altered = async (change: (resources: TemplateResources) => void) =>
    startFixture({ assembly: await alteredAssembly(change) });

  test('for a resource type that is not known', async () => {
    const starting = altered((resources) => {
      resources.Stream = { Type: 'AWS::Kinesis::Stream', Properties: {} };
    });
    await expect(starting).rejects.toThrow('does not support AWS::Kinesis::Stream (Fixture-api.Stream)');
  });

  test('for an intrinsic function that is not known', async () => {
    const starting = altered((resources) => {
      resources.echoDAF23D50!.Properties.Environment = { Variables: { ZONE: { 'Fn::GetAZs': '' } } };
    });
    await expect(starting).rejects.toThrow(
      'at Fixture-api.echoDAF23D50 (AWS::Lambda::Function).Environment.Variables.ZONE, ' +
        'the intrinsic function Fn::GetAZs is not supported',
    );
  });

  test('for a function that the role of the gateway does not allow it to invoke', async () => {
    const invoking = (functionArn: unknown) => (resources: TemplateResources) => {
      const Statement = [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functionArn }];
      resources.Gateway = {
        Type: 'AWS::IAM::Role',
        Properties: { Policies: [{ PolicyDocument: { Statement } }] },
      };
      const { components } = resources.Api!.Properties.Body as ApiBody;
      Object.assign(components[INTEGRATIONS].echo!, { credentials: { 'Fn::GetAtt': ['Gateway', 'Arn'] } });
    };
    await expect(altered(invoking({ 'Fn::GetAtt': ['patientD89C4EC4', 'Arn'] }))).rejects.toThrow(
      /The gateway's role does not allow it to invoke \S+:Fixture-api-echoDAF23D50: AWS would answer 500/,
    );
    const allowed = await altered(invoking({ 'Fn::GetAtt': ['echoDAF23D50', 'Arn'] }));
    await allowed.stop();
  });

  test('for settings of a route that the API lacks', async () => {
    const starting = altered((resources) => {
      resources.Stage!.Properties.RouteSettings = { 'GET /nowhere': { ThrottlingRateLimit: 1 } };
    });
    await expect(starting).rejects.toThrow('Stage has settings of the route "GET /nowhere", which the API');
  });

  test('for a directory without an assembly', async () => {
    const directory = join(temporaryFolder(), 'empty');
    mkdirSync(directory);
    await expect(startFixture({ assembly: directory })).rejects.toThrow('is not a synthesized CDK app');
  });
});
