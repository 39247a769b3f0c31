import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleBareHandler } from './bundles.ts';
import { eventOf } from './handler-event.ts';
import { startRecordedService } from './recorded-service.ts';
import { unmarshalled } from './replay.ts';
import { conversations } from './requests.ts';
import { median } from './statistics.ts';

/** What a fresh process is to import, and to do then. */
export interface FirstRequest {
  modulePath: string;
  environment: Record<string, string>;
  /** For a function: the gateway's event. */
  event?: object;
  /** For the bare handler: the calls that the function makes, one after the other. */
  calls?: { name: string; input: object }[];
}

export interface FirstRequestTime {
  ms: number;
  cpuMs: number;
}

/** Import and first request together, in milliseconds, medians of fresh processes. */
export interface FirstRequestResult {
  operation: (typeof measuredOperations)[number];
  handler: FirstRequestTime;
  bare: FirstRequestTime;
}

/** What reads: a write cannot be made twice with the same keys. */
const measuredOperations = ['get', 'list'] as const;

/**
 * How long a cold function takes for its import and the first request, beside a module that loads the SDK's client and
 * makes the same DynamoDB calls; they take turns. `home` is a folder to write to.
 */
export async function measureFirstRequests(
  home: string,
  ends: (() => unknown)[],
  runs: number,
  onRun: () => void,
): Promise<FirstRequestResult[]> {
  const { fixture, recorded, functionOf } = await startRecordedService(home, ends);
  const bareModule = await bundleBareHandler(join(home, 'bare'));
  const results: FirstRequestResult[] = [];
  for (const operation of measuredOperations) {
    const { modulePath, environment } = functionOf(operation);
    const event = eventOf(conversations(fixture)[operation](0).next());
    const calls = recorded[operation].map(({ operation: name, body }) => ({
      name,
      input: unmarshalled(body) as object,
    }));
    const handler = write(home, `${operation}.json`, { modulePath, environment, event });
    const bare = write(home, `${operation}-bare.json`, { modulePath: bareModule, environment, calls });
    const times = { handler: [] as FirstRequestTime[], bare: [] as FirstRequestTime[] };
    for (let run = 0; run < runs; run++) {
      times.handler.push(await probe(handler));
      times.bare.push(await probe(bare));
      onRun();
    }
    results.push({ operation, handler: medianOf(times.handler), bare: medianOf(times.bare) });
  }
  return results;
}

function write(folder: string, name: string, request: FirstRequest): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(request));
  return file;
}

async function probe(file: string): Promise<FirstRequestTime> {
  const program = fileURLToPath(new URL('./first-request-probe.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, file]);
  return JSON.parse(stdout) as FirstRequestTime;
}

const medianOf = (times: readonly FirstRequestTime[]): FirstRequestTime => ({
  ms: median(times.map(({ ms }) => ms)),
  cpuMs: median(times.map(({ cpuMs }) => cpuMs)),
});
