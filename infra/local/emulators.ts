import { styleText } from 'node:util';
import { readLocalApp } from './app.ts';
import { startEngine } from './database/engine.ts';
import { ensureTables } from './database/tables.ts';
import { startControlServer } from './edge/control-server.ts';
import { Inbox } from './inbox/inbox.ts';
import { OtherAccount } from './other-account/other-account.ts';
import { startReceiver } from './inbox/receiver.ts';
import type { Invoke } from './lambda/invocation.ts';
import { Mailbox } from './mail/mailbox.ts';
import { startSesServer } from './mail/ses-server.ts';
import { configureQueues, startQueueEngine } from './queues/engine.ts';
import { startSecrets } from './secrets/secrets.ts';
import { startBucketServer } from './storage/bucket-server.ts';
import type { Assembly } from './template/template.ts';

interface EmulatorOptions {
  /** The folder with the data and the secrets. */
  homeFolder: string;
  /** The API's URL. */
  baseUrl: string;
  /** Keep the tables in memory. */
  inMemory: boolean;
  /** Print nothing when the database engine restarts. */
  quiet: boolean;
  /** Calls a function; not called before the pools of functions are open. */
  invoke: Invoke;
  /** Takes what ends each emulator, in the order in which they start. */
  onStop: (stop: () => unknown) => void;
}

/**
 * Starts what stands for the services of AWS that functions call, each with what the template says of it, and the
 * receiver of webhooks. Returns the template's app too, in which the queues have their addresses.
 */
export async function startEmulators(
  assembly: Assembly,
  { homeFolder, baseUrl, inMemory, quiet, invoke, onStop }: EmulatorOptions,
) {
  const queueEngine = await startQueueEngine(assembly);
  if (queueEngine) onStop(queueEngine.stop);
  const app = readLocalApp(assembly, homeFolder, {
    baseUrl,
    queueUrl: (resource) => queueEngine!.urlOf(resource),
  });
  const queues = queueEngine && (await configureQueues(queueEngine.endpoint, app.queues));
  const secrets = await startSecrets(
    homeFolder,
    assembly,
    app.resolver,
    (resource) => app.valuesOf(resource).ref,
  );
  onStop(secrets.stop);
  const bucketServer = app.buckets.length > 0 ? await startBucketServer(app.buckets, baseUrl) : undefined;
  if (bucketServer) onStop(bucketServer.stop);
  const buckets = bucketServer && { endpoint: bucketServer.endpoint, names: bucketServer.names };

  const inbox = new Inbox(baseUrl);
  const otherAccount = new OtherAccount();
  const receiver = await startReceiver(inbox, otherAccount, homeFolder);
  onStop(receiver.stop);

  const edgeControl = await startControlServer();
  onStop(edgeControl.stop);
  const mailbox = new Mailbox();
  const ses = await startSesServer(mailbox, app.mail, invoke);
  onStop(ses.stop);

  const report = (sentence: string) => {
    if (!quiet) process.stderr.write(`${styleText('yellow', sentence, { stream: process.stderr })}\n`);
  };
  const engine = await startEngine({ home: homeFolder, inMemory, report });
  onStop(engine.stop);
  await ensureTables(engine.door, app.tables);
  return { app, queues, secrets, buckets, inbox, otherAccount, receiver, edgeControl, mailbox, ses, engine };
}

export type Emulators = Awaited<ReturnType<typeof startEmulators>>;
