import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Each side of the comparison runs in a process of its own, so that none takes another's CPU unseen. A part
 * is a module that serves methods to the process that started it.
 */
type Methods = Record<string, (argument: never) => unknown>;

interface Call {
  id: number;
  name: string;
  argument: unknown;
}

type Answer = { id: number; value: unknown } | { id: number; error: string };

export interface Part<M extends Methods> {
  pid: number | undefined;
  call<K extends keyof M & string>(
    name: K,
    argument: Parameters<M[K]>[0],
  ): Promise<Awaited<ReturnType<M[K]>>>;
  /** The CPU time the process has used so far, of all its threads, in milliseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the part that a module of this folder serves. */
export function startPart<M extends Methods>(module: string): Part<M> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), { serialization: 'advanced' });
  const waiting = new Map<number, (answer: Answer) => void>();
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      const error = `${module} ended with ${String(code ?? signal)}.`;
      for (const [id, settle] of waiting) settle({ id, error });
      resolve();
    });
  });
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let calls = 0;
  const call = (name: string, argument: unknown) =>
    new Promise<never>((resolve, reject) => {
      const id = calls++;
      waiting.set(id, (answer) => {
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer.value as never);
      });
      child.send({ id, name, argument } satisfies Call);
    });
  return {
    pid: child.pid,
    call,
    cpu: () => call('cpu', undefined),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Serves methods to the process that started this one, and ends with it. */
export function servePart(methods: Methods, stop: () => unknown = () => undefined): void {
  const all: Methods = { ...methods, cpu: cpuOfThisProcess };
  const serve = async ({ id, name, argument }: Call) => {
    try {
      process.send!({ id, value: await all[name]!(argument as never) });
    } catch (error) {
      process.send!({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on('message', (call: Call) => void serve(call));
  process.on('disconnect', () => void Promise.resolve(stop()).then(() => process.exit()));
  // Ctrl-C reaches every process of the terminal; the one that started this one decides.
  process.on('SIGINT', () => undefined);
}

function cpuOfThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
