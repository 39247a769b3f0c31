import { readFunctions } from '../../infra/local/lambda/functions.ts';
import type { LocalCredentials } from '../../infra/local/runner/credentials.ts';
import { startLocal } from '../../infra/local/start.ts';
import { createResolver } from '../../infra/local/template/intrinsics.ts';
import { resourceValues } from '../../infra/local/template/resources.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { loadAssembly } from '../../infra/local/template/template.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import { ROOT } from './bench-folder.ts';
import { countService } from './count.ts';
import { makeFixture, type Fixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { startPart } from './part.ts';
import type { RecordedCall } from './replay.ts';
import type { OperationName } from './requests.ts';

/** The functions of stories that answer, by what they are asked for. */
const functions: Record<OperationName, string> = {
  get: 'StoriesFunction',
  list: 'SearchFunction',
  update: 'StoriesFunction',
  create: 'StoriesFunction',
};

/** A service with a fixture, and the DynamoDB calls that each operation was seen to make. */
interface RecordedService {
  fixture: Fixture;
  recorded: Record<OperationName, RecordedCall[]>;
  dynamodbEndpoint: string;
  credentials: LocalCredentials;
  tableName: string;
  /** The bundle that answers an operation, and the environment that has it reach the engine without a proxy. */
  functionOf: (operation: OperationName) => { modulePath: string; environment: Record<string, string> };
}

/** Starts a service in a folder (bench-folder.ts) and records its calls; `ends` takes what ends it. */
export async function startRecordedService(home: string, ends: (() => unknown)[]): Promise<RecordedService> {
  const assembly = await synthesize(ROOT);
  const proxy = await startProxy();
  ends.push(() => proxy.stop());
  // What the stream sets off goes past the proxy, whose calls are counted.
  const dynamodbEndpoint = (_: string, answersRequests: boolean) =>
    answersRequests ? proxy.endpoint : undefined;
  const local = await startLocal({ home, port: 0, assembly, inMemory: true, quiet: true, dynamodbEndpoint });
  ends.push(() => local.stop());
  proxy.target = local.dynamodbEndpoint;
  const tableName = local.tableName();
  const fixture = await makeFixture({ ...local, tableName });
  const load = startPart<LoadPart>('./load-part.ts');
  ends.push(() => load.stop());
  await load.call('aim', { baseUrl: local.baseUrl, fixture });
  const { recorded } = await countService(load, proxy);
  const modules = readModules(assembly);
  return {
    fixture,
    recorded,
    dynamodbEndpoint: local.dynamodbEndpoint,
    credentials: local.credentials,
    tableName,
    functionOf: (operation) => {
      const name = functions[operation];
      const environment = {
        ...local.environments[name]!,
        AWS_ENDPOINT_URL_DYNAMODB: local.dynamodbEndpoint,
      };
      return { modulePath: modules.get(name)!, environment };
    },
  };
}

function readModules(assembly: string): Map<string, string> {
  const template = loadAssembly(assembly);
  const resolver = createResolver(template, resourceValues({ baseUrl: '', queueUrl: () => '' }));
  return new Map(readFunctions(template, resolver).map(({ name, modulePath }) => [name, modulePath]));
}
