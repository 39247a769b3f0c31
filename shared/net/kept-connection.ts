import type { ClientRequest } from 'node:http';
import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/**
 * A connection that serves several requests, one after another: only to the same name at the same address, which is
 * validated for each request like that of any other connection. The receiver may close it at any time.
 */
export class KeptConnection {
  #kept: { hostname: string; address: string; agent: Agent } | undefined;

  /** The agent that holds the connection to a name at an address; a connection to any other is closed. */
  agentFor(hostname: string, address: string, connect: () => TLSSocket): Agent {
    if (this.#kept?.hostname === hostname && this.#kept.address === address) return this.#kept.agent;
    this.close();
    const agent = new SilentBetweenRequests({ keepAlive: true, maxSockets: 1 });
    // Without an agent's proxy, sessions and certificates: the caller's connection is all there is.
    agent.createConnection = connect;
    this.#kept = { hostname, address, agent };
    return agent;
  }

  /** Closes the connection; the next request makes another. */
  close(): void {
    this.#kept?.agent.destroy();
    this.#kept = undefined;
  }
}

/** Closes a connection on which something arrives between two requests: it must not be taken for the next one's answer. */
class SilentBetweenRequests extends Agent {
  override keepSocketAlive(socket: Duplex): void {
    socket.on('data', refuse);
    return super.keepSocketAlive(socket);
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off('data', refuse);
    super.reuseSocket(socket, request);
  }
}

function refuse(this: Duplex): void {
  this.destroy();
}
