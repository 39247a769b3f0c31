import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineProgram } from './engine-binary.ts';

/** Where an engine listens, and how it is started there. */
export interface EngineNetwork {
  /** `unix:` with the path of a socket, or `http:` with an address; for this process and its threads. */
  door: string;
  command: string[];
  /** What the process is once the engine runs. */
  engine: string[];
  /** Removes what it needed. */
  close: () => void;
}

/** Programs of the system may be outside of a user's path. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
const LOOPBACK_UP = 'ip link set lo up 2>/dev/null || ifconfig lo up';
/** The file descriptor of a pipe that closes when the gate ends, or an engine that needs none. */
export const GATE_PIPE = 3;
/** Any port: nothing else is in the engine's network. */
const PORT = 8000;
/** The engine, which is its last parameters, replaces the shell; the gate is its child, and alone keeps the pipe open. */
const START = `${LOOPBACK_UP}; "$0" "$1" "$2" "$3" "$$" & shift 3; exec "$@" ${GATE_PIPE}>&-`;

/**
 * Chooses where the engine listens, which trusts anyone who reaches it: in a network of its own, whose one door is a socket
 * that only this user opens. Where the system has no such networks for its users, it is an address of the loopback
 * network (and on Linux one in 16 million) that only this process knows.
 */
export async function networkFor(
  { binary, parameters }: EngineProgram,
  home: string | undefined,
): Promise<EngineNetwork> {
  const flags = isolating();
  if (flags === undefined) {
    const address = { host: process.platform === 'linux' ? randomLoopback() : '127.0.0.1', port: 0 };
    address.port = await freePort(address.host);
    const engine = [binary, ...parameters(address, home)];
    return {
      door: `http://${address.host}:${address.port}`,
      command: engine,
      engine,
      close: () => undefined,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'plotline-engine-'));
  const socket = join(folder, 'socket');
  const gate = [process.execPath, join(import.meta.dirname, 'engine-gate.mjs'), socket, String(PORT)];
  const engine = [binary, ...parameters({ host: '127.0.0.1', port: PORT }, home)];
  return {
    door: `unix:${socket}`,
    command: ['unshare', ...flags, 'sh', '-c', START, ...gate, ...engine],
    engine,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const engineEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, PATH });

let flagsHere: string[] | undefined | 'unknown' = 'unknown';

/** The parameters of `unshare` for a network of one's own; undefined where the system does not allow it. */
function isolating(): string[] | undefined {
  if (flagsHere !== 'unknown') return flagsHere;
  const candidates = process.platform === 'linux' ? [['--net'], ['--map-root-user', '--net']] : [];
  flagsHere = candidates.find(
    (flags) =>
      spawnSync('unshare', [...flags, 'sh', '-c', LOOPBACK_UP], {
        env: engineEnvironment(),
        stdio: 'ignore',
      }).status === 0,
  );
  return flagsHere;
}

const randomLoopback = (): string =>
  `127.${[randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.')}`;

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
