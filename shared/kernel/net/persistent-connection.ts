import { Agent } from 'node:https';
import type { TLSSocket } from 'node:tls';

/**
 * A connection that serves several requests, one after another: only to the same name at the same address, which is
 * validated for each request like that of any other connection. The receiver may close it at any time; Node.js closes
 * it if something arrives between two requests.
 */
export class PersistentConnection {
  #kept: { hostname: string; address: string; agent: Agent } | undefined;

  /** The agent that holds the connection to a name at an address; a connection to any other is closed. */
  agentFor(hostname: string, address: string, connect: () => TLSSocket): Agent {
    if (this.#kept?.hostname === hostname && this.#kept.address === address) return this.#kept.agent;
    this.close();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
