/**
 * Imports a module and has it answer a first request, in this fresh process: a function an event, the bare handler the
 * calls that the function makes. Prints how long both took together.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { FirstRequest, FirstRequestTime } from './first-requests.ts';

const { modulePath, environment, event, calls } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as FirstRequest;
Object.assign(process.env, environment);
// The function's log lines, which are not the result.
console.info = () => undefined;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 60_000 };
const cpu = process.cpuUsage();
const startedAt = performance.now();
const module = (await import(pathToFileURL(modulePath).href)) as {
  handler: (event: object, context: object) => Promise<{ statusCode: number; body: string }>;
  send: (name: string, input: object) => Promise<unknown>;
};
if (event) {
  const { statusCode, body } = await module.handler(event, context);
  if (statusCode !== 200) throw new Error(`The function answered ${statusCode}: ${body}`);
}
for (const { name, input } of calls ?? []) await module.send(name, input);
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1_000 } satisfies FirstRequestTime));
process.exit();
